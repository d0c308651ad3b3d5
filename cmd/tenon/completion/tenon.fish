# Completion of tenon for fish. Load it with: tenon completion fish | source
function __tenon_complete
    set -l words (commandline -opc)[2..] (commandline -ct)
    tenon complete $words 2>/dev/null
end
complete -c tenon -a '(__tenon_complete)'
