/** The views that an own command may be offered on. */
export const commandPlaces = [
  'websites',
  'dashboard',
  'statistic',
  'history',
  'why',
  'year',
  'heatMap',
  'sideBySide',
  'now',
  'lines',
  'record',
] as const;

export const placeholders = ['domain', 'id', 'value', 'statistic', 'from', 'to', 'profile'] as const;
export type Placeholder = (typeof placeholders)[number];

export const outputs = ['terminal', 'pager', 'notice'] as const;

export interface OwnCommand {
  readonly name: string;
  readonly key?: string | undefined;
  /** The program and its arguments. */
  readonly run: readonly string[];
  /** Without it on all views. */
  readonly on?: readonly (typeof commandPlaces)[number][] | undefined;
  readonly confirm?: boolean | undefined;
  /** Where it writes: the terminal, which is given away; the pager of lines; a notice. */
  readonly output?: (typeof outputs)[number] | undefined;
}

const written = /\{(\w*)\}/g;
const isPlaceholder = (name: string): name is Placeholder => placeholders.some(known => known === name);

function placeholdersIn(run: readonly string[]): Placeholder[] {
  const names = run.flatMap(argument => [...argument.matchAll(written)].map(([, name = '']) => name));
  return [...new Set(names.filter(isPlaceholder))];
}

/** Programs that run a text of theirs as code, behind such an option: sh -c, python3 -c, perl -e. */
const interpreters =
  /^(?:(?:r?ba|da|a|z|r?k|mk|fi|c|tc)?sh|python[\d.]*|perl|ruby|lua[\d.]*|node|php|osascript|pwsh|awk|gawk|mawk|sed|eval)$/;
const takesCode = /^(?:-\w*[cerE]|--(?:eval|command|print|exec))$/;
/** The same with the code in the argument itself: perl -eprint, node --eval=x. */
const holdsCode = /^(?:-\w*[cerE]|--(?:eval|command|print|exec|expression)=)/;
/** Shells read further options between -c and its code: sh -cx, sh -c -x, sh -c -o pipefail, sh -c --. */
const shell = /sh$/;
const shellTakesCode = /^-\w*c\w*$/;
const shellTakesOther = /^[-+]\w*[oO]$/;
/** Those whose first argument is code, but for options and their values. */
const codeFirst = /^(?:awk|gawk|mawk|sed|eval)$/;
const takesOther = /^-[vFfl]$/;
/** Programs that give their arguments to a shell, here or elsewhere. */
const throughShell = /^(?:ssh|mosh|watch|su|tmux|screen|script|xargs|parallel|entr|flock|at|batch)$/;

/** Options of other programs whose value is code, or a command line that they split: env -S, vim -c, git -c alias.x=!. */
const otherCode: readonly (readonly [program: RegExp, option: RegExp, attached: RegExp])[] = [
  [/^env$/, /^-[a-zA-Z]*S$|^--split-string$/, /^-[a-zA-Z]*S.|^--split-string=/],
  [/^(?:n?vim?|view|ex|gvim|vimdiff|nvim)$/, /^-[cS]$|^--cmd$/, /^\+|^-[cS]./],
  [/^git$/, /^-c$|^--config-env$/, /^-c.|^--config-env=/],
];

const nameOf = (argument: string) => argument.slice(argument.lastIndexOf('/') + 1);

/** What is wrong with the arguments, and which would be right; undefined where nothing is. */
export function whyNotRun(run: readonly string[]): string | undefined {
  const [program = ''] = run;
  if (placeholdersIn([program]).length > 0)
    return 'must name the program itself: a placeholder fills only an argument behind it';
  if (run.some(argument => argument.includes('\0')))
    return 'holds the character 0, which no program can be given: take it out';
  const unknown = run
    .flatMap(argument => [...argument.matchAll(/\{([A-Za-z]+)\}/g)])
    .map(([, name = '']) => name)
    .find(name => !isPlaceholder(name));
  if (unknown !== undefined)
    return `has {${unknown}}, which stands for nothing: write one of ${placeholders.map(name => `{${name}}`).join(' ')}, or { ${unknown} } for the text itself`;
  const at = run.findIndex((argument, index) => isCode(run, index) && placeholdersIn([argument]).length > 0);
  if (at === -1) return undefined;
  const name = nameOf(interpreterBefore(run, at) ?? '');
  const rest = placeholdersIn([run[at] ?? '']).map(each => `"{${each}}"`);
  return name.endsWith('sh')
    ? `would have a shell read a value as code: write "$1" there, and the value as an argument of its own behind it: [${name}, -c, ..., ${name}, ${rest.join(', ')}]`
    : `would have ${name} read a value as code: pass it as an argument of its own`;
}

