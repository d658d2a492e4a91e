
# Prints the names in the file on the command line that can complete the current word. Never runs any part of the
# command line. Asks only the `incise` in PATH.
function global:Get-InciseName {
    param([string] $Begun, $CommandAst, [int] $Cursor)

    $words = @(
        foreach ($element in $CommandAst.CommandElements) {
            if ($element.Extent.EndOffset -lt $Cursor) {
                if ($element -is [System.Management.Automation.Language.StringConstantExpressionAst]) {
                    $element.Value
                } else {
                    $element.Extent.Text
                }
            }
        }
    )
    $words = @($words | Select-Object -Skip 1)
    if ($words.Count -gt 0 -and $words[0] -ceq 'check') {
        $words = @($words | Select-Object -Skip 1)
    }
    if ($words.Count -lt 2) {
        return
    }
    $wanted = ''
    $last = $words[$words.Count - 1]
    if (@('--symbol', '--section', '--key') -ccontains $last) {
        $wanted = $last.Substring(2)
    } elseif (-not $Begun.StartsWith('-')) {
        if ($words[0] -ceq 'set') {
            $wanted = 'pair'
        } elseif ($words[0] -ceq 'unset') {
            $wanted = 'key'
        }
    }
    if ($wanted -ceq '') {
        return
    }
    $flags = @('FLAGS_WITH_VALUES')
    $directory = '.'
    $file = ''
    $before = ''
    $count = 0
    $isNull = $false
    # `-C` may follow the file.
    foreach ($word in $words) {
        if ($before -ceq '-C') {
            $directory = $word
        }
        $before = $word
    }
    $before = ''
    foreach ($word in ($words | Select-Object -Skip 1)) {
        if ($flags -ccontains $before) {
            $before = ''
            continue
        }
        $before = $word
        if ($word -ceq '--null') {
            $isNull = $true
        } elseif ($word.StartsWith('-')) {
            continue
        } elseif ($file -cne '') {
            $count += 1
        } else {
            $full = $word
            if (-not [System.IO.Path]::IsPathRooted($word)) {
                $full = Join-Path $directory $word
            }
            if (Test-Path -LiteralPath $full -PathType Leaf) {
                $file = $word
            }
        }
    }
    if ($file -ceq '') {
        return
    }
    if ($wanted -ceq 'pair') {
        if (-not $isNull -and $count % 2 -ne 0) {
            return
        }
        $wanted = 'key'
    }
    $program = Get-Command -Name incise -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1
    if (-not $program) {
        return
    }
    $plain = $Begun.Trim([char]39, [char]34)
    $ofDocument = @('table', 'list', 'string', 'number', 'bool', 'null', 'time')
    foreach ($line in @(& $program view -C $directory --outline --raw '--' $file 2>$null)) {
        $name, $kind = $line -split "`t", 2
        $ofKey = ($ofDocument -ccontains $kind) -or "$kind".Contains(' ')
        $isHeading = $kind -ceq 'heading'
        $isWanted = -not ($ofKey -or $isHeading)
        if ($wanted -ceq 'section') {
            $isWanted = $isHeading -or $kind -ceq 'table'
        } elseif ($wanted -ceq 'key') {
            $isWanted = $ofKey
        }
        if ($isWanted -and $name.StartsWith($plain, [System.StringComparison]::Ordinal)) {
            $typed = $name
            if ($name -notmatch '^[A-Za-z0-9_.:/-]+$') {
                $typed = "'" + $name.Replace("'", "''") + "'"
            }
            [System.Management.Automation.CompletionResult]::new($typed, $name, 'ParameterValue', "$name, $kind")
        }
    }
}
