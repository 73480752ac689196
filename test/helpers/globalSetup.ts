import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useSharedFolder } from './sharedFolder.ts';
import { builtProgram, commandOf } from './program.ts';
import { startTerminal } from './terminal.ts';
import { startTextService } from './textService.ts';

/** Vitest calls it before the first test. */
export async function setup(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-tests-'));
  useSharedFolder(folder);
  // Not earlier: the processes of the tests leave their compiled code in it as they end.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  if (existsSync(builtProgram)) await compile();
}

/** Most tests kill the program: only one that ends by itself leaves its compiled code to the others. */
async function compile(): Promise<void> {
  const service = await startTextService();
  const key = service.keyFor({ texts: ['one.example.com'] });
  const account = { SITEDECK_URL: service.url, SITEDECK_API_KEY: key };
  const terminal = startTerminal({ env: { ...account, SITEDECK_TEST_COMPILES: '1' } });
  try {
    await terminal.waitFor('one.example.com');
    terminal.press('Enter');
    await terminal.waitFor('Landing pages');
    terminal.press('w');
    await terminal.waitFor(' > Why');
    terminal.press('^C');
    await terminal.exit;
    // Each chunk is compiled by the first that needs it: what most commands call comes first.
    for (const words of [['websites', 'list'], ['--help'], ['mcp']]) {
      const { command, args } = commandOf({ args: words });
      await runToEnd(command, args, { ...terminal.home.env, ...account });
    }
  } catch {
    // Then the tests of the screens fail, and say more.
  } finally {
    await terminal.stop();
    await service.close();
  }
}

async function runToEnd(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  await once(spawn(command, args, { env, stdio: 'ignore' }), 'close');
}
