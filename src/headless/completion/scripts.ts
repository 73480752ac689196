import { print } from '#headless/output/stdout.ts';
import { listedCommandLines } from '#headless/subcommands.ts';

/**
 * Prints what a shell reads to complete our command lines: it asks the program for the words, so that profiles and domains
 * are those of now. Where there are none, file names are completed.
 */
export async function printScript(shell: 'bash' | 'zsh' | 'fish'): Promise<void> {
  await print({ bash, zsh, fish: fish(namesThatTakeFiles()) }[shell]);
}

/** The last word of each command line that takes files: fish offers them beside ours. */
function namesThatTakeFiles(): string {
  const takesFiles = listedCommandLines().filter(({ subcommand }) =>
    subcommand.arguments.some(({ suggestions }) => suggestions === 'files'),
  );
  return takesFiles.map(({ words }) => words.replace(/^.* /, '')).join(' ');
}

const bash = String.raw`# sitedeck completion for bash
_sitedeck() {
  local at last=-1 word about
  local -a typed=() words=() lines=()
  for ((at = 1; at <= COMP_CWORD; at++)); do
    word=${'$'}{COMP_WORDS[at]}
    # Bash takes --option=value apart.
    if ((last >= 0)) && [[ ${'$'}{typed[last]} == --* && ($word == = || ${'$'}{COMP_WORDS[at - 1]} == =) ]]; then
      typed[last]+=$word
    else
      typed[++last]=$word
    fi
  done
  while IFS=$'\t' read -r word about; do
    [[ ${'$'}{typed[last]} == --*=* ]] && word=${'$'}{word#*=}
    words+=("$word")
    printf -v word '%-24s  %s' "$word" "$about"
    lines+=("${'$'}{word:0:${'$'}{COLUMNS:-80} - 1}")
  done < <(sitedeck complete-words --described -- "${'$'}{typed[@]}" 2>/dev/null)
  # Tab for the second time: they are listed, and nothing is put in.
  if ((COMP_TYPE == 63 && ${'$'}{#words[@]} > 1)); then COMPREPLY=("${'$'}{lines[@]}"); else COMPREPLY=("${'$'}{words[@]}"); fi
}
complete -o default -F _sitedeck sitedeck
`;

const zsh = String.raw`#compdef sitedeck
# sitedeck completion for zsh
_sitedeck() {
  local -a found
  local word about
  while IFS=$'\t' read -r word about; do
    found+=("${'$'}{word//:/\\:}${'$'}{about:+:$about}")
  done < <(sitedeck complete-words --described -- "${'$'}{(@)words[2,CURRENT]}" 2>/dev/null)
  if (( ${'$'}{#found} )); then _describe sitedeck found; else _files; fi
}
# A folder of completions reads this at the first Tab, and expects the words of it.
if [[ ${'$'}{funcstack[1]} == _sitedeck ]]; then _sitedeck "$@"; else compdef _sitedeck sitedeck; fi
`;

const fish = (names: string) => String.raw`# sitedeck completion for fish
function __sitedeck_words
  set -l words (commandline -opc) (commandline -ct)
  sitedeck complete-words --described -- $words[2..-1] 2>/dev/null
end
complete -c sitedeck -n 'not __fish_seen_subcommand_from ${names}' -f -a '(__sitedeck_words)'
complete -c sitedeck -n '__fish_seen_subcommand_from ${names}' -a '(__sitedeck_words)'
`;
