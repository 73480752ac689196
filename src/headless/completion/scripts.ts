/**
 * What a shell reads to complete our command lines: it asks the program for the words, so that profiles and domains are
 * those of now. Where there are none, file names are completed.
 */
export function completionScript(shell: 'bash' | 'zsh' | 'fish'): string {
  return { bash, zsh, fish }[shell];
}

const bash = String.raw`# sitedeck completion for bash
_sitedeck() {
  local IFS=$'\n'
  COMPREPLY=($(sitedeck complete-words -- "${'$'}{COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _sitedeck sitedeck
`;

const zsh = String.raw`#compdef sitedeck
# sitedeck completion for zsh
_sitedeck() {
  local -a found
  found=("${'$'}{(@f)$(sitedeck complete-words -- "${'$'}{(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "${'$'}{found[1]}" ]]; then compadd -a found; else _files; fi
}
compdef _sitedeck sitedeck
`;

const fish = String.raw`# sitedeck completion for fish
function __sitedeck_words
  set -l words (commandline -opc) (commandline -ct)
  sitedeck complete-words -- $words[2..-1] 2>/dev/null
end
complete -c sitedeck -n 'not __fish_seen_subcommand_from import plan apply' -f -a '(__sitedeck_words)'
complete -c sitedeck -n '__fish_seen_subcommand_from import plan apply' -a '(__sitedeck_words)'
`;
