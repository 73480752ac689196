import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shareCompiledParts, useSharedFolder } from './sharedFolder.ts';
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
  const terminal = startTerminal({ env: { SITEDECK_URL: service.url, SITEDECK_API_KEY: key } });
  try {
    await terminal.waitFor('one.example.com');
    terminal.press('Enter');
    await terminal.waitFor('Landing pages');
    terminal.press('^C');
    await terminal.exit;
    const { command, args } = commandOf({ args: ['--help'] });
    spawnSync(command, args, { env: terminal.home.env });
    shareCompiledParts(join(terminal.home.path, 'cache', 'sitedeck'));
  } catch {
    // Then the tests of the screens fail, and say more.
  } finally {
    await terminal.stop();
    await service.close();
  }
}
