import { expect, test } from 'vitest';
import { freshReadme, readReadme } from './generate.ts';

test('the key table of the README is the one of the program (npm run readme writes it)', async () => {
  expect(readReadme()).toBe(await freshReadme(readReadme()));
});
