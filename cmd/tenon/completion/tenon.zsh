#compdef tenon
# Completion of tenon for zsh. Load it with: source <(tenon completion zsh)
_tenon() {
  local -a candidates
  candidates=("${(@f)$(tenon complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  candidates=(${candidates:#})
  if (( ${#candidates} )); then
    compadd -- $candidates
  else
    _files
  fi
}
compdef _tenon tenon
