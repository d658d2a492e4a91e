
# Prints the names in the file on the command line that can complete the current word. Never runs any part of the
# command line. Asks only the `incise` in PATH.
fn incise-names {|wanted begun words|
    var flags = [FLAGS_WITH_VALUES]
    var directory = .
    var file = ''
    var before = ''
    var count = (num 0)
    var is-null = $false
    # `-C` may follow the file.
    for word $words {
        if (eq $before -C) {
            set directory = $word
        } elif (and (str:has-prefix $word -C) (not-eq $word -C)) {
            set directory = $word[2..]
        }
        set before = $word
    }
    set before = ''
    for word $words {
        if (has-value $flags $before) {
            set before = ''
            continue
        }
        set before = $word
        if (eq $word --null) {
            set is-null = $true
        } elif (str:has-prefix $word -) {
            nop
        } elif (not-eq $file '') {
            set count = (+ $count 1)
        } else {
            var full = $directory/$word
            if (str:has-prefix $word /) {
                set full = $word
            }
            if (path:is-regular &follow-symlink=$true $full) {
                set file = $word
            }
        }
    }
    if (eq $file '') {
        return
    }
    if (eq $wanted pair) {
        if (not (or $is-null (== (% $count 2) 0))) {
            return
        }
        set wanted = key
    }
    var of-document = [table list string number bool null time]
    var whole = []
    var ends = []
    try {
        (external incise) view -C $directory --outline --raw -- $file 2>/dev/null </dev/null | each {|line|
            var name kind = (str:split "\t" $line)
            var of-key = (or (has-value $of-document $kind) (str:contains $kind ' '))
            var is-heading = (eq $kind heading)
            var is-wanted = (not (or $of-key $is-heading))
            if (eq $wanted section) {
                set is-wanted = (or $is-heading (eq $kind table))
            } elif (eq $wanted key) {
                set is-wanted = $of-key
            }
            if $is-wanted {
                if (str:has-prefix $name $begun) {
                    set whole = [$@whole $name]
                }
                var end = [(str:split '/' $name)][-1]
                if (eq $wanted symbol) {
                    set end = [(re:split '[.:/#]' $name)][-1]
                }
                # The last part of a name also matches.
                if (and (not-eq $wanted key) (not (str:contains $name ' ')) (str:has-prefix $end $begun)) {
                    set ends = [$@ends $end]
                }
            }
        }
    } catch e {
        nop
    }
    if (> (count $whole) 0) {
        put $@whole
    } else {
        put $@ends
    }
}

set edit:completion:arg-completer[incise] = {|@words|
    var begun = $words[-1]
    var others = $words[1..-1]
    if (and (> (count $others) 0) (eq $others[0] check)) {
        set others = $others[1..]
    }
    var wanted = ''
    if (> (count $others) 1) {
        if (has-value [--symbol --section --key] $others[-1]) {
            set wanted = $others[-1][2..]
        } elif (not (str:has-prefix $begun -)) {
            if (eq $others[0] set) {
                set wanted = pair
            } elif (eq $others[0] unset) {
                set wanted = key
            }
        }
    }
    var names = []
    if (not-eq $wanted '') {
        set names = [(incise-names $wanted $begun $others[1..])]
    }
    if (> (count $names) 0) {
        put $@names
    } else {
        incise-words $@words
        if (and (> (count $others) 0) (not (str:has-prefix $begun -))) {
            edit:complete-filename $@words
        }
    }
}
