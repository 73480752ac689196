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

const fish = (names: string) => String.raw`# sitedeck completion for fish
function __sitedeck_words
  set -l words (commandline -opc) (commandline -ct)
  sitedeck complete-words -- $words[2..-1] 2>/dev/null
end
complete -c sitedeck -n 'not __fish_seen_subcommand_from ${names}' -f -a '(__sitedeck_words)'
complete -c sitedeck -n '__fish_seen_subcommand_from ${names}' -a '(__sitedeck_words)'
`;
