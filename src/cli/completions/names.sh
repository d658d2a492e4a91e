
# Prints the names in the file on the command line that can complete the current word. Never runs any part of the
# command line. Asks only the `incise` in PATH, because `./incise` may be any program.
_incise_plain() { # WORD: removes quotes and expands `~/`
    local plain="${1//[\\\"\']/}"
    [[ "$plain" == '~/'* ]] && plain="$HOME/${plain:2}"
    printf '%s' "$plain"
}

_incise_names() { # symbol|section|key|pair BEGUN WORD...
    local wanted="$1" begun="$2" before="" plain directory=. file="" count=0 is_null="" word name kind ending endings="" found=""
    shift 2
    [[ "$1" == check ]] && shift
    shift
    # `-C` may follow the file.
    for word in "$@"; do
        plain="$(_incise_plain "$word")"
        [[ "$before$plain" == -C?* ]] && directory="${plain#-C}"
        before=""
        [[ "$plain" == -C ]] && before=-C
    done
    before=""
    for word in "$@"; do
        plain="$(_incise_plain "$word")"
        case "$before" in
            FLAGS_WITH_VALUES) before=""; continue ;;
        esac
        before="$word"
        case "$word" in
            --null) is_null=1; continue ;;
            -?*) continue ;;
        esac
        if [[ -n "$file" ]]; then
            count=$((count + 1))
            continue
        fi
        case "$plain" in
            /*) [[ -f "$plain" ]] && file="$plain" ;;
            *) [[ -f "$directory/$plain" ]] && file="$plain" ;;
        esac
    done
    [[ -n "$file" ]] || return 0
    if [[ "$wanted" == pair ]]; then
        [[ -n "$is_null" || $((count % 2)) == 0 ]] || return 0
        wanted=key
    fi
    command incise view -C "$directory" --outline --raw -- "$file" 2>/dev/null </dev/null | {
        while IFS=$'\t' read -r name kind; do
            case "$wanted,$kind" in
                section,heading | section,table | key,table | key,list | key,string | key,number) ;;
                key,bool | key,null | key,time | key,*' '*) ;;
                *,heading | *,table | *,list | *,string | *,number | *,bool | *,null | *,time | *' '*) continue ;;
                symbol,*) ;;
                *) continue ;;
            esac
            if [[ "$name" == "$begun"* ]]; then
                printf '%s\n' "$name"
                found=1
            fi
            # The last part of a name also matches.
            ending=""
            case "$wanted,$name" in
                symbol,*' '*) ;;
                symbol,*) ending="${name##*[.:/#]}" ;;
                section,*/*) ending="${name##*/}" ;;
            esac
            [[ -n "$ending" && "$ending" == "$begun"* ]] && endings+="$ending"$'\n'
        done
        [[ -n "$found" ]] || printf '%s' "$endings"
    }
}
