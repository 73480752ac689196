import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { startTerminal } from '../helpers/terminal.ts';
import { program, runner, startService, temporaryHome } from './fixture.ts';

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

/** Where the program is installed; undefined where it is not. */
function installed(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map(folder => join(folder, name)).find(file => existsSync(file));
}

test.for(['bash', 'zsh', 'fish'] as const)(
  '%s completes words, domains and --option=value, and says what each is',
  async (name, { skip }) => {
    const shell = installed(name);
    if (shell === undefined) return skip(`${name} is not installed`);
    const { args, setUp, listing } = shells[name];
    const [service, home] = [await startService(), temporaryHome()];
    await service.add('one.example');
    const bin = join(home.path, 'bin');
    mkdirSync(bin);
    // What is run in the end only says its words: what a shell suggests in grey is not among them.
    const script = `#!/bin/sh\ncase $1 in comp*) exec ${runner} ${program} "$@";; esac\necho "got: $* ."\n`;
    writeFileSync(join(bin, 'sitedeck'), script, { mode: 0o755 });
    const PATH = [bin, dirname(shell), home.env['PATH']].join(delimiter);
    const env = { ...service.env, PATH, TERM: 'xterm' };
    const terminal = startTerminal({ command: shell, args, home, env, cols: 100, rows: 60 });
    onTestFinished(() => terminal.stop());
    terminal.type(`${setUp}\r`);
    await terminal.waitFor(/^ready> *$/m);
    const completed = async (typed: string, words: string) => {
      terminal.type(`${typed}\t`);
      terminal.type('\r');
      await terminal.waitFor(`got: ${words} .`);
    };
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
