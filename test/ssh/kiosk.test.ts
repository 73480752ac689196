import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { start } from '../helpers/application.ts';
import { fileTree } from '../helpers/fileTree.ts';
import { makeHome, type Home } from '../helpers/home.ts';
import { builtProgram, runner } from '../helpers/program.ts';
import { escape } from '../helpers/textApplication.ts';
import { startPrivateServer, whyNoSsh, type PrivateServer } from './privateServer.ts';

const obstacle = whyNoSsh();

/** What stands before the key in docs/ssh.md. */
function recipe(): string {
  const page = readFileSync(new URL('../../docs/ssh.md', import.meta.url), 'utf8');
  const [, options] = /^(command="sitedeck --kiosk"\S*) ssh-ed25519 /m.exec(page) ?? [];
  if (options === undefined) throw new Error('docs/ssh.md has no recipe');
  return options;
}

/** A home with the program as `sitedeck` on the PATH, and the variables that sshd is to set. */
function kioskHome(): { readonly home: Home; readonly setEnv: string } {
  const home = makeHome();
  const { NODE_COMPILE_CACHE: _, TERM: __, ...env } = home.env;
  const bin = join(home.path, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'sitedeck'), `#!/bin/sh\nexec '${runner}' '${builtProgram}' "$@"\n`);
  chmodSync(join(bin, 'sitedeck'), 0o755);
  const variables = { ...env, PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`, TMPDIR: home.path };
  return {
    home,
    setEnv: `SetEnv ${Object.entries(variables)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')}`,
  };
}

describe.skipIf(obstacle !== undefined)(
  `the kiosk of docs/ssh.md over SSH${obstacle === undefined ? '' : ` (${obstacle})`}`,
  () => {
    let server: PrivateServer;
    let home: Home;
    beforeAll(async () => {
      const kiosk = kioskHome();
      home = kiosk.home;
      const settings = ['AcceptEnv LANG LC_*', 'Subsystem sftp internal-sftp', kiosk.setEnv];
      server = await startPrivateServer({ keyOptions: recipe(), settings });
    });
    afterAll(async () => {
      await server.stop();
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
      const visitor = makeHome();
      onTestFinished(() => visitor.remove());
      const terminal = start({
        command: 'ssh',
        args: sshWith([], ...command),
        home: visitor,
        cols: 100,
        rows: 30,
      });
      await terminal.waitFor('podcast.example.com', 40_000);
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
      terminal.raw(escape.repeat(6));
      terminal.press(':');
      await terminal.waitFor('Go to');
      terminal.type('!sh');
      await terminal.waitFor('Nothing by that name');
      terminal.press('Enter');
      terminal.raw(escape.repeat(2));
      terminal.press('x');
      await terminal.waitFor('[the clipboard]');
      terminal.raw(escape);
      // Keys that ssh itself would act on begin with ~ after Enter: here they reach the program.
      terminal.press('Enter');
      await terminal.waitFor('Landing pages');
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
