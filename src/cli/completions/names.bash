
# Offers names and file types for the flags that take them, and otherwise what `_incise` offers.
_incise_or_names() {
    local -a words=() others=()
    local word before="" begun name wanted="" prefix="" is_sign="" was_sign="" quote="" current=0 number=0
    COMPREPLY=()
    # Bash splits names at colons. Join the parts again.
    for word in "${COMP_WORDS[@]}"; do
        is_sign=""
        [[ "$word" =~ ^[:=]+$ ]] && is_sign=1
        if [[ "$number" -gt 1 && -n "$is_sign$was_sign" ]]; then
            words[${#words[@]} - 1]+="$word"
        else
            words+=("$word")
        fi
        [[ "$number" == "$COMP_CWORD" ]] && current=$((${#words[@]} - 1))
        was_sign="$is_sign"
        number=$((number + 1))
    done
    begun="${words[current]}"
    [[ "$current" -gt 0 ]] && before="${words[current - 1]}"
    case "$begun" in
        --symbol=* | --section=* | --key=*)
            before="${begun%%=*}"
            begun="${begun#*=}"
            ;;
    esac
    others=("${words[@]:1:current - 1}")
    case "$before" in
        --symbol | --section | --key)
            wanted="${before#--}"
            others+=("${words[@]:current + 1}")
            ;;
        -t | --type | -T | --type-not)
            COMPREPLY=($(compgen -W "FILE_TYPES" -- "$begun"))
            return 0
            ;;
        *)
            case "$begun,${words[1]},${words[2]}" in
                -*) ;;
                *,set,* | *,check,set) wanted=pair ;;
                *,unset,* | *,check,unset) wanted=key ;;
            esac
            ;;
    esac
    if [[ -n "$wanted" ]]; then
        case "$begun" in
            [\"\']*)
                quote="${begun:0:1}"
                begun="${begun:1}"
                ;;
            *)
                begun="${begun//\\/}"
                # Bash inserts only the text after the last word break.
                [[ "$COMP_WORDBREAKS" == *:* ]] && prefix="${begun%"${begun##*[:=]}"}"
                ;;
        esac
        while IFS= read -r name; do
            name="${name#"$prefix"}"
            [[ -n "$quote" ]] || name="$(printf '%q' "$name")"
            COMPREPLY+=("$name")
        done < <(_incise_names "$wanted" "$begun" "${others[@]}")
        [[ "$before" == --* || "${#COMPREPLY[@]}" -gt 0 ]] && return 0
    fi
    _incise "$@"
    # Offer files, not flags, unless the word begins with `-`.
    if [[ "${words[current]}" != -* ]]; then
        others=()
        for word in "${COMPREPLY[@]}"; do
            [[ "$word" == -* ]] || others+=("$word")
        done
        COMPREPLY=("${others[@]}")
    fi
}
