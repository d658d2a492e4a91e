_incise() {
    local i cur prev opts cmd
    COMPREPLY=()
    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
        cur="$2"
    else
        cur="${COMP_WORDS[COMP_CWORD]}"
    fi
    prev="$3"
    cmd=""
    opts=""

    for i in "${COMP_WORDS[@]:0:COMP_CWORD}"
    do
        case "${cmd},${i}" in
            ",$1")
                cmd="incise"
                ;;
            incise,append)
                cmd="incise__subcmd__append"
                ;;
            incise,apply)
                cmd="incise__subcmd__apply"
                ;;
            incise,check)
                cmd="incise__subcmd__check"
                ;;
            incise,completions)
                cmd="incise__subcmd__completions"
                ;;
            incise,copy)
                cmd="incise__subcmd__copy"
                ;;
            incise,create)
                cmd="incise__subcmd__create"
                ;;
            incise,ensure)
                cmd="incise__subcmd__ensure"
                ;;
            incise,explain)
                cmd="incise__subcmd__explain"
                ;;
            incise,guide)
                cmd="incise__subcmd__guide"
                ;;
            incise,help)
                cmd="incise__subcmd__help"
                ;;
            incise,hook)
                cmd="incise__subcmd__hook"
                ;;
            incise,insert)
                cmd="incise__subcmd__insert"
                ;;
            incise,lines)
                cmd="incise__subcmd__lines"
                ;;
            incise,log)
                cmd="incise__subcmd__log"
                ;;
            incise,mcp)
                cmd="incise__subcmd__mcp"
                ;;
            incise,merge)
                cmd="incise__subcmd__merge"
                ;;
            incise,move)
                cmd="incise__subcmd__move"
                ;;
            incise,patch)
                cmd="incise__subcmd__patch"
                ;;
            incise,recover)
                cmd="incise__subcmd__recover"
                ;;
            incise,redo)
                cmd="incise__subcmd__redo"
                ;;
            incise,remove)
                cmd="incise__subcmd__remove"
                ;;
            incise,replace)
                cmd="incise__subcmd__replace"
                ;;
            incise,replay)
                cmd="incise__subcmd__replay"
                ;;
            incise,schema)
                cmd="incise__subcmd__schema"
                ;;
            incise,set)
                cmd="incise__subcmd__set"
                ;;
            incise,undo)
                cmd="incise__subcmd__undo"
                ;;
            incise,unset)
                cmd="incise__subcmd__unset"
                ;;
            incise,view)
                cmd="incise__subcmd__view"
                ;;
            incise,write)
                cmd="incise__subcmd__write"
                ;;
            incise__subcmd__check,append)
                cmd="incise__subcmd__check__subcmd__append"
                ;;
            incise__subcmd__check,apply)
                cmd="incise__subcmd__check__subcmd__apply"
                ;;
            incise__subcmd__check,conflicts)
                cmd="incise__subcmd__check__subcmd__conflicts"
                ;;
            incise__subcmd__check,copy)
                cmd="incise__subcmd__check__subcmd__copy"
                ;;
            incise__subcmd__check,create)
                cmd="incise__subcmd__check__subcmd__create"
                ;;
            incise__subcmd__check,ensure)
                cmd="incise__subcmd__check__subcmd__ensure"
                ;;
            incise__subcmd__check,files)
                cmd="incise__subcmd__check__subcmd__files"
                ;;
            incise__subcmd__check,insert)
                cmd="incise__subcmd__check__subcmd__insert"
                ;;
            incise__subcmd__check,lines)
                cmd="incise__subcmd__check__subcmd__lines"
                ;;
            incise__subcmd__check,merge)
                cmd="incise__subcmd__check__subcmd__merge"
                ;;
            incise__subcmd__check,move)
                cmd="incise__subcmd__check__subcmd__move"
                ;;
            incise__subcmd__check,patch)
                cmd="incise__subcmd__check__subcmd__patch"
                ;;
            incise__subcmd__check,remove)
                cmd="incise__subcmd__check__subcmd__remove"
                ;;
            incise__subcmd__check,replace)
                cmd="incise__subcmd__check__subcmd__replace"
                ;;
            incise__subcmd__check,replay)
                cmd="incise__subcmd__check__subcmd__replay"
                ;;
            incise__subcmd__check,set)
                cmd="incise__subcmd__check__subcmd__set"
                ;;
            incise__subcmd__check,unset)
                cmd="incise__subcmd__check__subcmd__unset"
                ;;
            incise__subcmd__check,write)
                cmd="incise__subcmd__check__subcmd__write"
                ;;
            *)
                ;;
        esac
    done

    case "${cmd}" in
        incise)
            opts="-h -V --help --version replace insert append ensure set unset lines create write remove move copy merge patch apply replay view log undo redo recover hook mcp schema explain guide completions check help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 1 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__append)
            opts="-C -q -n -h --text --text-file --existing --once --from-json --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --backup --validate --save-plan --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --text)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --text-file)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --backup)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --validate)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --save-plan)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__apply)
            opts="-C -q -n -h --each --from --rule --from-json --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --backup --validate --save-plan --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rule)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force skip merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --backup)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --validate)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --save-plan)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__check)
            opts="-h --help replace insert append ensure set unset lines create write remove move copy merge patch apply replay files conflicts"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__check__subcmd__append)
            opts="-C -q -n -h --text --text-file --existing --once --from-json --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --text)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --text-file)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__check__subcmd__apply)
            opts="-C -q -n -h --each --from --rule --from-json --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rule)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force skip merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__check__subcmd__conflicts)
            opts="-C -q -h --task --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__check__subcmd__copy)
            opts="-C -q -n -h --symbol --section --to --after --before --into --at --from-json --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --symbol)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --section)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --to)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --after)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --before)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --into)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -W "before after start end" -- "${cur}"))
                    return 0
                    ;;
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__check__subcmd__create)
            opts="-C -q -n -h --text --text-file --parents --from-json --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --text)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --text-file)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__check__subcmd__ensure)
            opts="-C -q -n -h --line --matching --block --block-file --marker --comment --before --after --at-start --at-end --regex --symbol --section --between --body --absent --create --from-json --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --line)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --matching)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --block)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --block-file)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --marker)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --comment)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --before)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --after)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --symbol)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --section)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --between)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__check__subcmd__files)
            opts="-g -t -T -0 -C -q -h --glob --exclude --type --type-not --hidden --no-ignore --files-from --null --tracked --changed --strict --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --glob)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -g)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --type)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -t)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --type-not)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -T)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__check__subcmd__insert)
            opts="-w -C -q -n -h --line --before --after --at --text --text-file --inline --nth --expect --site --regex --fancy --ignore-case --word --within --symbol --section --between --body --match --threshold --from-json --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --line)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --before)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --after)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -W "before after start end" -- "${cur}"))
                    return 0
                    ;;
                --text)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --text-file)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --nth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --site)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --within)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --symbol)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --section)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --between)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --match)
                    COMPREPLY=($(compgen -W "exact mechanical fuzzy" -- "${cur}"))
                    return 0
                    ;;
                --threshold)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__check__subcmd__lines)
            opts="-C -q -n -h --symbol --section --between --body --rename --text --text-file --delete --from-json --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --symbol)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --section)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --between)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --text)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --text-file)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__check__subcmd__merge)
            opts="-C -q -n -h --solve --ours --theirs --union --from-json --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --solve)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__check__subcmd__move)
            opts="-C -q -n -h --parents --symbol --section --to --after --before --into --at --from-json --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --symbol)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --section)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --to)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --after)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --before)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --into)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -W "before after start end" -- "${cur}"))
                    return 0
                    ;;
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__check__subcmd__patch)
            opts="-p -R -C -q -n -h --target --strip --reverse --strict-format --recount --include --exclude --whitespace --allow-empty --skip-applied --base --mode --threshold --from-json --stat --numstat --summary --print-repaired --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --target)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --strip)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -p)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --include)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --whitespace)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --base)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --mode)
                    COMPREPLY=($(compgen -W "strict tolerant merge fuzzy" -- "${cur}"))
                    return 0
                    ;;
                --threshold)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__check__subcmd__remove)
            opts="-C -q -n -h --from-json --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__check__subcmd__replace)
            opts="-w -g -t -T -0 -l -C -q -n -h --old --new --old-file --new-file --blocks --all --nth --expect --site --regex --fancy --ignore-case --word --within --symbol --section --between --body --match --threshold --fix --keep-indent --preserve-case --case-escapes --if-found --glob --exclude --type --type-not --hidden --no-ignore --files-from --null --from-json --files-with-matches --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --old)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --new)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --old-file)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --new-file)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --blocks)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --nth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --site)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --within)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --symbol)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --section)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --between)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --match)
                    COMPREPLY=($(compgen -W "exact mechanical fuzzy" -- "${cur}"))
                    return 0
                    ;;
                --threshold)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --fix)
                    COMPREPLY=($(compgen -W "escapes" -- "${cur}"))
                    return 0
                    ;;
                --glob)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -g)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --type)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -t)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --type-not)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -T)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__check__subcmd__replay)
            opts="-C -q -n -h --each --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__check__subcmd__set)
            opts="-C -q -n -h --also --string --number --bool --null --value-json --create --dialect --from-file --from-json --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --also)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --dialect)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-file)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__check__subcmd__unset)
            opts="-C -q -n -h --also --dialect --from-json --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --also)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --dialect)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__check__subcmd__write)
            opts="-C -q -n -h --text --text-file --overwrite --from-json --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --text)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --text-file)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__completions)
            opts="-h --help bash elvish fish powershell zsh"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__copy)
            opts="-C -q -n -h --symbol --section --to --after --before --into --at --from-json --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --backup --validate --save-plan --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --symbol)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --section)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --to)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --after)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --before)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --into)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -W "before after start end" -- "${cur}"))
                    return 0
                    ;;
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --backup)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --validate)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --save-plan)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__create)
            opts="-C -q -n -h --text --text-file --parents --from-json --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --backup --validate --save-plan --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --text)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --text-file)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --backup)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --validate)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --save-plan)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__ensure)
            opts="-C -q -n -h --line --matching --block --block-file --marker --comment --before --after --at-start --at-end --regex --symbol --section --between --body --absent --create --from-json --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --backup --validate --save-plan --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --line)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --matching)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --block)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --block-file)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --marker)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --comment)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --before)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --after)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --symbol)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --section)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --between)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --backup)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --validate)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --save-plan)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__explain)
            opts="-h --json --help not_found ambiguous count_mismatch already_applied exists out_of_range overlap hunk_failed partly_applied merge_conflict shrink residue indentation form encoding syntax not_that_symbol validation_failed not_editable nothing_to_undo usage bad_request mixed_modes bad_patch leftover_lines stale conflict undo_conflict locked open_elsewhere recovery_pending missing missing_parent permission no_space not_a_file attributes io sync_failed outside_root protected binary too_large read_only"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__guide)
            opts="-h --short --skill --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__help)
            opts="replace insert append ensure set unset lines create write remove move copy merge patch apply replay view log undo redo recover hook mcp schema explain guide completions check flags"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__hook)
            opts="-C -q -h --claude --codex --settings --write --root --json --format --quiet --color --context --max-diff-lines --full --diff --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --settings)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__insert)
            opts="-w -C -q -n -h --line --before --after --at --text --text-file --inline --nth --expect --site --regex --fancy --ignore-case --word --within --symbol --section --between --body --match --threshold --from-json --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --backup --validate --save-plan --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --line)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --before)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --after)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -W "before after start end" -- "${cur}"))
                    return 0
                    ;;
                --text)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --text-file)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --nth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --site)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --within)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --symbol)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --section)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --between)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --match)
                    COMPREPLY=($(compgen -W "exact mechanical fuzzy" -- "${cur}"))
                    return 0
                    ;;
                --threshold)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --backup)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --validate)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --save-plan)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__lines)
            opts="-C -q -n -h --symbol --section --between --body --rename --text --text-file --delete --from-json --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --backup --validate --save-plan --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --symbol)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --section)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --between)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --text)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --text-file)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --backup)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --validate)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --save-plan)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__log)
            opts="-C -q -h --path --task --max --export --prune --root --json --format --quiet --color --context --max-diff-lines --full --diff --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --path)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__mcp)
            opts="-C -h --read-only --tools --profile --schemas --task --root --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --tools)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --profile)
                    COMPREPLY=($(compgen -W "native anthropic openai filesystem serena" -- "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__merge)
            opts="-o -C -q -n -h --solve --ours --theirs --union --from-json --output --conflicts --git-driver --partial --rules --propose --accept --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --backup --validate --save-plan --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --solve)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --conflicts)
                    COMPREPLY=($(compgen -W "merge diff3 zdiff3" -- "${cur}"))
                    return 0
                    ;;
                --rules)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --backup)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --validate)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --save-plan)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__move)
            opts="-C -q -n -h --parents --symbol --section --to --after --before --into --at --from-json --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --backup --validate --save-plan --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --symbol)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --section)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --to)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --after)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --before)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --into)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -W "before after start end" -- "${cur}"))
                    return 0
                    ;;
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --backup)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --validate)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --save-plan)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__patch)
            opts="-p -R -C -q -n -h --target --strip --reverse --strict-format --recount --include --exclude --whitespace --allow-empty --skip-applied --base --mode --threshold --from-json --interactive --output --in-file --conflicts --reject-file --stat --numstat --summary --apply --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --backup --validate --save-plan --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --target)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --strip)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -p)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --include)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --whitespace)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --base)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --mode)
                    COMPREPLY=($(compgen -W "strict tolerant merge fuzzy" -- "${cur}"))
                    return 0
                    ;;
                --threshold)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --conflicts)
                    COMPREPLY=($(compgen -W "merge diff3 zdiff3" -- "${cur}"))
                    return 0
                    ;;
                --reject-file)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --backup)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --validate)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --save-plan)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__recover)
            opts="-C -q -h --lock-timeout --root --json --format --quiet --color --context --max-diff-lines --full --diff --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__redo)
            opts="-C -q -n -h --task --root --json --format --quiet --color --context --max-diff-lines --full --diff --dry-run --allow-read-only --in-place --on-open --sync --lock-timeout --on-conflict --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__remove)
            opts="-C -q -n -h --from-json --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --backup --validate --save-plan --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --backup)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --validate)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --save-plan)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__replace)
            opts="-w -g -t -T -0 -C -q -n -h --old --new --old-file --new-file --blocks --all --nth --expect --site --regex --fancy --ignore-case --word --within --symbol --section --between --body --match --threshold --fix --keep-indent --preserve-case --case-escapes --if-found --glob --exclude --type --type-not --hidden --no-ignore --files-from --null --from-json --interactive --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --backup --validate --save-plan --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --old)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --new)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --old-file)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --new-file)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --blocks)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --nth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --site)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --within)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --symbol)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --section)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --between)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --match)
                    COMPREPLY=($(compgen -W "exact mechanical fuzzy" -- "${cur}"))
                    return 0
                    ;;
                --threshold)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --fix)
                    COMPREPLY=($(compgen -W "escapes" -- "${cur}"))
                    return 0
                    ;;
                --glob)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -g)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --type)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -t)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --type-not)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -T)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --files-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --backup)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --validate)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --save-plan)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__replay)
            opts="-C -q -n -h --each --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --backup --validate --save-plan --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --backup)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --validate)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --save-plan)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__schema)
            opts="-h --help request report record error log explain"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__set)
            opts="-C -q -n -h --also --string --number --bool --null --value-json --create --dialect --from-file --from-json --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --backup --validate --save-plan --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --also)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --dialect)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-file)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --backup)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --validate)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --save-plan)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__undo)
            opts="-C -q -n -h --task --root --json --format --quiet --color --context --max-diff-lines --full --diff --dry-run --allow-read-only --in-place --on-open --sync --lock-timeout --on-conflict --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__unset)
            opts="-C -q -n -h --also --dialect --from-json --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --backup --validate --save-plan --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --also)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --dialect)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --backup)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --validate)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --save-plan)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__view)
            opts="-C -q -h --symbol --section --between --body --key --dialect --raw --outline --depth --anchors --task --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --symbol)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --section)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --between)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --key)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --dialect)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        incise__subcmd__write)
            opts="-C -q -n -h --text --text-file --overwrite --from-json --root --json --format --quiet --color --context --max-diff-lines --full --diff --max-size --binary --encoding --dry-run --expect-hash --idempotent --force-shrink --allow-residue --allow-read-only --in-place --on-open --syntax --sync --no-journal --lock-timeout --task --on-conflict --on-stale --stdin-filename --backup --validate --save-plan --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --text)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --text-file)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-json)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -C)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --root)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --format)
                    COMPREPLY=($(compgen -W "human diff json plan html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-diff-lines)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --encoding)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --expect-hash)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-open)
                    COMPREPLY=($(compgen -W "warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --syntax)
                    COMPREPLY=($(compgen -W "off warn refuse" -- "${cur}"))
                    return 0
                    ;;
                --sync)
                    COMPREPLY=($(compgen -W "none file full" -- "${cur}"))
                    return 0
                    ;;
                --lock-timeout)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --task)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --on-conflict)
                    COMPREPLY=($(compgen -W "refuse warn force merge" -- "${cur}"))
                    return 0
                    ;;
                --on-stale)
                    COMPREPLY=($(compgen -W "refuse rebase merge" -- "${cur}"))
                    return 0
                    ;;
                --stdin-filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --backup)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --validate)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --save-plan)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
    esac
}

