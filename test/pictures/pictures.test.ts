import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { draw, pathOf, pictures } from './draw.ts';

test.each(pictures)(
  'the picture "$name" is what the program draws (npm run pictures draws it)',
  async picture => {
    expect(await draw(picture)).toBe(readFileSync(pathOf(picture), 'utf8'));
  },
);
