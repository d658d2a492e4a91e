
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
        if contains -- "$before" FLAGS_WITH_VALUES
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
    string join \n FILE_TYPES
end
