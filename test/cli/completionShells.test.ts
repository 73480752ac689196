import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addDays } from '#model/period/day.ts';
import { startTerminal } from '../helpers/terminal.ts';
import type { Home } from '../helpers/home.ts';
import { recentSeed } from '../helpers/umami/example.ts';
import { program, run, runner, startService, temporaryHome, today, umamiHome } from './fixture.ts';

interface Shell {
  readonly args: readonly string[];
  readonly setUp: string;
  /** The keys that list what could come next. */
  readonly listing: string;
}

/** How each shell is started without any settings of its own, and reads the completion. */
const shells = {
  bash: {
    args: ['--norc', '--noprofile', '-i'],
    setUp: `bind 'set bell-style none'; source <(sitedeck completion bash); PS1='ready> '`,
    listing: '\t\t',
  },
  zsh: {
    args: ['-f', '-i'],
    setUp: `autoload -Uz compinit; compinit -u -D; source <(sitedeck completion zsh); unsetopt beep; PS1='ready> '`,
    listing: '\t',
  },
  fish: {
    args: ['--no-config', '-i'],
    setUp: `sitedeck completion fish | source; function fish_prompt; echo 'ready> '; end`,
    listing: '\t',
  },
} satisfies Readonly<Record<string, Shell>>;

/** What is run in the end only says its words: what a shell suggests in grey is not among them. */
const standIn = `#!/bin/sh\ncase $1 in comp*) exec ${runner} ${program} "$@";; esac\necho "got: $* ."\n`;

/** ^L */
const clearKey = '\x0c';

/** Where the program is installed; undefined where it is not. */
function installed(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map(folder => join(folder, name)).find(file => existsSync(file));
}

/** A shell that has read the completion, and what a line becomes by Tab. */
async function open(
  name: keyof typeof shells,
  shell: string,
  home: Home,
  service: Readonly<Record<string, string>>,
) {
  const { args, setUp } = shells[name];
  const bin = join(home.path, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'sitedeck'), standIn, { mode: 0o755 });
  const PATH = [bin, dirname(shell), home.env['PATH']].join(delimiter);
  const env = { ...service, PATH, TERM: 'xterm' };
  const terminal = startTerminal({ command: shell, args, home, env, cols: 100, rows: 60 });
  onTestFinished(() => terminal.stop());
  terminal.type(`${setUp}\r`);
  await terminal.waitFor(/^ready> *$/m);
  const completed = async (typed: string, words: string) => {
    // What an earlier line printed would do.
    terminal.type(clearKey);
    await terminal.waitFor(lines => !lines.join('\n').includes('got:'));
    terminal.type(`${typed}\t`);
    terminal.type('\r');
    await terminal.waitFor(`got: ${words} .`);
  };
  return { terminal, completed };
}

test.for(['bash', 'zsh', 'fish'] as const)(
  '%s completes words, domains and --option=value, and says what each is',
  async (name, { skip }) => {
    const shell = installed(name);
    if (shell === undefined) return skip(`${name} is not installed`);
    const { listing } = shells[name];
    const [service, home] = [await startService(), temporaryHome()];
    await service.add('one.example');
    const { terminal, completed } = await open(name, shell, home, service.env);
    await completed('sitedeck over', 'overview');
    await completed('sitedeck report on', 'report one.example');
    await completed('sitedeck overview --period=yes', 'overview --period=yesterday');
    await completed('sitedeck overview --sort-by=dom', 'overview --sort-by=domain');
    await completed('sitedeck overview --only', 'overview --only-attention');
    await completed('sitedeck stats one.example refer', 'stats one.example referrer');

    const listed = async (typed: string, shown: RegExp) => {
      terminal.type(`${typed}${listing}`);
      await terminal.waitFor(shown);
      terminal.type('\r');
      await terminal.waitFor(`got: ${typed.trim().replace('sitedeck ', '')} .`);
    };
    await listed('sitedeck websites ', /^list +.*list websites, newest first/m);
    await listed('sitedeck overview --', /--sort-by +.*most visitors or page views, greatest rise/);
  },
);

