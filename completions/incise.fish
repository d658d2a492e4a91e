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
complete -c incise -n "__fish_incise_needs_command" -f -a "replace" -d 'Replace a text that is there exactly once, or as often as you say'
complete -c incise -n "__fish_incise_needs_command" -f -a "insert" -d 'Insert lines at a line number, or beside a text or a region'
complete -c incise -n "__fish_incise_needs_command" -f -a "append" -d 'Add lines at the end of a file; makes a missing one. `ensure` adds them once'
complete -c incise -n "__fish_incise_needs_command" -f -a "ensure" -d 'Have a line or a marked block in a file once; unchanged if it is so'
complete -c incise -n "__fish_incise_needs_command" -f -a "set" -d 'Give a key of JSON, TOML, YAML, INI or .env a value; nothing else changes'
complete -c incise -n "__fish_incise_needs_command" -f -a "unset" -d 'Take a key out of JSON, TOML, YAML, INI or .env; nothing else changes'
complete -c incise -n "__fish_incise_needs_command" -f -a "lines" -d 'Replace or delete lines: by their numbers, or a region'
complete -c incise -n "__fish_incise_needs_command" -f -a "create" -d 'Make a new file; refuses an existing one'
complete -c incise -n "__fish_incise_needs_command" -f -a "write" -d 'Give the whole text of a file; refuses an existing one without --overwrite'
complete -c incise -n "__fish_incise_needs_command" -f -a "remove" -d 'Delete files'
complete -c incise -n "__fish_incise_needs_command" -f -a "move" -d 'Give a file another name; refuses an existing one'
complete -c incise -n "__fish_incise_needs_command" -f -a "merge" -d 'Put together what two files made of a third; the result goes into OURS'
complete -c incise -n "__fish_incise_needs_command" -f -a "patch" -d 'Apply a diff of one file or many, all of it or nothing'
complete -c incise -n "__fish_incise_needs_command" -f -a "apply" -d 'Apply edits in JSON, ours or another tool\'s; one, a list or a stream'
complete -c incise -n "__fish_incise_needs_command" -f -a "replay" -d 'Do again what `incise log --export` wrote; here or below another root'
complete -c incise -n "__fish_incise_needs_command" -f -a "view" -d 'Show numbered lines and the hash that --expect-hash takes'
complete -c incise -n "__fish_incise_needs_command" -f -a "log" -d 'List what was done in this workspace, the newest first; show one entry\'s diff'
complete -c incise -n "__fish_incise_needs_command" -f -a "undo" -d 'Take back the latest edit, one of `incise log`, or all of a task'
complete -c incise -n "__fish_incise_needs_command" -f -a "redo" -d 'Take back the latest undo, or one of `incise log`'
complete -c incise -n "__fish_incise_needs_command" -f -a "recover" -d 'Complete or take back what a crash interrupted'
complete -c incise -n "__fish_incise_needs_command" -f -a "hook" -d 'Check and log the edits of an agent\'s own tools; started by the agent'
complete -c incise -n "__fish_incise_needs_command" -f -a "mcp" -d 'Serve the edits over the Model Context Protocol; started by a client'
complete -c incise -n "__fish_incise_needs_command" -f -a "schema" -d 'Print the JSON Schema of what goes in or comes out'
complete -c incise -n "__fish_incise_needs_command" -f -a "explain" -d 'Say what a refusal means, with an example and the way out'
complete -c incise -n "__fish_incise_needs_command" -f -a "guide" -d 'Say how to work with incise; for agents'
complete -c incise -n "__fish_incise_needs_command" -f -a "completions" -d 'Print completions for a shell'
complete -c incise -n "__fish_incise_needs_command" -f -a "check" -d 'The same as the command after it, read-only; or a look at files'
complete -c incise -n "__fish_incise_needs_command" -f -a "help" -d 'Show the page of a command, or of the flags that commands share'
complete -c incise -n "__fish_incise_using_subcommand replace" -l old -d 'Text to find, literal, there once; more pairs may follow' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l new -d 'Text to put there, literal; \'\' deletes' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l old-file -d 'Read the old text from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand replace" -l new-file -d 'Read the new text from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand replace" -l blocks -d 'Read SEARCH/REPLACE blocks from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand replace" -l nth -d 'Replace the Nth place; -1 is the last' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l expect -d 'Replace every place, which must be N in all' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l site -d 'The place with the id `check replace` prints' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l within -d 'Look in lines A to B only; `A:` goes to the end, `$` is the last' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l symbol -d 'The definition of this name: Config::load, load@40' -r -f -a "(__incise_names symbol)"
complete -c incise -n "__fish_incise_using_subcommand replace" -l section -d 'The section under this heading of Markdown, TOML or INI; A/B is B in A' -r -f -a "(__incise_names section)"
complete -c incise -n "__fish_incise_using_subcommand replace" -l between -d 'The lines between two marker lines' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l match -d 'exact, mechanical (default) or fuzzy' -r -f -a "exact\t''
mechanical\t''
fuzzy\t''"
complete -c incise -n "__fish_incise_using_subcommand replace" -l threshold -d 'Similarity for fuzzy, 0.5 to 1.0 (default 0.8)' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l fix -d 'Repair a damage to both texts: escapes' -r -f -a "escapes\t''"
complete -c incise -n "__fish_incise_using_subcommand replace" -s g -l glob -d 'Files matching GLOB below PATH; `!GLOB`: not those' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l exclude -d 'Of selected files, not those matching GLOB' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -s t -l type -d 'Files of TYPE below PATH, or here: rust, py, md' -r -f -a "(__incise_types)"
complete -c incise -n "__fish_incise_using_subcommand replace" -s T -l type-not -d 'Of selected files, not those of TYPE' -r -f -a "(__incise_types)"
complete -c incise -n "__fish_incise_using_subcommand replace" -l files-from -d 'The files listed in FILE or `-`, one a line' -r -F
complete -c incise -n "__fish_incise_using_subcommand replace" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand replace" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand replace" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand replace" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand replace" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand replace" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand replace" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand replace" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand replace" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand replace" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand replace" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand replace" -l backup -d 'Keep the old bytes beside the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l validate -d 'Run COMMAND on the new text first, `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand replace" -l save-plan -d 'With -n: write the plan for `apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand replace" -l all -d 'Replace every place'
complete -c incise -n "__fish_incise_using_subcommand replace" -l regex -d 'Take the text to find for a regular expression'
complete -c incise -n "__fish_incise_using_subcommand replace" -l fancy -d 'The same with look-around and back-references'
complete -c incise -n "__fish_incise_using_subcommand replace" -l ignore-case -d 'Take upper and lower case for the same'
complete -c incise -n "__fish_incise_using_subcommand replace" -s w -l word -d 'Find whole words only'
complete -c incise -n "__fish_incise_using_subcommand replace" -l body -d 'The inside of the symbol or section alone'
complete -c incise -n "__fish_incise_using_subcommand replace" -l keep-indent -d 'Never indent new lines as their place asks'
complete -c incise -n "__fish_incise_using_subcommand replace" -l preserve-case -d 'Rename in every style: fooBar, foo_bar, FOO_BAR'
complete -c incise -n "__fish_incise_using_subcommand replace" -l case-escapes -d 'Read \\U \\L \\u \\l \\E in the new text of a pattern'
complete -c incise -n "__fish_incise_using_subcommand replace" -l if-found -d 'Leave named files alone that lack the text'
complete -c incise -n "__fish_incise_using_subcommand replace" -l hidden -d 'Select hidden files and directories too'
complete -c incise -n "__fish_incise_using_subcommand replace" -l no-ignore -d 'Select what .gitignore and its like name, too'
complete -c incise -n "__fish_incise_using_subcommand replace" -s 0 -l null -d 'The list separates names by NUL, not by lines'
complete -c incise -n "__fish_incise_using_subcommand replace" -l interactive -d 'Ask about each place, then make what was chosen'
complete -c incise -n "__fish_incise_using_subcommand replace" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand replace" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand replace" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand replace" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand replace" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand replace" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand replace" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand replace" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand replace" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand replace" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand replace" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand replace" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand replace" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand replace" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand insert" -l line -d 'After line N; 0 is the beginning, -1 or `$` the end' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l before -d 'Before the place where TEXT is, found as `replace` finds it' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l after -d 'After the place where TEXT is' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l at -d 'Beside the region or at an end of its inside: before, after, start, end' -r -f -a "before\t''
after\t''
start\t''
end\t''"
complete -c incise -n "__fish_incise_using_subcommand insert" -l text -d 'Text to insert, literal, as whole lines' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l text-file -d 'Read the text from FILE, `-` is standard input' -r -F
complete -c incise -n "__fish_incise_using_subcommand insert" -l nth -d 'Beside the Nth place; -1 is the last' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l expect -d 'Beside the only place, once more if need be; N is 1' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l site -d 'Beside the place with the id `check replace` prints' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l within -d 'Look in lines A to B only; `A:` goes to the end, `$` is the last' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l symbol -d 'The definition of this name: Config::load, load@40' -r -f -a "(__incise_names symbol)"
complete -c incise -n "__fish_incise_using_subcommand insert" -l section -d 'The section under this heading of Markdown, TOML or INI; A/B is B in A' -r -f -a "(__incise_names section)"
complete -c incise -n "__fish_incise_using_subcommand insert" -l between -d 'The lines between two marker lines' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l match -d 'exact, mechanical (default) or fuzzy' -r -f -a "exact\t''
mechanical\t''
fuzzy\t''"
complete -c incise -n "__fish_incise_using_subcommand insert" -l threshold -d 'Similarity for fuzzy, 0.5 to 1.0 (default 0.8)' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand insert" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand insert" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand insert" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand insert" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand insert" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand insert" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand insert" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand insert" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand insert" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand insert" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand insert" -l backup -d 'Keep the old bytes beside the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l validate -d 'Run COMMAND on the new text first, `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand insert" -l save-plan -d 'With -n: write the plan for `apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand insert" -l inline -d 'Insert the very bytes right at the found text, not whole lines'
complete -c incise -n "__fish_incise_using_subcommand insert" -l regex -d 'Take the text to find for a regular expression'
complete -c incise -n "__fish_incise_using_subcommand insert" -l fancy -d 'The same with look-around and back-references'
complete -c incise -n "__fish_incise_using_subcommand insert" -l ignore-case -d 'Take upper and lower case for the same'
complete -c incise -n "__fish_incise_using_subcommand insert" -s w -l word -d 'Find whole words only'
complete -c incise -n "__fish_incise_using_subcommand insert" -l body -d 'The inside of the symbol or section alone'
complete -c incise -n "__fish_incise_using_subcommand insert" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand insert" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand insert" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand insert" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand insert" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand insert" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand insert" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand insert" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand insert" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand insert" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand insert" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand insert" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand insert" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand insert" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand append" -l text -d 'Text to append, literal, as whole lines' -r
complete -c incise -n "__fish_incise_using_subcommand append" -l text-file -d 'Read the text from FILE, `-` is standard input' -r -F
complete -c incise -n "__fish_incise_using_subcommand append" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand append" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand append" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand append" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand append" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand append" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand append" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand append" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand append" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand append" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand append" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand append" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand append" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand append" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand append" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand append" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand append" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand append" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand append" -l backup -d 'Keep the old bytes beside the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand append" -l validate -d 'Run COMMAND on the new text first, `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand append" -l save-plan -d 'With -n: write the plan for `apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand append" -l existing -d 'Refuse a missing file instead of making it'
complete -c incise -n "__fish_incise_using_subcommand append" -l once -d 'The old name of --idempotent; `ensure` has a line once wherever it stands'
complete -c incise -n "__fish_incise_using_subcommand append" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand append" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand append" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand append" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand append" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand append" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand append" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand append" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand append" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand append" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand append" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand append" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand append" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand append" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l line -d 'The line that is there once, literal' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l matching -d 'The one line that matches becomes TEXT; several are refused' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l block -d 'The text between the two lines of --marker, literal, as whole lines' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l block-file -d 'Read the block from FILE, `-` is standard input' -r -F
complete -c incise -n "__fish_incise_using_subcommand ensure" -l marker -d 'The block stands between `# BEGIN NAME` and `# END NAME`' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l comment -d 'What the marker lines begin with (default `#`); `<!-- -->` goes around' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l before -d 'If it is missing: before the line where TEXT is' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l after -d 'If it is missing: after the line where TEXT is' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l symbol -d 'The definition of this name: Config::load, load@40' -r -f -a "(__incise_names symbol)"
complete -c incise -n "__fish_incise_using_subcommand ensure" -l section -d 'The section under this heading of Markdown, TOML or INI; A/B is B in A' -r -f -a "(__incise_names section)"
complete -c incise -n "__fish_incise_using_subcommand ensure" -l between -d 'The lines between two marker lines' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand ensure" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand ensure" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand ensure" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand ensure" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand ensure" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand ensure" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand ensure" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand ensure" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand ensure" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand ensure" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand ensure" -l backup -d 'Keep the old bytes beside the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l validate -d 'Run COMMAND on the new text first, `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand ensure" -l save-plan -d 'With -n: write the plan for `apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand ensure" -l at-start -d 'If it is missing: as the first line; beside --before or --after, if TEXT is missing too'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l at-end -d 'If it is missing: as the last line, the default; beside --before X, before the first X, or last if there is none'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l regex -d 'Take the TEXT of --before or --after for a regular expression'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l body -d 'The inside of the symbol or section alone'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l absent -d 'There is no such line or block'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l create -d 'Make a missing file'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand ensure" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand ensure" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand ensure" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand ensure" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand set" -l also -d 'Edit this document the same way' -r -F
complete -c incise -n "__fish_incise_using_subcommand set" -l dialect -d 'Kind of the document, if its name does not tell: git, systemd, php, env, json and so on' -r
complete -c incise -n "__fish_incise_using_subcommand set" -l from-file -d 'Read the value of the one key from FILE, `-` is standard input' -r -F
complete -c incise -n "__fish_incise_using_subcommand set" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand set" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand set" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand set" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand set" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand set" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand set" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand set" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand set" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand set" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand set" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand set" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand set" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand set" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand set" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand set" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand set" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand set" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand set" -l backup -d 'Keep the old bytes beside the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand set" -l validate -d 'Run COMMAND on the new text first, `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand set" -l save-plan -d 'With -n: write the plan for `apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand set" -l string -d 'The value is a string'
complete -c incise -n "__fish_incise_using_subcommand set" -l number -d 'The value is a number'
complete -c incise -n "__fish_incise_using_subcommand set" -l bool -d 'The value is true or false'
complete -c incise -n "__fish_incise_using_subcommand set" -l null -d 'The value is null: only keys are given'
complete -c incise -n "__fish_incise_using_subcommand set" -l value-json -d 'The value is written in JSON: a list, a table or any other'
complete -c incise -n "__fish_incise_using_subcommand set" -l create -d 'Make a missing key, after the last one beside it'
complete -c incise -n "__fish_incise_using_subcommand set" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand set" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand set" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand set" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand set" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand set" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand set" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand set" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand set" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand set" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand set" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand set" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand set" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand set" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand unset" -l also -d 'Edit this document the same way' -r -F
complete -c incise -n "__fish_incise_using_subcommand unset" -l dialect -d 'Kind of the document, if its name does not tell: git, systemd, php, env, json and so on' -r
complete -c incise -n "__fish_incise_using_subcommand unset" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand unset" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand unset" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand unset" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand unset" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand unset" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand unset" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand unset" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand unset" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand unset" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand unset" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand unset" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand unset" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand unset" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand unset" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand unset" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand unset" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand unset" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand unset" -l backup -d 'Keep the old bytes beside the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand unset" -l validate -d 'Run COMMAND on the new text first, `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand unset" -l save-plan -d 'With -n: write the plan for `apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand unset" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand unset" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand unset" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand unset" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand unset" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand unset" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand unset" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand unset" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand unset" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand unset" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand unset" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand unset" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand unset" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand unset" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand lines" -l symbol -d 'The definition of this name: Config::load, load@40' -r -f -a "(__incise_names symbol)"
complete -c incise -n "__fish_incise_using_subcommand lines" -l section -d 'The section under this heading of Markdown, TOML or INI; A/B is B in A' -r -f -a "(__incise_names section)"
complete -c incise -n "__fish_incise_using_subcommand lines" -l between -d 'The lines between two marker lines' -r
complete -c incise -n "__fish_incise_using_subcommand lines" -l text -d 'What the lines become, literal; \'\' deletes them' -r
complete -c incise -n "__fish_incise_using_subcommand lines" -l text-file -d 'Read the text from FILE, `-` is standard input' -r -F
complete -c incise -n "__fish_incise_using_subcommand lines" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand lines" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand lines" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand lines" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand lines" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand lines" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand lines" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand lines" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand lines" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand lines" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand lines" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand lines" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand lines" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand lines" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand lines" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand lines" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand lines" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand lines" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand lines" -l backup -d 'Keep the old bytes beside the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand lines" -l validate -d 'Run COMMAND on the new text first, `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand lines" -l save-plan -d 'With -n: write the plan for `apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand lines" -l body -d 'The inside of the symbol or section alone'
complete -c incise -n "__fish_incise_using_subcommand lines" -l rename -d 'Let the new text define something of another name'
complete -c incise -n "__fish_incise_using_subcommand lines" -l delete -d 'Delete the lines'
complete -c incise -n "__fish_incise_using_subcommand lines" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand lines" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand lines" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand lines" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand lines" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand lines" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand lines" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand lines" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand lines" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand lines" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand lines" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand lines" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand lines" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand lines" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand create" -l text -d 'The whole text, literal, as whole lines; \'\' makes an empty file' -r
complete -c incise -n "__fish_incise_using_subcommand create" -l text-file -d 'Read the text from FILE, `-` is standard input' -r -F
complete -c incise -n "__fish_incise_using_subcommand create" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand create" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand create" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand create" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand create" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand create" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand create" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand create" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand create" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand create" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand create" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand create" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand create" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand create" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand create" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand create" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand create" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand create" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand create" -l backup -d 'Keep the old bytes beside the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand create" -l validate -d 'Run COMMAND on the new text first, `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand create" -l save-plan -d 'With -n: write the plan for `apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand create" -l parents -d 'Make missing directories'
complete -c incise -n "__fish_incise_using_subcommand create" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand create" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand create" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand create" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand create" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand create" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand create" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand create" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand create" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand create" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand create" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand create" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand create" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand create" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand write" -l text -d 'The whole text, literal, as whole lines' -r
complete -c incise -n "__fish_incise_using_subcommand write" -l text-file -d 'Read the text from FILE, `-` is standard input' -r -F
complete -c incise -n "__fish_incise_using_subcommand write" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand write" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand write" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand write" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand write" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand write" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand write" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand write" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand write" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand write" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand write" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand write" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand write" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand write" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand write" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand write" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand write" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand write" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand write" -l backup -d 'Keep the old bytes beside the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand write" -l validate -d 'Run COMMAND on the new text first, `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand write" -l save-plan -d 'With -n: write the plan for `apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand write" -l overwrite -d 'Replace an existing file'
complete -c incise -n "__fish_incise_using_subcommand write" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand write" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand write" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand write" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand write" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand write" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand write" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand write" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand write" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand write" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand write" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand write" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand write" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand write" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand remove" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand remove" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand remove" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand remove" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand remove" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand remove" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand remove" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand remove" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand remove" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand remove" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand remove" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand remove" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand remove" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand remove" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand remove" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand remove" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand remove" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand remove" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand remove" -l backup -d 'Keep the old bytes beside the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand remove" -l validate -d 'Run COMMAND on the new text first, `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand remove" -l save-plan -d 'With -n: write the plan for `apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand remove" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand remove" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand remove" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand remove" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand remove" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand remove" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand remove" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand remove" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand remove" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand remove" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand remove" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand remove" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand remove" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand remove" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand move" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand move" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand move" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand move" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand move" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand move" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand move" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand move" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand move" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand move" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand move" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand move" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand move" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand move" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand move" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand move" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand move" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand move" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand move" -l backup -d 'Keep the old bytes beside the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand move" -l validate -d 'Run COMMAND on the new text first, `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand move" -l save-plan -d 'With -n: write the plan for `apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand move" -l parents -d 'Make missing directories'
complete -c incise -n "__fish_incise_using_subcommand move" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand move" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand move" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand move" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand move" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand move" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand move" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand move" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand move" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand move" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand move" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand move" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand move" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand move" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand merge" -l solve -d 'Solve the conflicts that stand in FILE with diff3 or zdiff3 markers' -r -F
complete -c incise -n "__fish_incise_using_subcommand merge" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand merge" -s o -l output -d 'Write the result to FILE, `-` is standard output; leave OURS alone' -r -F
complete -c incise -n "__fish_incise_using_subcommand merge" -l conflicts -d 'Show conflicts in it: merge, diff3 or zdiff3' -r -f -a "merge\t''
diff3\t''
zdiff3\t''"
complete -c incise -n "__fish_incise_using_subcommand merge" -l rules -d 'Rules that settle conflicts: none, proved or all (default; proved with --git-driver)' -r
complete -c incise -n "__fish_incise_using_subcommand merge" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand merge" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand merge" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand merge" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand merge" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand merge" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand merge" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand merge" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand merge" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand merge" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand merge" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand merge" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand merge" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand merge" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand merge" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand merge" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand merge" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand merge" -l backup -d 'Keep the old bytes beside the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand merge" -l validate -d 'Run COMMAND on the new text first, `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand merge" -l save-plan -d 'With -n: write the plan for `apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand merge" -l ours -d 'Take our side of every conflict'
complete -c incise -n "__fish_incise_using_subcommand merge" -l theirs -d 'Take the other side of every conflict'
complete -c incise -n "__fish_incise_using_subcommand merge" -l union -d 'Take both sides of every conflict, ours first'
complete -c incise -n "__fish_incise_using_subcommand merge" -l git-driver -d 'As git calls a merge driver: leave conflicts marked in OURS'
complete -c incise -n "__fish_incise_using_subcommand merge" -l partial -d 'With --solve: write what is solved, leave the others marked; exit 1'
complete -c incise -n "__fish_incise_using_subcommand merge" -l propose -d 'Leave every conflict marked, with the result of its rule between the markers'
complete -c incise -n "__fish_incise_using_subcommand merge" -l accept -d 'With --solve: take the proposed results'
complete -c incise -n "__fish_incise_using_subcommand merge" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand merge" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand merge" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand merge" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand merge" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand merge" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand merge" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand merge" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand merge" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand merge" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand merge" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand merge" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand merge" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand merge" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand patch" -l target -d 'The only file to apply it to, whatever its name' -r -F
complete -c incise -n "__fish_incise_using_subcommand patch" -s p -l strip -d 'Leading components to drop from names (found out when left out)' -r
complete -c incise -n "__fish_incise_using_subcommand patch" -l include -d 'Only the files whose names match GLOB (repeatable)' -r
complete -c incise -n "__fish_incise_using_subcommand patch" -l exclude -d 'Not the files whose names match GLOB (repeatable)' -r
complete -c incise -n "__fish_incise_using_subcommand patch" -l whitespace -d 'Stray blanks in added lines: fix or error' -r
complete -c incise -n "__fish_incise_using_subcommand patch" -l base -d 'Text the diff was made from; `git`: its blobs' -r -F
complete -c incise -n "__fish_incise_using_subcommand patch" -l mode -d 'strict (default for numbered diffs), tolerant, merge or fuzzy' -r -f -a "strict\t''
tolerant\t''
merge\t''
fuzzy\t''"
complete -c incise -n "__fish_incise_using_subcommand patch" -l threshold -d 'Similarity for fuzzy, 0.5 to 1.0 (default 0.8)' -r
complete -c incise -n "__fish_incise_using_subcommand patch" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand patch" -l output -d 'Write the result to FILE and leave the target alone' -r -F
complete -c incise -n "__fish_incise_using_subcommand patch" -l conflicts -d 'Conflicts there: merge (default), diff3, zdiff3' -r -f -a "merge\t''
diff3\t''
zdiff3\t''"
complete -c incise -n "__fish_incise_using_subcommand patch" -l reject-file -d 'When hunks fail, write them to FILE as a diff' -r -F
complete -c incise -n "__fish_incise_using_subcommand patch" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand patch" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand patch" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand patch" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand patch" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand patch" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand patch" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand patch" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand patch" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand patch" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand patch" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand patch" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand patch" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand patch" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand patch" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand patch" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand patch" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand patch" -l backup -d 'Keep the old bytes beside the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand patch" -l validate -d 'Run COMMAND on the new text first, `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand patch" -l save-plan -d 'With -n: write the plan for `apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand patch" -s R -l reverse -d 'Apply it backwards'
complete -c incise -n "__fish_incise_using_subcommand patch" -l strict-format -d 'Refuse a damaged diff instead of repairing it'
complete -c incise -n "__fish_incise_using_subcommand patch" -l recount -d 'Take the last hunk for whole, whatever it counts'
complete -c incise -n "__fish_incise_using_subcommand patch" -l allow-empty -d 'A text without a diff changes nothing'
complete -c incise -n "__fish_incise_using_subcommand patch" -l skip-applied -d 'The old name of --idempotent'
complete -c incise -n "__fish_incise_using_subcommand patch" -l interactive -d 'Ask about each place, then make what was chosen'
complete -c incise -n "__fish_incise_using_subcommand patch" -l in-file -d 'Write what fits, and conflicts where hunks fail; exit 1'
complete -c incise -n "__fish_incise_using_subcommand patch" -l stat -d 'Only print what changes, as a graph'
complete -c incise -n "__fish_incise_using_subcommand patch" -l numstat -d 'Only print added and removed lines as numbers'
complete -c incise -n "__fish_incise_using_subcommand patch" -l summary -d 'Only print what is created, deleted, renamed'
complete -c incise -n "__fish_incise_using_subcommand patch" -l apply -d 'With --stat and its like: apply the diff as well'
complete -c incise -n "__fish_incise_using_subcommand patch" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand patch" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand patch" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand patch" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand patch" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand patch" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand patch" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand patch" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand patch" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand patch" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand patch" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand patch" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand patch" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand patch" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand apply" -l from -d 'Read what another tool printed, in this format, and apply what it would apply itself, if the files are still those that it saw' -r
complete -c incise -n "__fish_incise_using_subcommand apply" -l rule -d 'With --from: only the suggestions of this rule; may be repeated' -r
complete -c incise -n "__fish_incise_using_subcommand apply" -l from-json -d 'The same, as every other command has it' -r -F
complete -c incise -n "__fish_incise_using_subcommand apply" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand apply" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand apply" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand apply" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand apply" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand apply" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand apply" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand apply" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand apply" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand apply" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand apply" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand apply" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand apply" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand apply" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand apply" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
skip\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand apply" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand apply" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand apply" -l backup -d 'Keep the old bytes beside the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand apply" -l validate -d 'Run COMMAND on the new text first, `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand apply" -l save-plan -d 'With -n: write the plan for `apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand apply" -l each -d 'Make every element its own transaction, one report line each; then --on-conflict skip leaves out what another task wrote'
complete -c incise -n "__fish_incise_using_subcommand apply" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand apply" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand apply" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand apply" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand apply" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand apply" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand apply" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand apply" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand apply" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand apply" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand apply" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand apply" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand apply" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand apply" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand replay" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand replay" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand replay" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand replay" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand replay" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand replay" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand replay" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand replay" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand replay" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand replay" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand replay" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand replay" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand replay" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand replay" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand replay" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand replay" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand replay" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand replay" -l backup -d 'Keep the old bytes beside the file (.bak)' -r
complete -c incise -n "__fish_incise_using_subcommand replay" -l validate -d 'Run COMMAND on the new text first, `{}` is its path' -r
complete -c incise -n "__fish_incise_using_subcommand replay" -l save-plan -d 'With -n: write the plan for `apply` to FILE' -r -F
complete -c incise -n "__fish_incise_using_subcommand replay" -l each -d 'Make every entry its own transaction and its own entry of the journal; stop at the first that is refused'
complete -c incise -n "__fish_incise_using_subcommand replay" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand replay" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand replay" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand replay" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand replay" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand replay" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand replay" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand replay" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand replay" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand replay" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand replay" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand replay" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand replay" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand replay" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand view" -l symbol -d 'The definition of this name: Config::load, load@40' -r -f -a "(__incise_names symbol)"
complete -c incise -n "__fish_incise_using_subcommand view" -l section -d 'The section under this heading of Markdown, TOML or INI; A/B is B in A' -r -f -a "(__incise_names section)"
complete -c incise -n "__fish_incise_using_subcommand view" -l between -d 'The lines between two marker lines' -r
complete -c incise -n "__fish_incise_using_subcommand view" -l key -d 'The entry of this key of a document, for example package.version' -r -f -a "(__incise_names key)"
complete -c incise -n "__fish_incise_using_subcommand view" -l dialect -d 'Kind of the document, if its name does not tell: git, systemd, php, env, json and so on' -r
complete -c incise -n "__fish_incise_using_subcommand view" -l depth -d 'How many levels of the outline' -r
complete -c incise -n "__fish_incise_using_subcommand view" -l task -d 'Who reads: edits of others made until now are known to this task' -r
complete -c incise -n "__fish_incise_using_subcommand view" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand view" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand view" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand view" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand view" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand view" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand view" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand view" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand view" -l body -d 'The inside of the symbol or section alone'
complete -c incise -n "__fish_incise_using_subcommand view" -l raw -d 'Print the value of the key alone, a string without its quotes; with --outline name and kind'
complete -c incise -n "__fish_incise_using_subcommand view" -l outline -d 'Show no lines but what has a name: definitions, headings or keys'
complete -c incise -n "__fish_incise_using_subcommand view" -l anchors -d 'Give each line the hash that `lines` takes: 12:a3f1c09b77e2'
complete -c incise -n "__fish_incise_using_subcommand view" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand view" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand view" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand view" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand view" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand view" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand view" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand log" -l path -d 'Only what concerns this file' -r -F
complete -c incise -n "__fish_incise_using_subcommand log" -l task -d 'Only what this task did' -r
complete -c incise -n "__fish_incise_using_subcommand log" -l max -d 'At most N entries, the newest' -r
complete -c incise -n "__fish_incise_using_subcommand log" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand log" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand log" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand log" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand log" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand log" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand log" -l export -d 'Print what `incise replay` reads: JSON lines, the oldest first'
complete -c incise -n "__fish_incise_using_subcommand log" -l prune -d 'Drop what is too old or too much'
complete -c incise -n "__fish_incise_using_subcommand log" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand log" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand log" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand log" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand log" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand log" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand undo" -l task -d 'Undo every edit of this task; with an entry: who undoes it' -r
complete -c incise -n "__fish_incise_using_subcommand undo" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand undo" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand undo" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand undo" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand undo" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand undo" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand undo" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand undo" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand undo" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand undo" -l on-conflict -d 'Lines of another task: refuse, warn or force' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand undo" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand undo" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand undo" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand undo" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand undo" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand undo" -l allow-read-only -d 'Change a read-only file'
complete -c incise -n "__fish_incise_using_subcommand undo" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand undo" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand undo" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand redo" -l task -d 'Who redoes it' -r
complete -c incise -n "__fish_incise_using_subcommand redo" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand redo" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand redo" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand redo" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand redo" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand redo" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand redo" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand redo" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand redo" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand redo" -l on-conflict -d 'Lines of another task: refuse, warn or force' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand redo" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand redo" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand redo" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand redo" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand redo" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand redo" -l allow-read-only -d 'Change a read-only file'
complete -c incise -n "__fish_incise_using_subcommand redo" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand redo" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand redo" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand recover" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand recover" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand recover" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand recover" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand recover" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand recover" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand recover" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand recover" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand recover" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand recover" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand recover" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand recover" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand recover" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand hook" -l settings -d 'With install: the file with the settings' -r -F
complete -c incise -n "__fish_incise_using_subcommand hook" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand hook" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand hook" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand hook" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand hook" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand hook" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand hook" -l claude -d 'With install: for Claude Code'
complete -c incise -n "__fish_incise_using_subcommand hook" -l codex -d 'With install: for Codex'
complete -c incise -n "__fish_incise_using_subcommand hook" -l write -d 'With install: add the lines to the settings, not only show them'
complete -c incise -n "__fish_incise_using_subcommand hook" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand hook" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand hook" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand hook" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand hook" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand hook" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand mcp" -l tools -d 'Offer only these tools, separated by commas' -r
complete -c incise -n "__fish_incise_using_subcommand mcp" -l profile -d 'Vocabulary: native (default), anthropic, openai, filesystem, serena' -r -f -a "native\t''
anthropic\t''
openai\t''
filesystem\t''
serena\t''"
complete -c incise -n "__fish_incise_using_subcommand mcp" -l task -d 'Task of calls that name none (default: a task of its own)' -r
complete -c incise -n "__fish_incise_using_subcommand mcp" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand mcp" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand mcp" -l read-only -d 'Offer only tools that change nothing'
complete -c incise -n "__fish_incise_using_subcommand mcp" -l schemas -d 'Answer with objects, not words, and list their schemas'
complete -c incise -n "__fish_incise_using_subcommand mcp" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand mcp" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand schema" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand schema" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand explain" -l json -d 'Print one JSON object'
complete -c incise -n "__fish_incise_using_subcommand explain" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand explain" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand guide" -l short -d 'Print one screen of it'
complete -c incise -n "__fish_incise_using_subcommand guide" -l skill -d 'Print it as the text of a skill file (SKILL.md)'
complete -c incise -n "__fish_incise_using_subcommand guide" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand guide" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand completions" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand completions" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move merge patch apply replay files conflicts" -s h -l help -d 'Print help'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move merge patch apply replay files conflicts" -f -a "replace" -d 'Replace a text that is there exactly once, or as often as you say'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move merge patch apply replay files conflicts" -f -a "insert" -d 'Insert lines at a line number, or beside a text or a region'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move merge patch apply replay files conflicts" -f -a "append" -d 'Add lines at the end of a file; makes a missing one. `ensure` adds them once'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move merge patch apply replay files conflicts" -f -a "ensure" -d 'Have a line or a marked block in a file once; unchanged if it is so'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move merge patch apply replay files conflicts" -f -a "set" -d 'Give a key of JSON, TOML, YAML, INI or .env a value; nothing else changes'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move merge patch apply replay files conflicts" -f -a "unset" -d 'Take a key out of JSON, TOML, YAML, INI or .env; nothing else changes'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move merge patch apply replay files conflicts" -f -a "lines" -d 'Replace or delete lines: by their numbers, or a region'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move merge patch apply replay files conflicts" -f -a "create" -d 'Make a new file; refuses an existing one'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move merge patch apply replay files conflicts" -f -a "write" -d 'Give the whole text of a file; refuses an existing one without --overwrite'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move merge patch apply replay files conflicts" -f -a "remove" -d 'Delete files'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move merge patch apply replay files conflicts" -f -a "move" -d 'Give a file another name; refuses an existing one'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move merge patch apply replay files conflicts" -f -a "merge" -d 'Put together what two files made of a third; the result goes into OURS'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move merge patch apply replay files conflicts" -f -a "patch" -d 'Apply a diff of one file or many, all of it or nothing'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move merge patch apply replay files conflicts" -f -a "apply" -d 'Apply edits in JSON, ours or another tool\'s; one, a list or a stream'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move merge patch apply replay files conflicts" -f -a "replay" -d 'Do again what `incise log --export` wrote; here or below another root'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move merge patch apply replay files conflicts" -f -a "files" -d 'Report findings about files: encoding, line endings, residue, syntax'
complete -c incise -n "__fish_incise_using_subcommand check; and not __fish_seen_subcommand_from replace insert append ensure set unset lines create write remove move merge patch apply replay files conflicts" -f -a "conflicts" -d 'Tell what other tasks wrote since this one last read or wrote its files'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l old -d 'Text to find, literal, there once; more pairs may follow' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l new -d 'Text to put there, literal; \'\' deletes' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l old-file -d 'Read the old text from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l new-file -d 'Read the new text from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l blocks -d 'Read SEARCH/REPLACE blocks from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l nth -d 'Replace the Nth place; -1 is the last' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l expect -d 'Replace every place, which must be N in all' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l site -d 'The place with the id `check replace` prints' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l within -d 'Look in lines A to B only; `A:` goes to the end, `$` is the last' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l symbol -d 'The definition of this name: Config::load, load@40' -r -f -a "(__incise_names symbol)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l section -d 'The section under this heading of Markdown, TOML or INI; A/B is B in A' -r -f -a "(__incise_names section)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l between -d 'The lines between two marker lines' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l match -d 'exact, mechanical (default) or fuzzy' -r -f -a "exact\t''
mechanical\t''
fuzzy\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l threshold -d 'Similarity for fuzzy, 0.5 to 1.0 (default 0.8)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l fix -d 'Repair a damage to both texts: escapes' -r -f -a "escapes\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -s g -l glob -d 'Files matching GLOB below PATH; `!GLOB`: not those' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l exclude -d 'Of selected files, not those matching GLOB' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -s t -l type -d 'Files of TYPE below PATH, or here: rust, py, md' -r -f -a "(__incise_types)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -s T -l type-not -d 'Of selected files, not those of TYPE' -r -f -a "(__incise_types)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l files-from -d 'The files listed in FILE or `-`, one a line' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l all -d 'Replace every place'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l regex -d 'Take the text to find for a regular expression'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l fancy -d 'The same with look-around and back-references'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l ignore-case -d 'Take upper and lower case for the same'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -s w -l word -d 'Find whole words only'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l body -d 'The inside of the symbol or section alone'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l keep-indent -d 'Never indent new lines as their place asks'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l preserve-case -d 'Rename in every style: fooBar, foo_bar, FOO_BAR'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l case-escapes -d 'Read \\U \\L \\u \\l \\E in the new text of a pattern'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l if-found -d 'Leave named files alone that lack the text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l hidden -d 'Select hidden files and directories too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l no-ignore -d 'Select what .gitignore and its like name, too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -s 0 -l null -d 'The list separates names by NUL, not by lines'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -s l -l files-with-matches -d 'Only print the names of the files that would change'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replace" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l line -d 'After line N; 0 is the beginning, -1 or `$` the end' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l before -d 'Before the place where TEXT is, found as `replace` finds it' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l after -d 'After the place where TEXT is' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l at -d 'Beside the region or at an end of its inside: before, after, start, end' -r -f -a "before\t''
after\t''
start\t''
end\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l text -d 'Text to insert, literal, as whole lines' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l text-file -d 'Read the text from FILE, `-` is standard input' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l nth -d 'Beside the Nth place; -1 is the last' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l expect -d 'Beside the only place, once more if need be; N is 1' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l site -d 'Beside the place with the id `check replace` prints' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l within -d 'Look in lines A to B only; `A:` goes to the end, `$` is the last' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l symbol -d 'The definition of this name: Config::load, load@40' -r -f -a "(__incise_names symbol)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l section -d 'The section under this heading of Markdown, TOML or INI; A/B is B in A' -r -f -a "(__incise_names section)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l between -d 'The lines between two marker lines' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l match -d 'exact, mechanical (default) or fuzzy' -r -f -a "exact\t''
mechanical\t''
fuzzy\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l threshold -d 'Similarity for fuzzy, 0.5 to 1.0 (default 0.8)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l inline -d 'Insert the very bytes right at the found text, not whole lines'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l regex -d 'Take the text to find for a regular expression'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l fancy -d 'The same with look-around and back-references'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l ignore-case -d 'Take upper and lower case for the same'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -s w -l word -d 'Find whole words only'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l body -d 'The inside of the symbol or section alone'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from insert" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l text -d 'Text to append, literal, as whole lines' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l text-file -d 'Read the text from FILE, `-` is standard input' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l existing -d 'Refuse a missing file instead of making it'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l once -d 'The old name of --idempotent; `ensure` has a line once wherever it stands'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from append" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l line -d 'The line that is there once, literal' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l matching -d 'The one line that matches becomes TEXT; several are refused' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l block -d 'The text between the two lines of --marker, literal, as whole lines' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l block-file -d 'Read the block from FILE, `-` is standard input' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l marker -d 'The block stands between `# BEGIN NAME` and `# END NAME`' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l comment -d 'What the marker lines begin with (default `#`); `<!-- -->` goes around' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l before -d 'If it is missing: before the line where TEXT is' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l after -d 'If it is missing: after the line where TEXT is' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l symbol -d 'The definition of this name: Config::load, load@40' -r -f -a "(__incise_names symbol)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l section -d 'The section under this heading of Markdown, TOML or INI; A/B is B in A' -r -f -a "(__incise_names section)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l between -d 'The lines between two marker lines' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l at-start -d 'If it is missing: as the first line; beside --before or --after, if TEXT is missing too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l at-end -d 'If it is missing: as the last line, the default; beside --before X, before the first X, or last if there is none'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l regex -d 'Take the TEXT of --before or --after for a regular expression'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l body -d 'The inside of the symbol or section alone'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l absent -d 'There is no such line or block'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l create -d 'Make a missing file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from ensure" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l also -d 'Edit this document the same way' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l dialect -d 'Kind of the document, if its name does not tell: git, systemd, php, env, json and so on' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l from-file -d 'Read the value of the one key from FILE, `-` is standard input' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l string -d 'The value is a string'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l number -d 'The value is a number'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l bool -d 'The value is true or false'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l null -d 'The value is null: only keys are given'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l value-json -d 'The value is written in JSON: a list, a table or any other'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l create -d 'Make a missing key, after the last one beside it'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l also -d 'Edit this document the same way' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l dialect -d 'Kind of the document, if its name does not tell: git, systemd, php, env, json and so on' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l symbol -d 'The definition of this name: Config::load, load@40' -r -f -a "(__incise_names symbol)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l section -d 'The section under this heading of Markdown, TOML or INI; A/B is B in A' -r -f -a "(__incise_names section)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l between -d 'The lines between two marker lines' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l text -d 'What the lines become, literal; \'\' deletes them' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l text-file -d 'Read the text from FILE, `-` is standard input' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l body -d 'The inside of the symbol or section alone'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l rename -d 'Let the new text define something of another name'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l delete -d 'Delete the lines'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from lines" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l text -d 'The whole text, literal, as whole lines; \'\' makes an empty file' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l text-file -d 'Read the text from FILE, `-` is standard input' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l parents -d 'Make missing directories'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from create" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l text -d 'The whole text, literal, as whole lines' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l text-file -d 'Read the text from FILE, `-` is standard input' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l overwrite -d 'Replace an existing file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from write" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from remove" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l parents -d 'Make missing directories'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from move" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l solve -d 'Solve the conflicts that stand in FILE with diff3 or zdiff3 markers' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l ours -d 'Take our side of every conflict'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l theirs -d 'Take the other side of every conflict'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l union -d 'Take both sides of every conflict, ours first'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from merge" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l target -d 'The only file to apply it to, whatever its name' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -s p -l strip -d 'Leading components to drop from names (found out when left out)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l include -d 'Only the files whose names match GLOB (repeatable)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l exclude -d 'Not the files whose names match GLOB (repeatable)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l whitespace -d 'Stray blanks in added lines: fix or error' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l base -d 'Text the diff was made from; `git`: its blobs' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l mode -d 'strict (default for numbered diffs), tolerant, merge or fuzzy' -r -f -a "strict\t''
tolerant\t''
merge\t''
fuzzy\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l threshold -d 'Similarity for fuzzy, 0.5 to 1.0 (default 0.8)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l from-json -d 'Read the request as JSON from FILE or `-`' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -s R -l reverse -d 'Apply it backwards'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l strict-format -d 'Refuse a damaged diff instead of repairing it'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l recount -d 'Take the last hunk for whole, whatever it counts'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l allow-empty -d 'A text without a diff changes nothing'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l skip-applied -d 'The old name of --idempotent'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l stat -d 'Only print what changes, as a graph'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l numstat -d 'Only print added and removed lines as numbers'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l summary -d 'Only print what is created, deleted, renamed'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l print-repaired -d 'Print the diff as it is understood, apply nothing'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from patch" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l from -d 'Read what another tool printed, in this format, and apply what it would apply itself, if the files are still those that it saw' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l rule -d 'With --from: only the suggestions of this rule; may be repeated' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l from-json -d 'The same, as every other command has it' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
skip\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l each -d 'Make every element its own transaction, one report line each; then --on-conflict skip leaves out what another task wrote'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from apply" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l expect-hash -d 'Refuse unless the file has the hash `view` prints' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l on-open -d 'A file open for writing: warn (default), refuse' -r -f -a "warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l syntax -d 'New syntax errors: off, warn (default), refuse' -r -f -a "off\t''
warn\t''
refuse\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l sync -d 'After a power cut: none, file (default), full' -r -f -a "none\t''
file\t''
full\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l lock-timeout -d 'Longest wait for a lock: 200ms, 10s (default)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l task -d 'Who makes the edit' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l on-conflict -d 'Lines of another task: refuse, warn, force, merge' -r -f -a "refuse\t''
warn\t''
force\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l on-stale -d 'Made for an earlier text: refuse (default), rebase' -r -f -a "refuse\t''
rebase\t''
merge\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l stdin-filename -d 'With `-`: the name of the file that it is from' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l each -d 'Make every entry its own transaction and its own entry of the journal; stop at the first that is refused'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -s n -l dry-run -d 'Write nothing, only say what would be written'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l idempotent -d 'Succeed where the edit is done already'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l force-shrink -d 'Allow leaving less than a third of a file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l allow-residue -d 'Allow placeholders and markers in the new text'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l allow-read-only -d 'Edit a read-only file'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l in-place -d 'Write into the file itself; not crash-safe'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l no-journal -d 'Keep no history of the edit'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from replay" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -s g -l glob -d 'Files matching GLOB below PATH; `!GLOB`: not those' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l exclude -d 'Of selected files, not those matching GLOB' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -s t -l type -d 'Files of TYPE below PATH, or here: rust, py, md' -r -f -a "(__incise_types)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -s T -l type-not -d 'Of selected files, not those of TYPE' -r -f -a "(__incise_types)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l files-from -d 'The files listed in FILE or `-`, one a line' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l hidden -d 'Select hidden files and directories too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l no-ignore -d 'Select what .gitignore and its like name, too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -s 0 -l null -d 'The list separates names by NUL, not by lines'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l tracked -d 'The files of git\'s index below this directory'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l changed -d 'The files below this directory that differ from the last commit, and new ones'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l strict -d 'Exit with 1 when anything is found'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from files" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -l task -d 'Who asks; INCISE_TASK if none is given' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -s C -d 'Run as if started in DIR' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -l root -d 'Touch nothing outside DIR; may be repeated' -r -F
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -l format -d 'human (default), diff, json, html; plan with -n' -r -f -a "human\t''
diff\t''
json\t''
plan\t''
html\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -l color -d 'auto (default), always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -l context -d 'Unchanged lines around a change (default 3)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -l max-diff-lines -d 'Lines shown of all diffs together (default 200)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -l max-size -d 'Largest file that is read (default 2G)' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -l encoding -d 'Encoding of files without a byte-order mark' -r
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -l json -d 'Print the report as one JSON object'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -s q -l quiet -d 'Print nothing on success'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -l full -d 'Show everything: no diff, line or list is cut'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -l diff -d 'Print whole diffs, of private files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -l binary -d 'Read binary files too'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -s h -d 'Print examples and the names of flags'
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from conflicts" -l help -d 'Print this; -h prints less'
complete -c incise -n "__fish_incise_using_subcommand set; and __incise_names pair >/dev/null" -f -a "(__incise_names pair)"
complete -c incise -n "__fish_incise_using_subcommand unset; and __incise_names key >/dev/null" -f -a "(__incise_names key)"
complete -c incise -n "__fish_incise_using_subcommand schema" -f -a "request report record error log explain"
complete -c incise -n "__fish_incise_using_subcommand explain" -f -a "not_found ambiguous count_mismatch already_applied exists out_of_range overlap hunk_failed partly_applied merge_conflict shrink residue indentation form encoding syntax not_that_symbol validation_failed not_editable nothing_to_undo usage bad_request mixed_modes bad_patch leftover_lines stale conflict undo_conflict locked open_elsewhere recovery_pending missing missing_parent permission no_space not_a_file attributes io sync_failed outside_root protected binary too_large read_only"
complete -c incise -n "__fish_incise_using_subcommand completions" -f -a "bash elvish fish powershell zsh"
complete -c incise -n "__fish_incise_using_subcommand help" -f -a "replace insert append ensure set unset lines create write remove move merge patch apply replay view log undo redo recover hook mcp schema explain guide completions check flags"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from set; and __incise_names pair >/dev/null" -f -a "(__incise_names pair)"
complete -c incise -n "__fish_incise_using_subcommand check; and __fish_seen_subcommand_from unset; and __incise_names key >/dev/null" -f -a "(__incise_names key)"

# The names in the file of a line, each with its kind. Nothing of the line is run, and only the `incise` that PATH has
# is asked: `./incise` may be any program.
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
    # The directory may be named behind the file.
    for word in $words
        if string match -q -- '-C?*' "$before$word"
            set directory (string replace -r '^-C' '' -- $word)
        end
        set before ''
        test "$word" = -C; and set before -C
    end
    set before ''
    for word in $words
        if contains -- "$before" --after --also --at --backup --base --before --between --block --block-file --blocks --color --comment --conflicts --context --depth --dialect --encoding --exclude --expect --expect-hash --files-from --fix --format --from --from-file --from-json --glob --include --key --line --lock-timeout --marker --match --matching --max --max-diff-lines --max-size --mode --new --new-file --nth --old --old-file --on-conflict --on-open --on-stale --output --path --profile --reject-file --root --rule --rules --save-plan --section --settings --site --solve --stdin-filename --strip --symbol --sync --syntax --target --task --text --text-file --threshold --tools --type --type-not --validate --whitespace --within -C -T -g -o -p -t
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
