# Completion of tenon for bash. Load it with: source <(tenon completion bash)
_tenon() {
  local words=("${COMP_WORDS[@]:1:COMP_CWORD}")
  local IFS=$'\n'
  COMPREPLY=($(tenon complete "${words[@]}" 2>/dev/null))
}
complete -o default -F _tenon tenon