if [[ "${BASH_VERSINFO[0]}" -eq 4 && "${BASH_VERSINFO[1]}" -ge 4 || "${BASH_VERSINFO[0]}" -gt 4 ]]; then
    complete -F _incise_or_names -o nosort -o bashdefault -o default incise
else
    complete -F _incise_or_names -o bashdefault -o default incise
fi

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
            --after|--also|--at|--backup|--base|--before|--between|--block|--block-file|--blocks|--color|--comment|--conflicts|--context|--depth|--dialect|--encoding|--exclude|--expect|--expect-hash|--files-from|--fix|--format|--from|--from-file|--from-json|--glob|--include|--into|--key|--line|--lock-timeout|--marker|--match|--matching|--max|--max-diff-lines|--max-size|--mode|--new|--new-file|--nth|--old|--old-file|--on-conflict|--on-open|--on-stale|--output|--path|--profile|--reject-file|--root|--rule|--rules|--save-plan|--section|--settings|--site|--solve|--stdin-filename|--strip|--symbol|--sync|--syntax|--target|--task|--text|--text-file|--threshold|--to|--tools|--type|--type-not|--validate|--whitespace|--within|-C|-T|-g|-o|-p|-t) before=""; continue ;;
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
            COMPREPLY=($(compgen -W "ada agda aidl alire amake asciidoc asm asp ats avro awk bat batch bazel bitbake boxlang brotli buildstream bzip2 c cabal candid carp cbor ceylon cfml clojure cmake cmd cml coffeescript config container coq cpp creole crystal cs csharp cshtml csproj css csv cuda cython d dart devicetree dhall diff dita docker dockercompose dts dvc ebuild edn elisp elixir elm erb erlang fennel fidl fish flatbuffers fortran fsharp fut gap gdscript gleam gn go gprbuild gradle graphql groovy gzip h haml hare haskell hbs hs html hurl hy idris janet java jinja jl js json jsonl julia jupyter k kconfig kotlin lean less license lilypond lisp llvm lock log lua lz4 lzma m4 make mako man markdown matlab md meson minified mint mk ml mojo motoko msbuild nim nix objc objcpp ocaml org pants pascal pdf perl php pkgbuild po pod postscript prolog proto protobuf ps puppet purs py python qmake qml qrc qui r racket raku rdoc readme reasonml red rescript robot rocq rst ruby rust sass scala scdoc seed7 sh slim smarty sml solidity soy spark spec sql ssa stylus sv svelte svg swift swig systemd taskpaper tcl tex texinfo textile tf thrift toml ts twig txt typescript typoscript typst usd v vala vb vcl verilog vhdl vim vimscript vue webidl wgsl wiki xml xz yacc yaml yang z zig zsh zstd all" -- "$begun"))
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