function interpreterBefore(run: readonly string[], at: number): string | undefined {
  return otherCodeOf(run, at) ?? run.slice(0, at).findLast(argument => interpreters.test(nameOf(argument)));
}

/** The program before an argument that would read it as code. */
function otherCodeOf(run: readonly string[], at: number): string | undefined {
  const argument = run[at] ?? '';
  return run
    .slice(0, at)
    .findLast(program =>
      otherCode.some(
        ([name, option, attached]) =>
          name.test(nameOf(program)) && (option.test(run[at - 1] ?? '') || attached.test(argument)),
      ),
    );
}

/** Whether an argument is code of a program before it: the one behind -c, of awk and sed the first that is no option. */
function isCode(run: readonly string[], at: number): boolean {
  if (otherCodeOf(run, at) !== undefined) return true;
  const from = run.slice(0, at).findLastIndex(argument => interpreters.test(nameOf(argument)));
  if (from === -1) return false;
  const between = run.slice(from + 1, at);
  if (takesCode.test(between.at(-1) ?? '')) return true;
  if (holdsCode.test(run[at] ?? '') && between.every(argument => argument.startsWith('-'))) return true;
  const behind = between.slice(between.findIndex(argument => shellTakesCode.test(argument)) + 1);
  if (shell.test(nameOf(run[from] ?? '')) && behind.length < between.length)
    return behind.every(
      (argument, index) => /^[-+]/.test(argument) || shellTakesOther.test(behind[index - 1] ?? ''),
    );
  const isOption = (argument: string, index: number) =>
    argument.startsWith('-') || takesOther.test(between[index - 1] ?? '');
  const isOther = takesOther.test(between.at(-1) ?? '');
  return codeFirst.test(nameOf(run[from] ?? '')) && !isOther && between.every(isOption);
}

/** Bytes of an argument: the system takes no more than some 128,000. */
const maxArgumentBytes = 8_000;

/** Each value within one argument; a sentence where one may not be given. Values are an attacker's text. */
export function filledArguments(
  run: readonly string[],
  values: Partial<Readonly<Record<Placeholder, string>>>,
): readonly string[] | string {
  const isThroughShell = run.some(argument => throughShell.test(nameOf(argument)));
  for (const name of placeholdersIn(run)) {
    const value = values[name];
    if (value === undefined || value === '') return `Nothing here is its {${name}}: ${whereItIs[name]}.`;
    const why = whyNotPassed(value, isThroughShell);
    if (why !== undefined) return `Not run: the {${name}} ${why}.`;
  }
  return run.map(argument =>
    argument.replaceAll(written, (whole, name: string) =>
      isPlaceholder(name) ? (values[name] ?? '') : whole,
    ),
  );
}

const aWebsite = 'select a website';
const whereItIs: Readonly<Record<Placeholder, string>> = {
  domain: aWebsite,
  id: aWebsite,
  value: 'select a row that has a value',
  statistic: 'open a statistic, or select a row of one',
  from: 'open a view that has a period',
  to: 'open a view that has a period',
  profile: 'the service in use has no name',
};

function whyNotPassed(value: string, isThroughShell: boolean): string | undefined {
  if (/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(value)) return 'holds control characters';
  if (value.startsWith('-')) return 'begins with a hyphen, and could be read as an option';
  if (/(?:^|[/\\])\.\.(?:[/\\]|$)/.test(value)) return 'leads to a folder above, by ..';
  if (value.length > maxArgumentBytes) return `is longer than ${maxArgumentBytes} characters`;
  if (isThroughShell && !/^[\p{L}\p{N}_.@%+=:,/-]+$/u.test(value))
    return 'holds a character that a shell could read, and this program passes it to one';
  return undefined;
}
