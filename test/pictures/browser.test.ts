import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { svgOf, type PictureCell } from '#terminal/picture/svg.ts';
import { farthestApart, inkIn, lackingRenderer, type Pair } from './browser.ts';
import { pathOf } from './draw.ts';
import { films, pictures, type Film } from './pictures.ts';

const lacking = lackingRenderer();
const svgNamed = (name: string) => readFileSync(pathOf(name), 'utf8');
/** Where they differ by more, a text is elsewhere: at the same place it is at most a little bolder. */
const limit = 0.015;

test('every picture looks the same in Chromium and in librsvg', async ({ skip }) => {
  if (lacking !== undefined) return skip(lacking);
  const apart = await farthestApart(pictures.map(({ name }) => both(svgNamed(name))));
  expect(apart).toHaveLength(pictures.length);
  for (const [at, found] of apart.entries())
    expect({ name: pictures[at]?.name, isAlike: found < limit, found }).toMatchObject({ isAlike: true });
});

// A browser draws each of them.
test('so does every frame of the one that moves', { timeout: 300_000 }, async ({ skip }) => {
  if (lacking !== undefined) return skip(lacking);
  const frames = films.flatMap(({ name, shots }) => framesOf(svgNamed(name), shots));
  const apart = await farthestApart(frames);
  expect(apart.length).toBeGreaterThan(10);
  for (const [at, found] of apart.entries())
    expect({ frame: at, isAlike: found < limit, found }).toMatchObject({ isAlike: true });
});

const lines = [
  'Sitedeck > Websites     17,616 +21%    ',
  'WWWWWWWWWWWWW  iiiiii  l  MMMM  "a" &<>',
  '━━━╸ │ ╭──╮ ⣿⣀ █▇▁ ░▒▓ ● … ✓ é → ◉○┴ └┤',
];

test('a text that one of them draws elsewhere is found, and a frame at another time', async ({ skip }) => {
  if (lacking !== undefined) return skip(lacking);
  const svg = svgOf(lines.map(cellsOf));
  // A browser keeps one of several blanks, and spreads what is left.
  const squeezed = svg.replace(
    /(?<=<g [^>]*>\n).*(?=\n.*WWWW)/s,
    `<text x="10" y="22" textLength="320">${lines[0]}</text>`,
  );
  const [tour = []] = films.map(({ name, shots }) => framesOf(svgNamed(name), shots));
  const apart = await farthestApart([
    { inBrowser: svg, elsewhere: svg },
    { inBrowser: squeezed, elsewhere: svg },
    { inBrowser: tour[3]?.inBrowser ?? '', elsewhere: tour[4]?.elsewhere ?? '' },
  ]);
  expect(apart.map(found => found > limit)).toEqual([false, true, true]);
});

test('with any font letters stay on their cells', async ({ skip }) => {
  if (lacking !== undefined) return skip(lacking);
  const svg = svgOf(lines.map(cellsOf));
  const fonts = ['DejaVu Sans Mono', 'Liberation Mono', 'DejaVu Sans', 'Liberation Serif', 'no such font'];
  const drawn = await inkIn(fonts.map(font => svg.replace(/font-family="[^"]*"/, `font-family="${font}"`)));
  const expected = lines.map(line => line.replaceAll(/[^ ]/g, '#'));
  for (const [at, ink] of drawn.entries())
    expect({ font: fonts[at], ink }).toEqual({ font: fonts[at], ink: expected });
});

const both = (svg: string): Pair => ({ inBrowser: svg, elsewhere: svg });

/** Each frame, as Chromium shows it at that time, and drawn without any time. */
function framesOf(svg: string, shots: Film['shots']): Pair[] {
  let begins = 0;
  return shots.map(({ seconds }, at) => {
    const time = begins + seconds / 2;
    begins += seconds;
    const names = [...svg.matchAll(/<g class="f (?:first )?(f[\d-]+)">/g)].map(([, name = '']) => name);
    const shown = [...new Set(names)].filter(name => name.slice(1).split('-').includes(String(at)));
    return {
      inBrowser: svg.replace(
        '</style>',
        `.f{animation-delay:-${time}s;animation-play-state:paused!important}</style>`,
      ),
      elsewhere: svg.replace(
        /<style>.*<\/style>/,
        `<style>.f{visibility:hidden}${shown.map(name => `.${name}{visibility:visible}`).join('')}</style>`,
      ),
    };
  });
}

function cellsOf(line: string): PictureCell[] {
  const plain = { fg: 'default', bg: 'default', bold: false, dim: false, underline: false, inverse: false };
  return Array.from(line, text => ({ ...plain, text }));
}