test.for(['bash', 'zsh', 'fish'] as const)(
  '%s completes the conditions of --where: a field, then its values',
  async (name, { skip }) => {
    const shell = installed(name);
    if (shell === undefined) return skip(`${name} is not installed`);
    const { home } = await umamiHome(recentSeed());
    const { completed } = await open(name, shell, home, {});
    await completed(
      'sitedeck stats shop.example page --where country=Ger',
      'stats shop.example page --where country=Germany',
    );
    await completed(
      'sitedeck stats shop.example page --where country=United\\ K',
      'stats shop.example page --where country=United Kingdom',
    );
    await completed(
      'sitedeck stats shop.example page --where coun\tD',
      'stats shop.example page --where country=DE',
    );
    await completed(
      'sitedeck stats shop.example page --where dev',
      'stats shop.example page --where device=',
    );
    await completed(
      'sitedeck stats shop.example page --where country=DE --where page=/pri',
      'stats shop.example page --where country=DE --where page=/pricing',
    );
    await completed('sitedeck why shop.example --where=os=Lin', 'why shop.example --where=os=Linux');
    await completed(
      'sitedeck why shop.example --where country=ger',
      'why shop.example --where country=Germany',
    );
    // A quote that is still open is closed behind the word.
    for (const [typed, word] of [
      [`--where='device!=m`, '--where=device!=mobile'],
      [`--where "device=m`, '--where device=mobile'],
      [`--where 'country=Ger`, '--where country=Germany'],
      [`--where="country=United K`, '--where=country=United Kingdom'],
      [`--where country='United K`, '--where country=United Kingdom'],
      [`--where=country='United K`, '--where=country=United Kingdom'],
    ] as const)
      await completed(`sitedeck why shop.example ${typed}`, `why shop.example ${word}`);
  },
);

test.for(['bash', 'zsh', 'fish'] as const)(
  '%s quotes the values that it completes, and runs none of them',
  async (name, { skip }) => {
    const shell = installed(name);
    if (shell === undefined) return skip(`${name} is not installed`);
    const home = temporaryHome();
    const day = addDays(today, -1).split('-');
    const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
    const at = `${day[2]}/${months[Number(day[1]) - 1]}/${day[0]}:12:00:00 +0000`;
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const paths = ['/a%C3%A9:b*&c', "/d'e;f(g)", '/h"i', '/m$(touch ran)', '/n`touch ran`', '/o!ls'];
    const line = (path: string) =>
      `192.0.2.1 - - [${at}] "GET ${path.replaceAll('"', String.raw`\"`)} HTTP/1.1" 200 9 "-" "${agent}"\n`;
    writeFileSync(join(home.path, 'access.log'), paths.map(line).join(''));
    expect((await run(['import', 'one.example', 'access.log'], { home })).code).toBe(0);
    const { completed } = await open(name, shell, home, { SITEDECK_PROFILE: 'logs' });
    for (const path of paths.slice(0, 3))
      for (const quote of ['', "'", '"'])
        await completed(
          `sitedeck why one.example --where ${quote}page=${path.slice(0, 2)}`,
          `why one.example --where page=${path}`,
        );
    for (const quote of ['', "'"])
      await completed(
        `sitedeck why one.example --where ${quote}page=/o`,
        'why one.example --where page=/o!ls',
      );
    expect(existsSync(join(home.path, 'ran'))).toBe(false);
  },
);

/** How a shell that nothing was said to finds the completion in its folder for packages, below `$1`. */
const packaged = {
  zsh: {
    place: 'zsh/vendor-completions/_sitedeck',
    args: ['-f', '-i'],
    setUp: (share: string) =>
      `fpath=(${share}/zsh/vendor-completions $fpath); autoload -Uz compinit; compinit -u -D; unsetopt beep; PS1='ready> '`,
  },
  fish: {
    place: 'fish/vendor_completions.d/sitedeck.fish',
    args: ['--no-config', '-i'],
    setUp: (share: string) =>
      `set -p fish_complete_path ${share}/fish/vendor_completions.d; function fish_prompt; echo 'ready> '; end`,
  },
};

test.for(['zsh', 'fish'] as const)(
  '%s completes from a folder of packages, from the first Tab on',
  async (name, { skip }) => {
    const shell = installed(name);
    if (shell === undefined) return skip(`${name} is not installed`);
    const home = temporaryHome();
    const { place, args, setUp } = packaged[name];
    const share = join(home.path, 'share');
    mkdirSync(dirname(join(share, place)), { recursive: true });
    writeFileSync(join(share, place), (await run(['completion', name], { home })).stdout);
    const bin = join(home.path, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'sitedeck'), standIn, { mode: 0o755 });
    const PATH = [bin, dirname(shell), home.env['PATH']].join(delimiter);
    const env = { PATH, TERM: 'xterm' };
    const terminal = startTerminal({ command: shell, args, home, env, cols: 100, rows: 60 });
    onTestFinished(() => terminal.stop());
    terminal.type(`${setUp(share)}\r`);
    await terminal.waitFor(/^ready> *$/m);
    terminal.type('sitedeck over\t');
    terminal.type('\r');
    await terminal.waitFor('got: overview .');
  },
);
