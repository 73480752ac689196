import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useSharedFolder } from '../helpers/sharedFolder.ts';
import { drawAll, pathOf } from './draw.ts';

const shared = mkdtempSync(join(tmpdir(), 'sitedeck-pictures-'));
process.on('exit', () => rmSync(shared, { recursive: true, force: true, maxRetries: 5 }));
useSharedFolder(shared);
for (const [name, svg] of await drawAll(process.argv.slice(2))) {
  writeFileSync(pathOf(name), svg);
  process.stdout.write(`${pathOf(name).pathname}\n`);
}
