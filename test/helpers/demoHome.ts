import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { todayIn } from '#model/today.ts';
import { openService } from '#server/openService.ts';
import { makeHome, type Home } from './home.ts';

let prepared: Promise<string> | undefined;

/** Made once for each test process: what a first start leaves behind. */
function prepareDemo(): Promise<string> {
  prepared ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sitedeck-demo-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    const today = () => todayIn('UTC', new Date());
    const service = await openService({ file: join(folder, 'demo.sqlite'), today, demo: true });
    service.close();
    return folder;
  })();
  return prepared;
}

/** A home where the demo is ready, its own copy: tests may change it. */
export async function demoHome(): Promise<Home> {
  const home = makeHome();
  const data = join(home.path, 'data', 'sitedeck');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  cpSync(await prepareDemo(), data, { recursive: true });
  return home;
}
