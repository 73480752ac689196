import { expect, test } from 'vitest';
import type { Cell } from '../helpers/screen.ts';
import { filmOf } from './film.ts';
import { films } from './pictures.ts';

const plain = {
  width: 1,
  fg: 'default',
  bg: 'default',
  bold: false,
  dim: false,
  italic: false,
  underline: false,
  inverse: false,
} as const;
const row = (text: string): readonly Cell[] => Array.from(text, character => ({ ...plain, text: character }));

test('a row is drawn once, and shown in the frames that have it', () => {
  const film = filmOf([
    { seconds: 1, rows: [row('head'), row('one ')] },
    { seconds: 3, rows: [row('head'), row('two ')] },
    { seconds: 1, rows: [row('head'), row('one ')] },
  ]);
  expect(film.match(/<style>(.*)<\/style>/)?.[1]).toBe(
    [
      '.f{visibility:hidden;animation:5s step-end infinite}.first{visibility:visible}',
      '@keyframes f0-2{0%{visibility:visible}20%{visibility:hidden}80%{visibility:visible}}.f0-2{animation-name:f0-2}',
      '@keyframes f1{0%{visibility:hidden}20%{visibility:visible}80%{visibility:hidden}}.f1{animation-name:f1}',
      '@media (prefers-reduced-motion:reduce){.f{animation:none}}',
    ].join(''),
  );
  const groups = film.split('\n').flatMap(line => line.match(/<g class="[^"]*">|>\w+<\/text>/)?.[0] ?? []);
  expect(groups).toEqual([
    '>head</text>',
    '<g class="f first f0-2">',
    '>one</text>',
    '<g class="f f1">',
    '>two</text>',
  ]);
  expect(film).toContain('viewBox="0 0 52 52"');
});

test('the tour takes 12 to 20 seconds', () => {
  const [tour] = films;
  const seconds = tour?.shots.reduce((sum, shot) => sum + shot.seconds, 0);
  expect(seconds).toBeGreaterThan(12);
  expect(seconds).toBeLessThan(20);
});
