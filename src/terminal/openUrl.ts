import type { Environment } from './terminalCapabilities.ts';

interface BrowserFacts {
  readonly platform: NodeJS.Platform;
  readonly env: Environment;
  readonly ssh: boolean;
}

/** Environment variables that are not passed on to the browser. */
const secrets = ['SITEDECK_API_KEY', 'SITEDECK_PASSWORD'];

/**
 * Hands a web address to the desktop's browser, as one argument and through no shell. Resolves to why it was not
 * started, in a few words; to undefined where it was. Does not wait for what the browser does then.
 */
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
