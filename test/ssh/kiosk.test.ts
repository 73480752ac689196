import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { start } from '../helpers/application.ts';
import { distantService, type DistantService, useService } from '../helpers/distantService.ts';
import { fileTree } from '../helpers/fileTree.ts';
import { makeHome, type Home } from '../helpers/home.ts';
import { keyBytes } from '../helpers/keyBytes.ts';
import { builtProgram, runner } from '../helpers/program.ts';
import { escape } from '../helpers/textApplication.ts';
import { startPrivateServer, whyNoSsh, type PrivateServer } from './privateServer.ts';
import { temporaryHome } from '../helpers/temporaryHome.ts';
import { openFaultServer } from '../helpers/apiFixture.ts';

const obstacle = whyNoSsh();

const page = readFileSync(new URL('../../docs/ssh.md', import.meta.url), 'utf8');

/** What docs/ssh.md says: before the key, and of the environment. */
function recipe(line: RegExp): string {
  const [, found] = line.exec(page) ?? [];
  if (found === undefined) throw new Error(`docs/ssh.md has no line ${String(line)}`);
  return found;
}
const keyOptions = recipe(/^(command="sitedeck --kiosk"\S*) ssh-ed25519 /m);
const acceptEnv = recipe(/^ +AcceptEnv (.+)$/m);

/** A home with the program as `sitedeck` on the PATH, and the variables that sshd is to set. */
function kioskHome(): { readonly home: Home; readonly setEnv: string } {
  const home = makeHome();
  const { NODE_COMPILE_CACHE: _, TERM: __, LANG: ___, ...env } = home.env;
  const bin = join(home.path, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'sitedeck'), `#!/bin/sh\nexec '${runner}' '${builtProgram}' "$@"\n`);
  chmodSync(join(bin, 'sitedeck'), 0o755);
  const variables = { ...env, PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`, TMPDIR: home.path };
  // sshd heeds the first such line only.
  const ofPage = recipe(/^ +SetEnv (.+)$/m);
  return {
    home,
    setEnv: `SetEnv ${ofPage} ${Object.entries(variables)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')}`,
  };
}

/** The processes that have a home as their own. */
function processesOf({ path }: Home): number[] {
  return readdirSync('/proc')
    .filter(name => {
      try {
        return readFileSync(`/proc/${name}/environ`, 'utf8').includes(`\0TMPDIR=${path}\0`);
      } catch {
        return false;
      }
    })
    .map(Number);
}

const printable = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));
const controls = Array.from({ length: 32 }, (_, at) => String.fromCharCode(at));
const arrows = ['Up', 'Down', 'Right', 'Left', 'Ctrl-Left', 'Ctrl-Right', 'Shift-Tab', 'Backspace'];
const others = ['Home', 'End', 'PgUp', 'PgDn', 'Insert', 'Delete', 'Alt-b', 'Alt-x', 'Alt-Enter'];
const named = [...arrows, ...others, 'F1', 'F2', 'F3', 'F4', 'F5'];
/** What the keys of a keyboard send; without q and ^C, which end the program. */
const keyboard = [...printable, ...controls, ...named.map(keyBytes)]
  .filter(bytes => bytes !== 'q' && bytes !== '\x03')
  .map(bytes => (bytes === '\x1b' ? escape : bytes));

/** How the views are opened from the list: the list itself, a panel in full. Others are in test/e2e/kiosk.test.ts, with the keys of commands. */
const views = [[], ['Enter', '1', 'z']] as const;

const isList = /^ Sitedeck > Websites/;

