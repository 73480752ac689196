import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawAll, pathOf } from './draw.ts';

test('the pictures of the README are what the program draws (npm run pictures draws them)', async () => {
  for (const [name, svg] of await drawAll())
    expect({ name, svg }).toEqual({ name, svg: readFileSync(pathOf(name), 'utf8') });
});
