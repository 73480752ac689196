import type { Environment, Multiplexer } from './capabilities.ts';

interface ClipboardOptions {
  readonly multiplexer?: Multiplexer | undefined;
  /** Of the text in UTF-8. Left out: 74,994, which makes the 100,000 bytes that terminals take at most. */
  readonly maxBytes?: number;
}

/** What to write to the terminal, or why not: one line. */
type ClipboardWrite = { readonly sequence: string } | { readonly error: string };

/** GNU screen drops a longer device control string. */
const screenChunk = 76;

/** The sequence (OSC 52) that puts a text on the clipboard of the machine that the user's terminal runs on. */
export function osc52(text: string, options: ClipboardOptions = {}): ClipboardWrite {
  const { multiplexer, maxBytes = 74_994 } = options;
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length === 0) return { error: 'There is nothing to copy.' };
  if (bytes.length > maxBytes) {
    const [size, limit] = [bytes.length, maxBytes].map(count => count.toLocaleString('en-US'));
    return {
      error: `Too long to copy: ${size} bytes, and terminals take ${limit}. Export it to a file instead.`,
    };
  }
  const sequence = `\x1b]52;c;${bytes.toString('base64')}\x07`;
  if (multiplexer === 'tmux') return { sequence: sequence + throughTmux(sequence) };
  return { sequence: multiplexer === 'screen' ? throughScreen(sequence) : sequence };
}

/** tmux takes the bare sequence when set-clipboard is on and this one when allow-passthrough is: both are sent. */
function throughTmux(sequence: string): string {
  return `\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`;
}

function throughScreen(sequence: string): string {
  const chunks = sequence.match(new RegExp(`[^]{1,${screenChunk}}`, 'g')) ?? [];
  return chunks.map(chunk => `\x1bP${chunk}\x1b\\`).join('');
}

interface BrowserFacts {
  readonly platform: NodeJS.Platform;
  readonly env: Environment;
  readonly ssh: boolean;
}

/** Environment variables that are not passed on to the browser. */
const secrets = ['SITEDECK_API_KEY', 'SITEDECK_PASSWORD'];

/** As one argument and through no shell. Resolves to why the browser was not started; undefined where it was. */
export async function openUrl(url: string, facts: BrowserFacts): Promise<string | undefined> {
  const protocol = URL.parse(url)?.protocol;
  if (protocol !== 'https:' && protocol !== 'http:') return 'it is no web address';
  if (facts.ssh) return 'this is an SSH session';
  const program = browserOf(facts);
  if (program === undefined) return 'there is no display';
  return await started(program, url, facts.env);
}

/** The program that opens the user's browser; undefined where there is no desktop to show it. */
function browserOf({ platform, env }: BrowserFacts): readonly [string, ...string[]] | undefined {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  const hasDisplay = (env['DISPLAY'] ?? '') !== '' || (env['WAYLAND_DISPLAY'] ?? '') !== '';
  return hasDisplay ? ['xdg-open'] : undefined;
}

function started(
  [program, ...before]: readonly [string, ...string[]],
  url: string,
  env: Environment,
): Promise<string | undefined> {
  const rest = Object.fromEntries(Object.entries(env).filter(([name]) => !secrets.includes(name)));
  // Loaded only here: it takes milliseconds.
  const { spawn } = process.getBuiltinModule('node:child_process');
  return new Promise(resolve => {
    const child = spawn(program, [...before, url], { detached: true, stdio: 'ignore', env: rest });
    child.once('spawn', () => {
      child.unref();
      resolve(undefined);
    });
    child.once('error', () => resolve(`${program} could not be started`));
  });
}
