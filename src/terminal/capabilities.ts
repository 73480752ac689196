import type { Charset } from '#text/characters.ts';
import type { Depth } from './theme/tinted.ts';

export type Environment = Readonly<Record<string, string | undefined>>;
export type Multiplexer = 'tmux' | 'screen';

export interface TerminalFacts {
  readonly stdinIsTTY: boolean;
  readonly stdoutIsTTY: boolean;
  /** --ascii and --no-color. */
  readonly args: { readonly ascii?: boolean | undefined; readonly noColor?: boolean | undefined };
}

/** What the terminal can do, as far as the environment says: nothing is asked of the terminal itself. */
export interface TerminalCapabilities {
  readonly charset: Charset;
  readonly colour: boolean;
  /** Why the application cannot open here and what to do instead; one line. */
  readonly problem?: string;
  readonly multiplexer?: Multiplexer;
  readonly ssh: boolean;
}

/** What the environment calls the terminal: "xterm-256color iTerm.app". */
export function terminalName(env: Environment): string {
  return [env['TERM'], env['TERM_PROGRAM']].filter(Boolean).join(' ');
}

const monochrome = /^vt\d|^(?:dumb|unknown)$|-m(?:ono)?$/;

export function readTerminalCapabilities(env: Environment, facts: TerminalFacts): TerminalCapabilities {
  const term = env['TERM'] ?? '';
  const problem = findProblem(term, facts);
  const multiplexer = findMultiplexer(term, env);
  return {
    charset: readCharset(term, env, facts.args.ascii === true),
    colour: facts.args.noColor !== true && !isSet(env, 'NO_COLOR') && term !== '' && !monochrome.test(term),
    ...(problem === undefined ? {} : { problem }),
    ...(multiplexer === undefined ? {} : { multiplexer }),
    ssh: ['SSH_CONNECTION', 'SSH_CLIENT', 'SSH_TTY'].some(name => isSet(env, name)),
  };
}

const withoutErasing = /^(?:vt\d|ansi|dumb|unknown|$)/;

/** Whether the terminal erases cells in the middle of a line (ECH), which a VT100 does not: those with more than ASCII do. */
export function erasesCells(env: Environment, charset: Charset): boolean {
  return charset !== 'ascii' && !withoutErasing.test(env['TERM'] ?? '');
}

function readCharset(term: string, env: Environment, ascii: boolean): Charset {
  if (term.startsWith('linux') || !isUtf8(env)) return 'ascii';
  return ascii ? 'asciiLines' : 'utf8';
}

/** POSIX: the first of the three that is not empty decides; none at all is the C locale. */
function isUtf8(env: Environment): boolean {
  const locale = ['LC_ALL', 'LC_CTYPE', 'LANG'].find(name => isSet(env, name));
  return locale !== undefined && /utf-?8/i.test(env[locale] ?? '');
}

function findProblem(term: string, { stdinIsTTY, stdoutIsTTY }: TerminalFacts): string | undefined {
  const instead =
    'use a command that prints, such as "sitedeck websites list" ("sitedeck --help" lists them).';
  if (!stdoutIsTTY) return `The output is not a terminal: ${instead}`;
  if (!stdinIsTTY) return `The input is not a terminal, so no key can be read: ${instead}`;
  if (term === 'dumb') return `A dumb terminal (TERM=dumb) cannot show full screens: ${instead}`;
  if (term === '')
    return `TERM is not set: set it to what your terminal is, such as xterm-256color, or ${instead}`;
  return undefined;
}

/** The innermost one. Over SSH only TERM says, so "screen" may be tmux with its default TERM. */
function findMultiplexer(term: string, env: Environment): Multiplexer | undefined {
  if (isSet(env, 'TMUX') || term.startsWith('tmux')) return 'tmux';
  return isSet(env, 'STY') || term.startsWith('screen') ? 'screen' : undefined;
}

function isSet(env: Environment, name: string): boolean {
  return (env[name] ?? '') !== '';
}

const paletteTerms = /256color|kitty|alacritty|foot|wezterm|ghostty|contour|-direct/;

/** How many colours the terminal has, as far as its environment says; `none` are wanted, or there are. */
export function readDepth(
  env: Environment,
  { colour, multiplexer }: Pick<TerminalCapabilities, 'colour' | 'multiplexer'>,
): Depth | 16 | 'none' {
  const term = env['TERM'] ?? '';
  if (!colour) return 'none';
  if (term.startsWith('linux')) return 16;
  // GNU screen hands the variable on from the terminal around it, and does not know the sequences.
  const isBelieved = multiplexer !== 'screen';
  if (isBelieved && /^(?:truecolor|24bit)$/i.test(env['COLORTERM'] ?? '')) return 'all';
  return paletteTerms.test(term) ? 256 : 16;
}

/** Whether a terminal of this name may be asked about its background: these print the question, or swallow the answer. */
export function answersQuestions(env: Environment): boolean {
  return !/^(?:screen|linux|dumb|$)/.test(env['TERM'] ?? '');
}
