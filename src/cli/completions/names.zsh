
_incise_offer() { # symbol|section|key|pair
    local -a names others
    others=("${(@)words[1,CURRENT-1]}")
    [[ "$1" == pair ]] || others+=("${(@)words[CURRENT+1,-1]}")
    names=("${(@f)$(_incise_names "$1" "${(Q)PREFIX}" "${others[@]}")}")
    names=("${(@)names:#}")
    (( $#names )) && compadd -a names
}

# Offers the keys of the file if there is one on the command line, and otherwise files.
_incise_offer_keys() {
    _incise_offer "$1" || _default
}

_incise_offer_types() {
    compadd -- FILE_TYPES
}
