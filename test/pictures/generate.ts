import { writeFileSync } from 'node:fs';
import { draw, pathOf, pictures } from './draw.ts';

for (const picture of pictures) {
  writeFileSync(pathOf(picture), await draw(picture));
  process.stdout.write(`${pathOf(picture).pathname}\n`);
}
