import { writeFileSync } from 'node:fs';
import { drawAll, pathOf } from './draw.ts';

for (const [name, svg] of await drawAll(process.argv.slice(2))) {
  writeFileSync(pathOf(name), svg);
  process.stdout.write(`${pathOf(name).pathname}\n`);
}