describe.skipIf(obstacle !== undefined)(
  `the kiosk of docs/ssh.md over SSH${obstacle === undefined ? '' : ` (${obstacle})`}`,
  () => {
    let server: PrivateServer;
    let home: Home;
    let kioskEnv = '';
    // A kiosk of the demo would make it anew.
    let service: DistantService;
    beforeAll(async () => {
      const kiosk = kioskHome();
      ({ home, setEnv: kioskEnv } = kiosk);
      service = await distantService();
      useService(home, service);
      const settings = ['Subsystem sftp internal-sftp', kioskEnv];
      server = await startPrivateServer({ keyOptions, acceptEnv, settings });
    });
    afterAll(async () => {
      await server.stop();
      await service.close();
      home.remove();
    });

    /** ssh's arguments before the host, further ones, and a command. */
    const sshWith = (options: readonly string[], ...command: readonly string[]) => {
      const host = server.sshArguments.at(-1) ?? '';
      return [...server.sshArguments.slice(0, -1), ...options, host, ...command];
    };
    /** Without a terminal. */
    const ask = (options: readonly string[], ...command: readonly string[]) => {
      const args = sshWith(options, ...command).filter(arg => arg !== '-tt');
      const { status, stdout, stderr } = spawnSync('ssh', args, {
        encoding: 'utf8',
        input: 'id\necho SHELL-$((6*7))\n',
        timeout: 60_000,
      });
      return { status, stdout, stderr };
    };

    async function open(...command: readonly string[]) {
      const visitor = temporaryHome();
      const terminal = start({
        command: 'ssh',
        args: sshWith([], ...command),
        home: visitor,
        cols: 100,
        rows: 30,
      });
      await terminal.waitFor('podcast.example.com');
      await terminal.waitFor('? help');
      return terminal;
    }

    test('whatever is asked for, the kiosk opens; its keys give no shell and no file; q ends the connection', async () => {
      const before = fileTree(home.path);
      const terminal = await open('id; sh');
      const reason = 'This is a kiosk: it only shows numbers.';
      for (const key of ['^Z', 'P', 'o']) {
        terminal.press('j');
        await terminal.waitFor(lines => !lines.some(line => line.includes(reason)));
        terminal.press(key);
        await terminal.waitFor(reason);
      }
      terminal.press('!');
      terminal.type('echo SHELL-$((6*7))\r');
      await terminal.quiet();
      // What is being read takes some of them.
      const pressEscapes = async () => {
        terminal.raw(escape.repeat(6));
        await terminal.quiet(100);
        return terminal.lines().join('\n');
      };
      await expect.poll(pressEscapes).toMatch(/^ Sitedeck > Websites(?!.*Esc show all)/s);
      terminal.press(':');
      await terminal.waitFor('╭─ Go to');
      terminal.type('!sh');
      await terminal.waitFor('Nothing by that name');
      terminal.press('Enter');
      terminal.raw(escape.repeat(2));
      await terminal.waitFor(lines => !lines.join('').includes('╭─ Go to'));
      terminal.press('x');
      await terminal.waitFor('[the clipboard]');
      terminal.raw(escape);
      await terminal.waitFor(lines => !lines.join('').includes('[the clipboard]'));
      // Keys that ssh itself would act on begin with ~ after Enter: here they reach the program.
      terminal.press('Enter');
      await terminal.waitFor(/^ Sitedeck > (?!Websites)\S+ /);
      terminal.raw('\x1c\x03');
      const { code } = await terminal.exit;
      expect(code).toBe(0);
      expect(terminal.output).not.toMatch(/uid=|SHELL-42|command not found/);
      expect(terminal.screen.alternate).toBe(false);
      expect(fileTree(home.path)).toEqual(before);
    });

    test('without a terminal there is one line, whatever the command, and of a file transfer nothing', () => {
      const before = fileTree(home.path);
      for (const command of [[], ['id'], ['sitedeck', 'websites', 'list'], ['sitedeck', 'profile', 'list']]) {
        const { status, stdout, stderr } = ask([], ...command);
        expect({ command, status, stdout }).toEqual({ command, status: 2, stdout: '' });
        expect(stderr).toMatch(/^sitedeck: The (input|output) is not a terminal[^\n]*\n$/);
      }
      // sshd passes on nothing of what a subsystem says beside its data.
      expect(ask(['-s'], 'sftp')).toEqual({ status: 2, stdout: '', stderr: '' });
      expect(fileTree(home.path)).toEqual(before);
    });

    test('of the environment of a visitor nothing gets through that leads elsewhere or ends the program', async () => {
      const other = await openFaultServer();
      const [script, ran] = [join(home.path, 'script.cjs'), join(home.path, 'ran')];
      writeFileSync(script, `require('node:fs').writeFileSync(${JSON.stringify(ran)}, '');`);
      onTestFinished(() => [script, ran].forEach(path => rmSync(path, { force: true })));
      const env = {
        NODE_OPTIONS: `--require=${script}`,
        SITEDECK_URL: other.url,
        SITEDECK_API_KEY: 'key-of-a-visitor',
        LANG: 'a-'.repeat(200),
        LC_ALL: 'a-'.repeat(200),
        LC_MESSAGES: 'a-'.repeat(200),
      };
      const options = [`-oSendEnv=${Object.keys(env).join(' ')}`];
      const visitor = temporaryHome();
      const terminal = start({
        command: 'ssh',
        args: sshWith(options),
        home: visitor,
        env,
        cols: 100,
        rows: 30,
      });
      await terminal.waitFor('podcast.example.com');
      terminal.press('q');
      expect((await terminal.exit).code).toBe(0);
      expect([existsSync(ran), other.requests.length]).toEqual([false, 0]);

      // An sshd that takes all of it lets it through: the check can fail.
      const open = await startPrivateServer({ keyOptions, settings: [kioskEnv] });
      onTestFinished(() => open.stop());
      const { LANG: _, LC_ALL: __, LC_MESSAGES: ___, ...sent } = env;
      const args = [...options, ...open.sshArguments];
      const led = start({ command: 'ssh', args, home: visitor, env: sent, cols: 100, rows: 30 });
      onTestFinished(() => led.stop());
      await other.arrived(1);
      expect(existsSync(ran)).toBe(true);
    });

    test('every key in two views writes no file and asks for numbers only; a client that is killed leaves no process', async () => {
      // That of the test before may still be ending.
      await vi.waitFor(() => expect(processesOf(home)).toEqual([]), 60_000);
      const files = fileTree(home.path);
      const terminal = await open();
      for (const opening of views) {
        for (const bytes of [...Array<string>(6).fill(escape), ...opening.map(keyBytes), ...keyboard]) {
          terminal.raw(bytes);
          await terminal.quiet(4);
        }
      }
      // A view that still reads is stopped first, then left.
      for (let presses = 0; presses < 20 && !isList.test(terminal.lines()[0] ?? ''); presses++) {
        terminal.raw(escape);
        await terminal.quiet();
      }
      await terminal.waitFor(isList);
      expect(fileTree(home.path)).toEqual(files);
      expect(service.methods()).toEqual(new Set(['GET']));
      expect(processesOf(home).length).toBeGreaterThan(0);
      terminal.signal('SIGKILL');
      await vi.waitFor(() => expect(processesOf(home)).toEqual([]), 5_000);
      expect(fileTree(home.path)).toEqual(files);
    });

    test('nothing is forwarded, in either direction', async () => {
      const inside = createServer(socket => socket.end('REACHED'));
      inside.listen(0, '127.0.0.1');
      await once(inside, 'listening');
      onTestFinished(() => void inside.close());
      const address = inside.address();
      if (typeof address !== 'object' || address === null) throw new Error('no port');
      const { port } = address;
      const through = ask(['-W', `127.0.0.1:${port}`]);
      expect(through.status).not.toBe(0);
      expect(through.stdout).not.toContain('REACHED');

      const back = spawn(
        'ssh',
        sshWith(['-N', '-oExitOnForwardFailure=yes', '-R', `127.0.0.1:0:127.0.0.1:${port}`]),
        {
          stdio: 'ignore',
        },
      );
      onTestFinished(() => void back.kill());
      expect((await once(back, 'exit'))[0]).toBe(255);

      // The service itself can be reached from here: the check can fail.
      const direct = connect(port, '127.0.0.1').setEncoding('utf8');
      expect(String((await once(direct, 'data'))[0])).toBe('REACHED');
    });
  },
);
