# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_incise_global_optspecs
    string join \n h/help V/version
end

function __fish_incise_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_incise_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_incise_using_subcommand
    set -l cmd (__fish_incise_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c incise -n "__fish_incise_needs_command" -s h -l help -d 'Print help'
complete -c incise -n "__fish_incise_needs_command" -s V -l version -d 'Print version'
complete -c incise -n "__fish_incise_needs_command" -f -a "replace" -d 'Replace text that occurs exactly once, or as often as you say'
complete -c incise -n "__fish_incise_needs_command" -f -a "insert" -d 'Insert lines at a line number, or next to text or a region'
complete -c incise -n "__fish_incise_needs_command" -f -a "append" -d 'Append lines to a file, and create it if missing; `ensure` adds lines only once'
complete -c incise -n "__fish_incise_needs_command" -f -a "ensure" -d 'Make sure a file contains a line or a marked block; changes nothing if it does'
complete -c incise -n "__fish_incise_needs_command" -f -a "set" -d 'Set a key in JSON, TOML, YAML, INI or .env; nothing else changes'
complete -c incise -n "__fish_incise_needs_command" -f -a "unset" -d 'Delete a key from JSON, TOML, YAML, INI or .env; nothing else changes'
complete -c incise -n "__fish_incise_needs_command" -f -a "lines" -d 'Replace or delete lines, by number or by region'
complete -c incise -n "__fish_incise_needs_command" -f -a "create" -d 'Create a file; refused if it exists'
complete -c incise -n "__fish_incise_needs_command" -f -a "write" -d 'Write a whole file; an existing file needs --overwrite'
complete -c incise -n "__fish_incise_needs_command" -f -a "remove" -d 'Delete files'
complete -c incise -n "__fish_incise_needs_command" -f -a "move" -d 'Move or rename a file, or move definitions to another file'
complete -c incise -n "__fish_incise_needs_command" -f -a "copy" -d 'Copy definitions or sections to another file, unchanged'
complete -c incise -n "__fish_incise_needs_command" -f -a "merge" -d 'Three-way merge; writes the result to OURS'
complete -c incise -n "__fish_incise_needs_command" -f -a "patch" -d 'Apply a diff to one or more files, all of it or nothing'
complete -c incise -n "__fish_incise_needs_command" -f -a "apply" -d 'Apply JSON edits, in our format or another tool\'s; one edit, a list or a stream'
complete -c incise -n "__fish_incise_needs_command" -f -a "replay" -d 'Repeat edits from `incise log --export`; here or in another root'
complete -c incise -n "__fish_incise_needs_command" -f -a "view" -d 'Show numbered lines, and the hash for --expect-hash'
complete -c incise -n "__fish_incise_needs_command" -f -a "log" -d 'List the edits in this workspace, newest first; show an entry\'s diff'
complete -c incise -n "__fish_incise_needs_command" -f -a "undo" -d 'Undo the latest edit, an entry of `incise log`, or a task\'s edits'
complete -c incise -n "__fish_incise_needs_command" -f -a "redo" -d 'Redo the latest undo, or an entry of `incise log`'
complete -c incise -n "__fish_incise_needs_command" -f -a "recover" -d 'Complete or undo changes that a crash interrupted'
complete -c incise -n "__fish_incise_needs_command" -f -a "hook" -d 'Check and log edits made with an agent\'s own tools; started by the agent'
complete -c incise -n "__fish_incise_needs_command" -f -a "mcp" -d 'Serve the editing tools over the Model Context Protocol; started by a client'
complete -c incise -n "__fish_incise_needs_command" -f -a "schema" -d 'Print the JSON Schema of an input or output format'
complete -c incise -n "__fish_incise_needs_command" -f -a "explain" -d 'Explain a refusal, with an example and the fix'
complete -c incise -n "__fish_incise_needs_command" -f -a "guide" -d 'Print instructions for agents'
complete -c incise -n "__fish_incise_needs_command" -f -a "completions" -d 'Print completions for a shell'
complete -c incise -n "__fish_incise_needs_command" -f -a "check" -d 'Preview any edit without writing; or check files'
complete -c incise -n "__fish_incise_needs_command" -f -a "help" -d 'Show the page of a command, or of the flags that commands share'
complete -c incise -n "__fish_incise_using_subcommand replace" -l old -d 'Text to find, literal and unique; more pairs of --old and --new may follow' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l new -d 'New text, literal; \'\' deletes' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l old-file -d 'Read the old text from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand replace" -l new-file -d 'Read the new text from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand replace" -l blocks -d 'Read SEARCH/REPLACE blocks from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand replace" -l nth -d 'Replace the Nth match; -1 is the last' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l expect -d 'Replace all matches if there are exactly N' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l site -d 'Replace the match with this ID from `check replace`' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l within -d 'Search lines A to B only; `A:` goes to the end, `$` is the last' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l symbol -d 'Definition with this name: Config::load, load@40' -r -f -a "(__incise_names symbol)"
complete -c incise -n "__fish_incise_using_subcommand replace" -l section -d 'Section with this heading (Markdown, TOML, INI); A/B is B in A' -r -f -a "(__incise_names section)"
complete -c incise -n "__fish_incise_using_subcommand replace" -l between -d 'Lines between two marker lines' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l match -d 'Tolerance: exact, mechanical (default) or fuzzy' -r -f -a "exact\t''
mechanical\t''
fuzzy\t''"
complete -c incise -n "__fish_incise_using_subcommand replace" -l threshold -d 'Similarity for fuzzy, 0.5 to 1.0 (default 0.8)' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l fix -d 'Undo shell escaping in both texts (escapes)' -r -f -a "escapes\t''"
complete -c incise -n "__fish_incise_using_subcommand replace" -s g -l glob -d 'Only files matching GLOB; `!GLOB` excludes them' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l exclude -d 'Exclude selected files matching GLOB' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -s t -l type -d 'Only files of TYPE: rust, py, md' -r -f -a "(__incise_types)"
complete -c incise -n "__fish_incise_using_subcommand replace" -s T -l type-not -d 'Exclude selected files of TYPE' -r -f -a "(__incise_types)"
complete -c incise -n "__fish_incise_using_subcommand replace" -l files-from -d 'Use the files listed in FILE or `-`, one per line' -r -F
complete -c incise -n "__fish_incise_using_subcommand replace" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand replace" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand replace" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand replace" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand replace" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand replace" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand replace" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand replace" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand replace" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand replace" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand replace" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand replace" -l backup -d 'Keep a backup next to the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l validate -d 'Run COMMAND on the new file first; `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l save-plan -d 'With -n: write a plan for `incise apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand replace" -l all -d 'Replace every match'
complete -c incise -n "__fish_incise_using_subcommand replace" -l regex -d 'Treat the text to find as a regular expression'
complete -c incise -n "__fish_incise_using_subcommand replace" -l fancy -d 'Same as --regex, with look-around and back-references'
complete -c incise -n "__fish_incise_using_subcommand replace" -l ignore-case -d 'Ignore case'
complete -c incise -n "__fish_incise_using_subcommand replace" -s w -l word -d 'Match whole words only'
complete -c incise -n "__fish_incise_using_subcommand replace" -l body -d 'Only the body of the symbol or section'
complete -c incise -n "__fish_incise_using_subcommand replace" -l keep-indent -d 'Insert new lines exactly as given'
complete -c incise -n "__fish_incise_using_subcommand replace" -l preserve-case -d 'Rename in all styles: fooBar, foo_bar, FOO_BAR'
complete -c incise -n "__fish_incise_using_subcommand replace" -l case-escapes -d 'Interpret \\U \\L \\u \\l \\E in the new text'
complete -c incise -n "__fish_incise_using_subcommand replace" -l if-found -d 'Skip named files that do not contain the text'
complete -c incise -n "__fish_incise_using_subcommand replace" -l hidden -d 'Select hidden files and directories too'
complete -c incise -n "__fish_incise_using_subcommand replace" -l no-ignore -d 'Select ignored files too'
complete -c incise -n "__fish_incise_using_subcommand replace" -s 0 -l null -d 'Names in the list end with NUL, not a newline'
complete -c incise -n "__fish_incise_using_subcommand replace" -l interactive -d 'Ask about each match or hunk first'
complete -c incise -n "__fish_incise_using_subcommand replace" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand replace" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand replace" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand replace" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand replace" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand replace" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand replace" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand replace" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand replace" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand replace" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand replace" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand replace" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand replace" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand replace" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand insert" -l line -d 'Insert after line N; 0 is the start, -1 or `$` the end; may be repeated, each time with a text' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l before -d 'Insert before TEXT, matched as in `replace`' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l after -d 'Insert after TEXT' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l at -d 'Position relative to the region: before, after, start, end' -r -f -a "before\t''
after\t''
start\t''
end\t''"
complete -c incise -n "__fish_incise_using_subcommand insert" -l text -d 'Text to insert, literal, as whole lines' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l text-file -d 'Read the text from FILE, `-` is standard input' -r -F
complete -c incise -n "__fish_incise_using_subcommand insert" -l nth -d 'Insert next to the Nth match; -1 is the last' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l expect -d 'Insert even if the same edit was made before; N must be 1' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l site -d 'Insert next to the match with the ID from `check replace`' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l within -d 'Search lines A to B only; `A:` goes to the end, `$` is the last' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l symbol -d 'Definition with this name: Config::load, load@40' -r -f -a "(__incise_names symbol)"
complete -c incise -n "__fish_incise_using_subcommand insert" -l section -d 'Section with this heading (Markdown, TOML, INI); A/B is B in A' -r -f -a "(__incise_names section)"
complete -c incise -n "__fish_incise_using_subcommand insert" -l between -d 'Lines between two marker lines' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l match -d 'Tolerance: exact, mechanical (default) or fuzzy' -r -f -a "exact\t''
mechanical\t''
fuzzy\t''"
complete -c incise -n "__fish_incise_using_subcommand insert" -l threshold -d 'Similarity for fuzzy, 0.5 to 1.0 (default 0.8)' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand insert" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand insert" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand insert" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand insert" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand insert" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand insert" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand insert" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand insert" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand insert" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand insert" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand insert" -l backup -d 'Keep a backup next to the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l validate -d 'Run COMMAND on the new file first; `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l save-plan -d 'With -n: write a plan for `incise apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand insert" -l inline -d 'Insert exactly these bytes next to the match, not whole lines'
complete -c incise -n "__fish_incise_using_subcommand insert" -l regex -d 'Treat the text to find as a regular expression'
complete -c incise -n "__fish_incise_using_subcommand insert" -l fancy -d 'Same as --regex, with look-around and back-references'
complete -c incise -n "__fish_incise_using_subcommand insert" -l ignore-case -d 'Ignore case'
complete -c incise -n "__fish_incise_using_subcommand insert" -s w -l word -d 'Match whole words only'
complete -c incise -n "__fish_incise_using_subcommand insert" -l body -d 'Only the body of the symbol or section'
complete -c incise -n "__fish_incise_using_subcommand insert" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand insert" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand insert" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand insert" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand insert" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand insert" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand insert" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand insert" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand insert" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand insert" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand insert" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand insert" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand insert" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand insert" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand append" -l text -d 'Text to append, literal, as whole lines' -r
complete -c incise -n "__fish_incise_using_subcommand append" -l text-file -d 'Read the text from FILE, `-` is standard input' -r -F
complete -c incise -n "__fish_incise_using_subcommand append" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand append" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand append" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand append" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand append" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand append" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand append" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand append" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand append" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand append" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand append" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand append" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand append" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand append" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand append" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand append" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand append" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand append" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand append" -l backup -d 'Keep a backup next to the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand append" -l validate -d 'Run COMMAND on the new file first; `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand append" -l save-plan -d 'With -n: write a plan for `incise apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand append" -l existing -d 'Refuse a missing file instead of creating it'
complete -c incise -n "__fish_incise_using_subcommand append" -l once -d 'Old name of --idempotent; see also `ensure`'
complete -c incise -n "__fish_incise_using_subcommand append" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand append" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand append" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand append" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand append" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand append" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand append" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand append" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand append" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand append" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand append" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand append" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand append" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand append" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l line -d 'Line that the file must contain once, literal' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l matching -d 'Replace the line that matches REGEX; several matches are refused' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l block -d 'Text between the two --marker lines, literal, as whole lines' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l block-file -d 'Read the block from FILE, `-` is standard input' -r -F
complete -c incise -n "__fish_incise_using_subcommand ensure" -l marker -d 'Mark the block with `# BEGIN NAME` and `# END NAME`' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l comment -d 'Comment prefix of the marker lines (default `#`); `<!-- -->` encloses them' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l before -d 'If missing: insert before the line with TEXT' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l after -d 'If missing: insert after the line with TEXT' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l symbol -d 'Definition with this name: Config::load, load@40' -r -f -a "(__incise_names symbol)"
complete -c incise -n "__fish_incise_using_subcommand ensure" -l section -d 'Section with this heading (Markdown, TOML, INI); A/B is B in A' -r -f -a "(__incise_names section)"
complete -c incise -n "__fish_incise_using_subcommand ensure" -l between -d 'Lines between two marker lines' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand ensure" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand ensure" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand ensure" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand ensure" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand ensure" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand ensure" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand ensure" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand ensure" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand ensure" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand ensure" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand ensure" -l backup -d 'Keep a backup next to the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l validate -d 'Run COMMAND on the new file first; `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l save-plan -d 'With -n: write a plan for `incise apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand ensure" -l at-start -d 'If missing: insert as the first line; with --before or --after: only if TEXT is not in the file'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l at-end -d 'If missing: insert as the last line (default); with --before TEXT: before its first occurrence, or last if TEXT is not in the file'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l regex -d 'Treat the TEXT of --before or --after as a regular expression'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l body -d 'Only the body of the symbol or section'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l absent -d 'Delete the line or block'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l create -d 'Create a missing file'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand ensure" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand ensure" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand ensure" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand set" -l also -d 'Edit this document too, in the same way' -r -F
complete -c incise -n "__fish_incise_using_subcommand set" -l dialect -d 'Format, if the name does not show it; git, systemd, php, env, json and others' -r
complete -c incise -n "__fish_incise_using_subcommand set" -l from-file -d 'Read the value of the key from FILE, `-` is standard input' -r -F
complete -c incise -n "__fish_incise_using_subcommand set" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand set" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand set" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand set" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand set" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand set" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand set" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand set" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand set" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand set" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand set" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand set" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand set" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand set" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand set" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand set" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand set" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand set" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand set" -l backup -d 'Keep a backup next to the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand set" -l validate -d 'Run COMMAND on the new file first; `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand set" -l save-plan -d 'With -n: write a plan for `incise apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand set" -l string -d 'The value is a string'
complete -c incise -n "__fish_incise_using_subcommand set" -l number -d 'The value is a number'
complete -c incise -n "__fish_incise_using_subcommand set" -l bool -d 'The value is true or false'
complete -c incise -n "__fish_incise_using_subcommand set" -l null -d 'The value is null; give only keys'
complete -c incise -n "__fish_incise_using_subcommand set" -l value-json -d 'The value is JSON: a list, an object or any other value'
complete -c incise -n "__fish_incise_using_subcommand set" -l create -d 'Create a missing key, after its siblings'
complete -c incise -n "__fish_incise_using_subcommand set" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand set" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand set" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand set" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand set" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand set" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand set" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand set" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand set" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand set" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand set" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand set" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand set" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand set" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand unset" -l also -d 'Edit this document too, in the same way' -r -F
complete -c incise -n "__fish_incise_using_subcommand unset" -l dialect -d 'Format, if the name does not show it; git, systemd, php, env, json and others' -r
complete -c incise -n "__fish_incise_using_subcommand unset" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand unset" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand unset" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand unset" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand unset" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand unset" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand unset" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand unset" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand unset" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand unset" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand unset" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand unset" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand unset" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand unset" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand unset" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand unset" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand unset" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand unset" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand unset" -l backup -d 'Keep a backup next to the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand unset" -l validate -d 'Run COMMAND on the new file first; `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand unset" -l save-plan -d 'With -n: write a plan for `incise apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand unset" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand unset" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand unset" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand unset" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand unset" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand unset" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand unset" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand unset" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand unset" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand unset" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand unset" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand unset" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand unset" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand unset" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand lines" -l symbol -d 'Definition with this name: Config::load, load@40' -r -f -a "(__incise_names symbol)"
complete -c incise -n "__fish_incise_using_subcommand lines" -l section -d 'Section with this heading (Markdown, TOML, INI); A/B is B in A' -r -f -a "(__incise_names section)"
complete -c incise -n "__fish_incise_using_subcommand lines" -l between -d 'Lines between two marker lines' -r
complete -c incise -n "__fish_incise_using_subcommand lines" -l text -d 'New lines, literal; a final newline is optional; \'\' deletes' -r
complete -c incise -n "__fish_incise_using_subcommand lines" -l text-file -d 'Read the text from FILE, `-` is standard input' -r -F
complete -c incise -n "__fish_incise_using_subcommand lines" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand lines" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand lines" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand lines" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand lines" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand lines" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand lines" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand lines" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand lines" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand lines" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand lines" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand lines" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand lines" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand lines" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand lines" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand lines" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand lines" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand lines" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand lines" -l backup -d 'Keep a backup next to the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand lines" -l validate -d 'Run COMMAND on the new file first; `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand lines" -l save-plan -d 'With -n: write a plan for `incise apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand lines" -l body -d 'Only the body of the symbol or section'
complete -c incise -n "__fish_incise_using_subcommand lines" -l rename -d 'Allow the new text to define another name'
complete -c incise -n "__fish_incise_using_subcommand lines" -l delete -d 'Delete the lines'
complete -c incise -n "__fish_incise_using_subcommand lines" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand lines" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand lines" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand lines" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand lines" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand lines" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand lines" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand lines" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand lines" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand lines" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand lines" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand lines" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand lines" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand lines" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand create" -l text -d 'Content, literal, as whole lines; \'\' creates an empty file' -r
complete -c incise -n "__fish_incise_using_subcommand create" -l text-file -d 'Read the text from FILE, `-` is standard input' -r -F
complete -c incise -n "__fish_incise_using_subcommand create" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand create" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand create" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand create" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand create" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand create" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand create" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand create" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand create" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand create" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand create" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand create" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand create" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand create" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand create" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand create" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand create" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand create" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand create" -l backup -d 'Keep a backup next to the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand create" -l validate -d 'Run COMMAND on the new file first; `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand create" -l save-plan -d 'With -n: write a plan for `incise apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand create" -l parents -d 'Create missing directories'
complete -c incise -n "__fish_incise_using_subcommand create" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand create" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand create" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand create" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand create" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand create" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand create" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand create" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand create" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand create" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand create" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand create" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand create" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand create" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand write" -l text -d 'Content, literal, as whole lines' -r
complete -c incise -n "__fish_incise_using_subcommand write" -l text-file -d 'Read the text from FILE, `-` is standard input' -r -F
complete -c incise -n "__fish_incise_using_subcommand write" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand write" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand write" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand write" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand write" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand write" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand write" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand write" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand write" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand write" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand write" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand write" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand write" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand write" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand write" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand write" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand write" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand write" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand write" -l backup -d 'Keep a backup next to the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand write" -l validate -d 'Run COMMAND on the new file first; `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand write" -l save-plan -d 'With -n: write a plan for `incise apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand write" -l overwrite -d 'Replace an existing file'
complete -c incise -n "__fish_incise_using_subcommand write" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand write" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand write" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand write" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand write" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand write" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand write" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand write" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand write" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand write" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand write" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand write" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand write" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand write" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand remove" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand remove" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand remove" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand remove" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand remove" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand remove" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand remove" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand remove" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand remove" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand remove" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand remove" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand remove" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand remove" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand remove" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand remove" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand remove" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand remove" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand remove" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand remove" -l backup -d 'Keep a backup next to the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand remove" -l validate -d 'Run COMMAND on the new file first; `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand remove" -l save-plan -d 'With -n: write a plan for `incise apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand remove" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand remove" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand remove" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand remove" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand remove" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand remove" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand remove" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand remove" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand remove" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand remove" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand remove" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand remove" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand remove" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand remove" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand move" -l symbol -d 'Definition with this name, its comments and decorators; may be given several times' -r -f -a "(__incise_names symbol)"
complete -c incise -n "__fish_incise_using_subcommand move" -l section -d 'Markdown section with this heading; may be given several times' -r -f -a "(__incise_names section)"
complete -c incise -n "__fish_incise_using_subcommand move" -l to -d 'Target file; may be the same file' -r -F
complete -c incise -n "__fish_incise_using_subcommand move" -l after -d 'Place after the definition or section NAME' -r
complete -c incise -n "__fish_incise_using_subcommand move" -l before -d 'Place before the definition or section NAME' -r
complete -c incise -n "__fish_incise_using_subcommand move" -l into -d 'Place inside the definition or section NAME, such as a class' -r
complete -c incise -n "__fish_incise_using_subcommand move" -l at -d 'Place at the end (default) or at the start' -r -f -a "before\t''
after\t''
start\t''
end\t''"
complete -c incise -n "__fish_incise_using_subcommand move" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand move" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand move" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand move" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand move" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand move" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand move" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand move" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand move" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand move" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand move" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand move" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand move" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand move" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand move" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand move" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand move" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand move" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand move" -l backup -d 'Keep a backup next to the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand move" -l validate -d 'Run COMMAND on the new file first; `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand move" -l save-plan -d 'With -n: write a plan for `incise apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand move" -l parents -d 'Create missing directories'
complete -c incise -n "__fish_incise_using_subcommand move" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand move" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand move" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand move" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand move" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand move" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand move" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand move" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand move" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand move" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand move" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand move" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand move" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand move" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand copy" -l symbol -d 'Definition with this name, its comments and decorators; may be given several times' -r -f -a "(__incise_names symbol)"
complete -c incise -n "__fish_incise_using_subcommand copy" -l section -d 'Markdown section with this heading; may be given several times' -r -f -a "(__incise_names section)"
complete -c incise -n "__fish_incise_using_subcommand copy" -l to -d 'Target file; may be the same file' -r -F
complete -c incise -n "__fish_incise_using_subcommand copy" -l after -d 'Place after the definition or section NAME' -r
complete -c incise -n "__fish_incise_using_subcommand copy" -l before -d 'Place before the definition or section NAME' -r
complete -c incise -n "__fish_incise_using_subcommand copy" -l into -d 'Place inside the definition or section NAME, such as a class' -r
complete -c incise -n "__fish_incise_using_subcommand copy" -l at -d 'Place at the end (default) or at the start' -r -f -a "before\t''
after\t''
start\t''
end\t''"
complete -c incise -n "__fish_incise_using_subcommand copy" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand copy" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand copy" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand copy" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand copy" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand copy" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand copy" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand copy" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand copy" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand copy" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand copy" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand copy" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand copy" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand copy" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand copy" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand copy" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand copy" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand copy" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand copy" -l backup -d 'Keep a backup next to the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand copy" -l validate -d 'Run COMMAND on the new file first; `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand copy" -l save-plan -d 'With -n: write a plan for `incise apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand copy" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand copy" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand copy" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand copy" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand copy" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand copy" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand copy" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand copy" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand copy" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand copy" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand copy" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand copy" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand copy" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand copy" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand merge" -l solve -d 'Resolve the conflicts in FILE, with diff3 or zdiff3 markers' -r -F
complete -c incise -n "__fish_incise_using_subcommand merge" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand merge" -s o -l output -d 'Write the result to FILE (`-` is standard output), not to OURS' -r -F
complete -c incise -n "__fish_incise_using_subcommand merge" -l conflicts -d 'Mark conflicts in the result: merge, diff3 or zdiff3' -r -f -a "merge\t''
diff3\t''
zdiff3\t''"
complete -c incise -n "__fish_incise_using_subcommand merge" -l rules -d 'Rules that resolve conflicts: none, proved, all (default); with --git-driver, the default is proved' -r
complete -c incise -n "__fish_incise_using_subcommand merge" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand merge" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand merge" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand merge" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand merge" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand merge" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand merge" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand merge" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand merge" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand merge" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand merge" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand merge" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand merge" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand merge" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand merge" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand merge" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand merge" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand merge" -l backup -d 'Keep a backup next to the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand merge" -l validate -d 'Run COMMAND on the new file first; `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand merge" -l save-plan -d 'With -n: write a plan for `incise apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand merge" -l ours -d 'Take our side of every conflict'
complete -c incise -n "__fish_incise_using_subcommand merge" -l theirs -d 'Take the other side of every conflict'
complete -c incise -n "__fish_incise_using_subcommand merge" -l union -d 'Take both sides of every conflict, ours first'
complete -c incise -n "__fish_incise_using_subcommand merge" -l git-driver -d 'Run as git\'s merge driver: mark conflicts in OURS'
complete -c incise -n "__fish_incise_using_subcommand merge" -l partial -d 'With --solve: write resolved conflicts, keep the others; exit 1'
complete -c incise -n "__fish_incise_using_subcommand merge" -l propose -d 'Mark every conflict, with the result that a rule proposes'
complete -c incise -n "__fish_incise_using_subcommand merge" -l accept -d 'With --solve: take the results that --propose wrote'
complete -c incise -n "__fish_incise_using_subcommand merge" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand merge" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand merge" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand merge" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand merge" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand merge" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand merge" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand merge" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand merge" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand merge" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand merge" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand merge" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand merge" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand merge" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand patch" -l target -d 'Apply the diff to this file, whatever names it contains' -r -F
complete -c incise -n "__fish_incise_using_subcommand patch" -s p -l strip -d 'Path components to strip from names (default: detected)' -r
complete -c incise -n "__fish_incise_using_subcommand patch" -l include -d 'Apply only to files that match GLOB (repeatable)' -r
complete -c incise -n "__fish_incise_using_subcommand patch" -l exclude -d 'Skip files that match GLOB (repeatable)' -r
complete -c incise -n "__fish_incise_using_subcommand patch" -l whitespace -d 'Whitespace errors in added lines: fix or error' -r
complete -c incise -n "__fish_incise_using_subcommand patch" -l base -d 'File the diff was made from; `git` finds it in git' -r -F
complete -c incise -n "__fish_incise_using_subcommand patch" -l mode -d 'Mode: strict, tolerant, merge, fuzzy; default: strict if the diff has line numbers, otherwise tolerant' -r -f -a "strict\t''
tolerant\t''
merge\t''
fuzzy\t''"
complete -c incise -n "__fish_incise_using_subcommand patch" -l threshold -d 'Similarity for fuzzy, 0.5 to 1.0 (default 0.8)' -r
complete -c incise -n "__fish_incise_using_subcommand patch" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand patch" -l output -d 'Write the result to FILE, not to the target' -r -F
complete -c incise -n "__fish_incise_using_subcommand patch" -l conflicts -d 'Conflict style: merge (default), diff3, zdiff3' -r -f -a "merge\t''
diff3\t''
zdiff3\t''"
complete -c incise -n "__fish_incise_using_subcommand patch" -l reject-file -d 'Write failed hunks to FILE as a diff' -r -F
complete -c incise -n "__fish_incise_using_subcommand patch" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand patch" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand patch" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand patch" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand patch" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand patch" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand patch" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand patch" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand patch" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand patch" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand patch" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand patch" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand patch" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand patch" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand patch" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand patch" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand patch" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand patch" -l backup -d 'Keep a backup next to the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand patch" -l validate -d 'Run COMMAND on the new file first; `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand patch" -l save-plan -d 'With -n: write a plan for `incise apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand patch" -s R -l reverse -d 'Apply the diff in reverse'
complete -c incise -n "__fish_incise_using_subcommand patch" -l strict-format -d 'Refuse a damaged diff instead of repairing it'
complete -c incise -n "__fish_incise_using_subcommand patch" -l recount -d 'Accept a last hunk shorter than its header says'
complete -c incise -n "__fish_incise_using_subcommand patch" -l allow-empty -d 'Succeed without changes if there is no diff'
complete -c incise -n "__fish_incise_using_subcommand patch" -l skip-applied -d 'Old name of --idempotent'
complete -c incise -n "__fish_incise_using_subcommand patch" -l interactive -d 'Ask about each match or hunk first'
complete -c incise -n "__fish_incise_using_subcommand patch" -l in-file -d 'Apply hunks that match, mark the others as conflicts; exit 1'
complete -c incise -n "__fish_incise_using_subcommand patch" -l stat -d 'Print a graph of the changes, apply nothing'
complete -c incise -n "__fish_incise_using_subcommand patch" -l numstat -d 'Print counts of changed lines, apply nothing'
complete -c incise -n "__fish_incise_using_subcommand patch" -l summary -d 'Print created, deleted, renamed files, apply nothing'
complete -c incise -n "__fish_incise_using_subcommand patch" -l apply -d 'With --stat, --numstat or --summary: apply the diff too'
complete -c incise -n "__fish_incise_using_subcommand patch" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand patch" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand patch" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand patch" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand patch" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand patch" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand patch" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand patch" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand patch" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand patch" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand patch" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand patch" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand patch" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand patch" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand apply" -l from -d 'Apply the fixes in another tool\'s output; lsp, sarif, rustc, ast-grep or eslint; only if the files are unchanged' -r
complete -c incise -n "__fish_incise_using_subcommand apply" -l rule -d 'With --from: apply only suggestions of this rule; may be repeated' -r
complete -c incise -n "__fish_incise_using_subcommand apply" -l from-json -d 'Same as REQUEST, as in other commands' -r -F
complete -c incise -n "__fish_incise_using_subcommand apply" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand apply" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand apply" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand apply" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand apply" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand apply" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand apply" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand apply" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand apply" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand apply" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand apply" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand apply" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand apply" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand apply" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand apply" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
skip\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand apply" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand apply" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand apply" -l backup -d 'Keep a backup next to the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand apply" -l validate -d 'Run COMMAND on the new file first; `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand apply" -l save-plan -d 'With -n: write a plan for `incise apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand apply" -l each -d 'Apply each element as its own transaction, with its own report; --on-conflict skip then skips lines that another task wrote'
complete -c incise -n "__fish_incise_using_subcommand apply" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand apply" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand apply" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand apply" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand apply" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand apply" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand apply" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand apply" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand apply" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand apply" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand apply" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand apply" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand apply" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand apply" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand replay" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand replay" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand replay" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand replay" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand replay" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand replay" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand replay" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand replay" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand replay" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand replay" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand replay" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand replay" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand replay" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand replay" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand replay" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand replay" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand replay" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand replay" -l backup -d 'Keep a backup next to the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand replay" -l validate -d 'Run COMMAND on the new file first; `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand replay" -l save-plan -d 'With -n: write a plan for `incise apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand replay" -l each -d 'Apply each entry as its own transaction; only if a dry run of all succeeds; stop at the first refusal'
complete -c incise -n "__fish_incise_using_subcommand replay" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand replay" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand replay" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand replay" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand replay" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand replay" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand replay" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand replay" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand replay" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand replay" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand replay" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand replay" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand replay" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand replay" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand view" -l symbol -d 'Definition with this name: Config::load, load@40' -r -f -a "(__incise_names symbol)"
complete -c incise -n "__fish_incise_using_subcommand view" -l section -d 'Section with this heading (Markdown, TOML, INI); A/B is B in A' -r -f -a "(__incise_names section)"
complete -c incise -n "__fish_incise_using_subcommand view" -l between -d 'Lines between two marker lines' -r
complete -c incise -n "__fish_incise_using_subcommand view" -l key -d 'Show the entry of this key, for example package.version' -r -f -a "(__incise_names key)"
complete -c incise -n "__fish_incise_using_subcommand view" -l dialect -d 'Format, if the name does not show it; git, systemd, php, env, json and others' -r
complete -c incise -n "__fish_incise_using_subcommand view" -l depth -d 'Number of outline levels to show' -r
complete -c incise -n "__fish_incise_using_subcommand view" -l task -d 'Record that this task has seen the lines' -r
complete -c incise -n "__fish_incise_using_subcommand view" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand view" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand view" -l format -d 'Format: human (default), json' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand view" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand view" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand view" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand view" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand view" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand view" -l body -d 'Only the body of the symbol or section'
complete -c incise -n "__fish_incise_using_subcommand view" -l raw -d 'Print only the value of the key, without quotes; with --outline: name and kind'
complete -c incise -n "__fish_incise_using_subcommand view" -l outline -d 'List only names: definitions, headings or keys'
complete -c incise -n "__fish_incise_using_subcommand view" -l anchors -d 'Show each line\'s hash for `lines`: 12:a3f1c09b77e2'
complete -c incise -n "__fish_incise_using_subcommand view" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand view" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand view" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand view" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand view" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand view" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand view" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand log" -l path -d 'List only entries of this file' -r -F
complete -c incise -n "__fish_incise_using_subcommand log" -l task -d 'List only entries of this task' -r
complete -c incise -n "__fish_incise_using_subcommand log" -l max -d 'List at most N entries, newest first' -r
complete -c incise -n "__fish_incise_using_subcommand log" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand log" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand log" -l format -d 'Format: human (default), diff, json, html' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand log" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand log" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand log" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand log" -l export -d 'Print JSON lines for `incise replay`, oldest first'
complete -c incise -n "__fish_incise_using_subcommand log" -l prune -d 'Delete entries beyond the age and size limits'
complete -c incise -n "__fish_incise_using_subcommand log" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand log" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand log" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand log" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand log" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand log" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand undo" -l task -d 'Undo every edit of this task; with an entry: run as this task' -r
complete -c incise -n "__fish_incise_using_subcommand undo" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand undo" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand undo" -l format -d 'Format: human (default), diff, json, html' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand undo" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand undo" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand undo" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand undo" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand undo" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand undo" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand undo" -l on-conflict -d 'On conflict: refuse (default), warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand undo" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand undo" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand undo" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand undo" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand undo" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand undo" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand undo" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand undo" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand undo" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand redo" -l task -d 'Run as this task' -r
complete -c incise -n "__fish_incise_using_subcommand redo" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand redo" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand redo" -l format -d 'Format: human (default), diff, json, html' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand redo" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand redo" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand redo" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand redo" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand redo" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand redo" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand redo" -l on-conflict -d 'On conflict: refuse (default), warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand redo" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand redo" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand redo" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand redo" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand redo" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand redo" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand redo" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand redo" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand redo" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand recover" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand recover" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand recover" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand recover" -l format -d 'Format: human (default), json' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand recover" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand recover" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand recover" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand recover" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand recover" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand recover" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand recover" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand recover" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand recover" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand hook" -l settings -d 'With install: settings file (default: the project\'s)' -r -F
complete -c incise -n "__fish_incise_using_subcommand hook" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand hook" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand hook" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand hook" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand hook" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand hook" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand hook" -l claude -d 'With install: set up Claude Code'
complete -c incise -n "__fish_incise_using_subcommand hook" -l codex -d 'With install: set up Codex'
complete -c incise -n "__fish_incise_using_subcommand hook" -l write -d 'With install: change the settings file instead of printing it'
complete -c incise -n "__fish_incise_using_subcommand hook" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand hook" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand hook" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand hook" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand hook" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand hook" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand mcp" -l tools -d 'Offer only these tools, separated by commas' -r
complete -c incise -n "__fish_incise_using_subcommand mcp" -l profile -d 'Tools: native (default), anthropic, openai, filesystem, serena' -r -f -a "native\t''
anthropic\t''
openai\t''
filesystem\t''
serena\t''"
complete -c incise -n "__fish_incise_using_subcommand mcp" -l task -d 'Task for calls without a task (default: one per session)' -r
complete -c incise -n "__fish_incise_using_subcommand mcp" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand mcp" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand mcp" -l read-only -d 'Offer only tools that change nothing'
complete -c incise -n "__fish_incise_using_subcommand mcp" -l schemas -d 'Answer with JSON objects, and list their schemas'
complete -c incise -n "__fish_incise_using_subcommand mcp" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand mcp" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand schema" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand schema" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand explain" -l json -d 'Print a JSON object'
complete -c incise -n "__fish_incise_using_subcommand explain" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand explain" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand guide" -l short -d 'Print a one-screen version'
complete -c incise -n "__fish_incise_using_subcommand guide" -l skill -d 'Print it as a skill file (SKILL.md)'
complete -c incise -n "__fish_incise_using_subcommand guide" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand guide" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand completions" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand completions" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move copy merge patch apply replay files conflicts" -s h -l help -d 'Print help'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move copy merge patch apply replay files conflicts" -f -a "replace" -d 'Replace text that occurs exactly once, or as often as you say'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move copy merge patch apply replay files conflicts" -f -a "insert" -d 'Insert lines at a line number, or next to text or a region'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move copy merge patch apply replay files conflicts" -f -a "append" -d 'Append lines to a file, and create it if missing; `ensure` adds lines only once'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move copy merge patch apply replay files conflicts" -f -a "ensure" -d 'Make sure a file contains a line or a marked block; changes nothing if it does'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move copy merge patch apply replay files conflicts" -f -a "set" -d 'Set a key in JSON, TOML, YAML, INI or .env; nothing else changes'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move copy merge patch apply replay files conflicts" -f -a "unset" -d 'Delete a key from JSON, TOML, YAML, INI or .env; nothing else changes'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move copy merge patch apply replay files conflicts" -f -a "lines" -d 'Replace or delete lines, by number or by region'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move copy merge patch apply replay files conflicts" -f -a "create" -d 'Create a file; refused if it exists'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move copy merge patch apply replay files conflicts" -f -a "write" -d 'Write a whole file; an existing file needs --overwrite'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move copy merge patch apply replay files conflicts" -f -a "remove" -d 'Delete files'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move copy merge patch apply replay files conflicts" -f -a "move" -d 'Move or rename a file, or move definitions to another file'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move copy merge patch apply replay files conflicts" -f -a "copy" -d 'Copy definitions or sections to another file, unchanged'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move copy merge patch apply replay files conflicts" -f -a "merge" -d 'Three-way merge; writes the result to OURS'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move copy merge patch apply replay files conflicts" -f -a "patch" -d 'Apply a diff to one or more files, all of it or nothing'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move copy merge patch apply replay files conflicts" -f -a "apply" -d 'Apply JSON edits, in our format or another tool\'s; one edit, a list or a stream'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move copy merge patch apply replay files conflicts" -f -a "replay" -d 'Repeat edits from `incise log --export`; here or in another root'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move copy merge patch apply replay files conflicts" -f -a "files" -d 'Report problems in files: encoding, line endings, residue, syntax'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move copy merge patch apply replay files conflicts" -f -a "conflicts" -d 'List lines that other tasks wrote and this task has not seen'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l old -d 'Text to find, literal and unique; more pairs of --old and --new may follow' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l new -d 'New text, literal; \'\' deletes' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l old-file -d 'Read the old text from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l new-file -d 'Read the new text from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l blocks -d 'Read SEARCH/REPLACE blocks from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l nth -d 'Replace the Nth match; -1 is the last' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l expect -d 'Replace all matches if there are exactly N' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l site -d 'Replace the match with this ID from `check replace`' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l within -d 'Search lines A to B only; `A:` goes to the end, `$` is the last' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l symbol -d 'Definition with this name: Config::load, load@40' -r -f -a "(__incise_names symbol)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l section -d 'Section with this heading (Markdown, TOML, INI); A/B is B in A' -r -f -a "(__incise_names section)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l between -d 'Lines between two marker lines' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l match -d 'Tolerance: exact, mechanical (default) or fuzzy' -r -f -a "exact\t''
mechanical\t''
fuzzy\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l threshold -d 'Similarity for fuzzy, 0.5 to 1.0 (default 0.8)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l fix -d 'Undo shell escaping in both texts (escapes)' -r -f -a "escapes\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -s g -l glob -d 'Only files matching GLOB; `!GLOB` excludes them' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l exclude -d 'Exclude selected files matching GLOB' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -s t -l type -d 'Only files of TYPE: rust, py, md' -r -f -a "(__incise_types)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -s T -l type-not -d 'Exclude selected files of TYPE' -r -f -a "(__incise_types)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l files-from -d 'Use the files listed in FILE or `-`, one per line' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l all -d 'Replace every match'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l regex -d 'Treat the text to find as a regular expression'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l fancy -d 'Same as --regex, with look-around and back-references'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l ignore-case -d 'Ignore case'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -s w -l word -d 'Match whole words only'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l body -d 'Only the body of the symbol or section'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l keep-indent -d 'Insert new lines exactly as given'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l preserve-case -d 'Rename in all styles: fooBar, foo_bar, FOO_BAR'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l case-escapes -d 'Interpret \\U \\L \\u \\l \\E in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l if-found -d 'Skip named files that do not contain the text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l hidden -d 'Select hidden files and directories too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l no-ignore -d 'Select ignored files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -s 0 -l null -d 'Names in the list end with NUL, not a newline'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -s l -l files-with-matches -d 'Print only the names of the files that would change'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l line -d 'Insert after line N; 0 is the start, -1 or `$` the end; may be repeated, each time with a text' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l before -d 'Insert before TEXT, matched as in `replace`' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l after -d 'Insert after TEXT' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l at -d 'Position relative to the region: before, after, start, end' -r -f -a "before\t''
after\t''
start\t''
end\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l text -d 'Text to insert, literal, as whole lines' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l text-file -d 'Read the text from FILE, `-` is standard input' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l nth -d 'Insert next to the Nth match; -1 is the last' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l expect -d 'Insert even if the same edit was made before; N must be 1' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l site -d 'Insert next to the match with the ID from `check replace`' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l within -d 'Search lines A to B only; `A:` goes to the end, `$` is the last' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l symbol -d 'Definition with this name: Config::load, load@40' -r -f -a "(__incise_names symbol)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l section -d 'Section with this heading (Markdown, TOML, INI); A/B is B in A' -r -f -a "(__incise_names section)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l between -d 'Lines between two marker lines' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l match -d 'Tolerance: exact, mechanical (default) or fuzzy' -r -f -a "exact\t''
mechanical\t''
fuzzy\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l threshold -d 'Similarity for fuzzy, 0.5 to 1.0 (default 0.8)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l inline -d 'Insert exactly these bytes next to the match, not whole lines'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l regex -d 'Treat the text to find as a regular expression'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l fancy -d 'Same as --regex, with look-around and back-references'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l ignore-case -d 'Ignore case'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -s w -l word -d 'Match whole words only'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l body -d 'Only the body of the symbol or section'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l text -d 'Text to append, literal, as whole lines' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l text-file -d 'Read the text from FILE, `-` is standard input' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l existing -d 'Refuse a missing file instead of creating it'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l once -d 'Old name of --idempotent; see also `ensure`'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l line -d 'Line that the file must contain once, literal' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l matching -d 'Replace the line that matches REGEX; several matches are refused' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l block -d 'Text between the two --marker lines, literal, as whole lines' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l block-file -d 'Read the block from FILE, `-` is standard input' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l marker -d 'Mark the block with `# BEGIN NAME` and `# END NAME`' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l comment -d 'Comment prefix of the marker lines (default `#`); `<!-- -->` encloses them' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l before -d 'If missing: insert before the line with TEXT' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l after -d 'If missing: insert after the line with TEXT' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l symbol -d 'Definition with this name: Config::load, load@40' -r -f -a "(__incise_names symbol)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l section -d 'Section with this heading (Markdown, TOML, INI); A/B is B in A' -r -f -a "(__incise_names section)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l between -d 'Lines between two marker lines' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l at-start -d 'If missing: insert as the first line; with --before or --after: only if TEXT is not in the file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l at-end -d 'If missing: insert as the last line (default); with --before TEXT: before its first occurrence, or last if TEXT is not in the file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l regex -d 'Treat the TEXT of --before or --after as a regular expression'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l body -d 'Only the body of the symbol or section'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l absent -d 'Delete the line or block'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l create -d 'Create a missing file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l also -d 'Edit this document too, in the same way' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l dialect -d 'Format, if the name does not show it; git, systemd, php, env, json and others' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l from-file -d 'Read the value of the key from FILE, `-` is standard input' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l string -d 'The value is a string'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l number -d 'The value is a number'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l bool -d 'The value is true or false'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l null -d 'The value is null; give only keys'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l value-json -d 'The value is JSON: a list, an object or any other value'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l create -d 'Create a missing key, after its siblings'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l also -d 'Edit this document too, in the same way' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l dialect -d 'Format, if the name does not show it; git, systemd, php, env, json and others' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l symbol -d 'Definition with this name: Config::load, load@40' -r -f -a "(__incise_names symbol)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l section -d 'Section with this heading (Markdown, TOML, INI); A/B is B in A' -r -f -a "(__incise_names section)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l between -d 'Lines between two marker lines' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l text -d 'New lines, literal; a final newline is optional; \'\' deletes' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l text-file -d 'Read the text from FILE, `-` is standard input' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l body -d 'Only the body of the symbol or section'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l rename -d 'Allow the new text to define another name'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l delete -d 'Delete the lines'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l text -d 'Content, literal, as whole lines; \'\' creates an empty file' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l text-file -d 'Read the text from FILE, `-` is standard input' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l parents -d 'Create missing directories'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l text -d 'Content, literal, as whole lines' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l text-file -d 'Read the text from FILE, `-` is standard input' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l overwrite -d 'Replace an existing file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l symbol -d 'Definition with this name, its comments and decorators; may be given several times' -r -f -a "(__incise_names symbol)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l section -d 'Markdown section with this heading; may be given several times' -r -f -a "(__incise_names section)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l to -d 'Target file; may be the same file' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l after -d 'Place after the definition or section NAME' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l before -d 'Place before the definition or section NAME' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l into -d 'Place inside the definition or section NAME, such as a class' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l at -d 'Place at the end (default) or at the start' -r -f -a "before\t''
after\t''
start\t''
end\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l parents -d 'Create missing directories'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l symbol -d 'Definition with this name, its comments and decorators; may be given several times' -r -f -a "(__incise_names symbol)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l section -d 'Markdown section with this heading; may be given several times' -r -f -a "(__incise_names section)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l to -d 'Target file; may be the same file' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l after -d 'Place after the definition or section NAME' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l before -d 'Place before the definition or section NAME' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l into -d 'Place inside the definition or section NAME, such as a class' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l at -d 'Place at the end (default) or at the start' -r -f -a "before\t''
after\t''
start\t''
end\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from copy" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l solve -d 'Resolve the conflicts in FILE, with diff3 or zdiff3 markers' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l ours -d 'Take our side of every conflict'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l theirs -d 'Take the other side of every conflict'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l union -d 'Take both sides of every conflict, ours first'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l target -d 'Apply the diff to this file, whatever names it contains' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -s p -l strip -d 'Path components to strip from names (default: detected)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l include -d 'Apply only to files that match GLOB (repeatable)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l exclude -d 'Skip files that match GLOB (repeatable)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l whitespace -d 'Whitespace errors in added lines: fix or error' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l base -d 'File the diff was made from; `git` finds it in git' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l mode -d 'Mode: strict, tolerant, merge, fuzzy; default: strict if the diff has line numbers, otherwise tolerant' -r -f -a "strict\t''
tolerant\t''
merge\t''
fuzzy\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l threshold -d 'Similarity for fuzzy, 0.5 to 1.0 (default 0.8)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -s R -l reverse -d 'Apply the diff in reverse'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l strict-format -d 'Refuse a damaged diff instead of repairing it'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l recount -d 'Accept a last hunk shorter than its header says'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l allow-empty -d 'Succeed without changes if there is no diff'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l skip-applied -d 'Old name of --idempotent'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l stat -d 'Print a graph of the changes, apply nothing'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l numstat -d 'Print counts of changed lines, apply nothing'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l summary -d 'Print created, deleted, renamed files, apply nothing'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l print-repaired -d 'Print the diff as incise reads it, apply nothing'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l from -d 'Apply the fixes in another tool\'s output; lsp, sarif, rustc, ast-grep or eslint; only if the files are unchanged' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l rule -d 'With --from: apply only suggestions of this rule; may be repeated' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l from-json -d 'Same as REQUEST, as in other commands' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
skip\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l each -d 'Apply each element as its own transaction, with its own report; --on-conflict skip then skips lines that another task wrote'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l format -d 'Format: human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l expect-hash -d 'Refuse unless the file has this hash, from `view`' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l on-open -d 'If the file is open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l sync -d 'Safety in a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l lock-timeout -d 'How long to wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l task -d 'Name of the task that makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l on-stale -d 'If the file changed: refuse (default), rebase, merge' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l stdin-filename -d 'With `-`: name that determines the language' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l each -d 'Apply each entry as its own transaction; only if a dry run of all succeeds; stop at the first refusal'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -s n -l dry-run -d 'Preview the edit and write nothing'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l idempotent -d 'Succeed if the edit is already in place'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l force-shrink -d 'Allow an edit that leaves under a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l in-place -d 'Write into the existing file; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l no-journal -d 'Do not record the edit in the journal'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -s g -l glob -d 'Only files matching GLOB; `!GLOB` excludes them' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l exclude -d 'Exclude selected files matching GLOB' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -s t -l type -d 'Only files of TYPE: rust, py, md' -r -f -a "(__incise_types)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -s T -l type-not -d 'Exclude selected files of TYPE' -r -f -a "(__incise_types)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l files-from -d 'Use the files listed in FILE or `-`, one per line' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l format -d 'Format: human (default), json' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l hidden -d 'Select hidden files and directories too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l no-ignore -d 'Select ignored files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -s 0 -l null -d 'Names in the list end with NUL, not a newline'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l tracked -d 'Check the files in git\'s index below this directory'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l changed -d 'Check new and changed files, compared with the last commit; below this directory'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l strict -d 'Exit with 1 if a text file has findings'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -l task -d 'Task to check for; default: INCISE_TASK' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -l format -d 'Format: human (default), json' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -l color -d 'Use color: auto (default), always, never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -l max-diff-lines -d 'Maximum lines of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -l max-size -d 'Size limit for files (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -l full -d 'Do not shorten diffs, lines or lists'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -l diff -d 'Print complete diffs, even of private files'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -l binary -d 'Accept binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand set; and __incise_names pair >/dev/null" -f -a "(__incise_names pair)"
complete -c incise -n "__fish_incise_using_subcommand unset; and __incise_names key >/dev/null" -f -a "(__incise_names key)"
complete -c incise -n "__fish_incise_using_subcommand schema" -f -a "request report record error log explain"
complete -c incise -n "__fish_incise_using_subcommand explain" -f -a "not_found ambiguous count_mismatch already_applied exists out_of_range overlap hunk_failed partly_applied merge_conflict shrink residue indentation form encoding syntax not_that_symbol validation_failed not_editable nothing_to_undo usage bad_request mixed_modes bad_patch leftover_lines stale conflict undo_conflict locked open_elsewhere recovery_pending missing missing_parent permission no_space not_a_file attributes io sync_failed outside_root protected binary too_large read_only"
complete -c incise -n "__fish_incise_using_subcommand completions" -f -a "bash elvish fish powershell zsh"
complete -c incise -n "__fish_incise_using_subcommand help" -f -a "replace insert append ensure set unset lines create write remove move copy merge patch apply replay view log undo redo recover hook mcp schema explain guide completions check flags"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set; and __incise_names pair >/dev/null" -f -a "(__incise_names pair)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset; and __incise_names key >/dev/null" -f -a "(__incise_names key)"

# Prints each name in the file on the command line with its kind. Never runs any part of the command line. Asks only
# the `incise` in PATH, because `./incise` may be any program.
function __incise_names # symbol|section|key|pair
    set -l wanted $argv[1]
    set -l before ''
    set -l directory .
    set -l file ''
    set -l count 0
    set -l is_null ''
    set -l words (commandline -opc)
    set -e words[1]
    test "$words[1]" = check; and set -e words[1]
    set -e words[1]
    # `-C` may follow the file.
    for word in $words
        if string match -q -- '-C?*' "$before$word"
            set directory (string replace -r '^-C' '' -- $word)
        end
        set before ''
        test "$word" = -C; and set before -C
    end
    set before ''
    for word in $words
        if contains -- "$before" --after --also --at --backup --base --before --between --block --block-file --blocks --color --comment --conflicts --context --depth --dialect --encoding --exclude --expect --expect-hash --files-from --fix --format --from --from-file --from-json --glob --include --into --key --line --lock-timeout --marker --match --matching --max --max-diff-lines --max-size --mode --new --new-file --nth --old --old-file --on-conflict --on-open --on-stale --output --path --profile --reject-file --root --rule --rules --save-plan --section --settings --site --solve --stdin-filename --strip --symbol --sync --syntax --target --task --text --text-file --threshold --to --tools --type --type-not --validate --whitespace --within -C -T -g -o -p -t
            set before ''
            continue
        end
        set before $word
        switch $word
            case --null
                set is_null 1
            case '-?*'
            case '*'
                if test -n "$file"
                    set count (math $count + 1)
                else if string match -q '/*' -- $word
                    test -f "$word"; and set file $word
                else if test -f "$directory/$word"
                    set file $word
                end
        end
    end
    test -n "$file"; or return 1
    if test "$wanted" = pair
        test -n "$is_null" -o (math $count % 2) -eq 0; or return 1
        set wanted key
    end
    command -q incise; or return 1
    command incise view -C $directory --outline --raw -- $file 2>/dev/null </dev/null | while read -l -d \t name kind
        switch "$wanted,$kind"
            case 'section,heading' 'section,table' 'key,table' 'key,list' 'key,string' 'key,number' 'key,bool' 'key,null' 'key,time' 'key,* *'
                printf '%s\t%s\n' $name $kind
            case '*,heading' '*,table' '*,list' '*,string' '*,number' '*,bool' '*,null' '*,time' '* *'
            case 'symbol,*'
                printf '%s\t%s\n' $name $kind
        end
    end
end

function __incise_types
    string join \n ada agda aidl alire amake asciidoc asm asp ats avro awk bat batch bazel bitbake boxlang brotli buildstream bzip2 c cabal candid carp cbor ceylon cfml clojure cmake cmd cml coffeescript config container coq cpp creole crystal cs csharp cshtml csproj css csv cuda cython d dart devicetree dhall diff dita docker dockercompose dts dvc ebuild edn elisp elixir elm erb erlang fennel fidl fish flatbuffers fortran fsharp fut gap gdscript gleam gn go gprbuild gradle graphql groovy gzip h haml hare haskell hbs hs html hurl hy idris janet java jinja jl js json jsonl julia jupyter k kconfig kotlin lean less license lilypond lisp llvm lock log lua lz4 lzma m4 make mako man markdown matlab md meson minified mint mk ml mojo motoko msbuild nim nix objc objcpp ocaml org pants pascal pdf perl php pkgbuild po pod postscript prolog proto protobuf ps puppet purs py python qmake qml qrc qui r racket raku rdoc readme reasonml red rescript robot rocq rst ruby rust sass scala scdoc seed7 sh slim smarty sml solidity soy spark spec sql ssa stylus sv svelte svg swift swig systemd taskpaper tcl tex texinfo textile tf thrift toml ts twig txt typescript typoscript typst usd v vala vb vcl verilog vhdl vim vimscript vue webidl wgsl wiki xml xz yacc yaml yang z zig zsh zstd all
end
