import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { selectedLine, start } from '../helpers/application.ts';
import { foreignBytes } from '../helpers/foreignBytes.ts';
import { foreignTexts } from '../helpers/hostileTexts.ts';
import { builtProgram, runner } from '../helpers/program.ts';
import { type Terminal } from '../helpers/terminal.ts';
import { openTexts, settled, useTextService } from '../helpers/textApplication.ts';
import { goneWithin } from '../terminal/fixtures/start.ts';
import { startPrivateServer, whyNoSsh, type PrivateServer } from './privateServer.ts';
import { temporaryHome } from '../helpers/temporaryHome.ts';

const texts = foreignTexts.slice(0, 12);
const obstacle = whyNoSsh();

interface Session {
  readonly terminal: Terminal;
  /** The program's process, on the other side. */
  readonly pid: number;
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

describe.skipIf(obstacle !== undefined)(
  `a real SSH session${obstacle === undefined ? '' : ` (${obstacle})`}`,
  () => {
    let server: PrivateServer;
    beforeAll(async () => {
      server = await startPrivateServer();
    });
    afterAll(() => server.stop());

    /** Logs in and starts the program, as a person does: the shell's words before it, if any. */
    async function logIn(before = '', env: Record<string, string> = {}): Promise<Session> {
      const service = await useTextService();
      const home = temporaryHome();
      const variables = {
        ...home.env,
        SITEDECK_URL: service.url,
        SITEDECK_API_KEY: service.keyFor({ texts }),
        ...env,
      };
      const settings = Object.entries(variables)
        .filter(([name]) => name !== 'TERM')
        .map(([name, value]) => `${name}=${quoted(value)}`);
      const program = [runner, builtProgram].map(quoted).join(' ');
      const remote = `cd ${quoted(home.path)}; ${before} echo $$ >pid; exec env ${settings.join(' ')} ${program}`;
      const terminal = start({ command: 'ssh', args: [...server.sshArguments, remote], home });
      await terminal.waitFor(' > plain.example.com', 60_000);
      await settled(terminal);
      return { terminal, pid: Number(readFileSync(join(home.path, 'pid'), 'utf8')) };
    }

    test('shows what it shows at home, takes keys, follows the size, and leaves the terminal as it was', async () => {
      const { terminal, pid } = await logIn();
      const { terminal: local } = await openTexts({ texts });
      await vi.waitFor(() => expect(terminal.lines().slice(1)).toEqual(local.lines().slice(1)), {
        timeout: 5000,
      });
      terminal.press('Down', 'j');
      await terminal.waitFor(() => selectedLine(terminal).includes('한국어'));
      terminal.press('/');
      terminal.type('日本');
      await terminal.waitFor('Search 日本');
      terminal.press('Esc');
      await terminal.waitFor(lines => !lines.join().includes('Search'));
      terminal.resize(100, 30);
      await terminal.waitFor(lines => lines[29]?.includes('? help') === true);
      await settled(terminal);
      expect(foreignBytes(terminal.output)).toEqual([]);
      terminal.press('q');
      expect((await terminal.exit).code).toBe(0);
      expect(terminal.screen.alternate).toBe(false);
      expect(terminal.screen.cursor().shown).toBe(true);
      expect(terminal.screen.pasteMode).toBe(false);
      expect(await goneWithin(pid, 1000)).toBe(true);
    });

    test('a move of the selection is as small as at home', async () => {
      const { terminal } = await logIn();
      // The numbers of the last website are bytes too: they have to be there before.
      await terminal.waitFor(/^ {3}12 websites, sums of daily visitors +[\d,]+ +[+-]/m);
      await settled(terminal);
      const mark = terminal.mark();
      terminal.press('j');
      await terminal.waitFor(() => selectedLine(terminal).includes('日本'));
      await terminal.quiet();
      expect(terminal.bytesSince(mark)).toBeLessThanOrEqual(300);
    });

    test.each([
      ['the connection is cut', ''],
      ['the connection is cut, with SIGHUP ignored as under nohup', `trap '' HUP;`],
    ])('%s: no process stays', async (_, before) => {
      const { pid } = await logIn(before);
      server.cut();
      expect(await goneWithin(pid, 5000)).toBe(true);
    });

    test('the client is killed: no process stays', async () => {
      const { terminal, pid } = await logIn();
      terminal.signal('SIGKILL');
      expect(await goneWithin(pid, 5000)).toBe(true);
    });
  },
);
