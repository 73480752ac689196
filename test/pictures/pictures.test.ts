import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawAll, pathOf } from './draw.ts';
import { films, pictures } from './pictures.ts';

test('the pictures of the README and of docs are what the program draws (npm run pictures draws them)', async () => {
  for (const [name, svg] of await drawAll())
    expect({ name, svg }).toEqual({ name, svg: readFileSync(pathOf(name), 'utf8') });
});

test('none of them takes long to load', () => {
  for (const { name } of [...pictures, ...films])
    expect({ name, isSmall: statSync(pathOf(name)).size < 600_000 }).toEqual({ name, isSmall: true });
});
