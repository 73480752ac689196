import { expect, test } from 'vitest';
import { drawnRow, type PictureCell, shapeOf, shapePath, svgOf } from '#terminal/picture/svg.ts';

const cell = { left: 10, top: 32, width: 8, height: 16 };

test('blocks fill their part of a cell, and alike ones are one piece', () => {
  expect(shapePath('█', cell)).toBe('M10 32H18V48H10z');
  expect(shapePath('▂▂▀', cell)).toBe('M10 44H26V48H10zM26 32H34V40H26z');
  expect(shapePath('▌', cell)).toBe('M10 32H14V48H10z');
  expect(shapePath('▐▐', cell)).toBe('M14 32H18V48H14zM22 32H26V48H22z');
  expect(shapePath('░░', cell)).toBe('M10 32H26V48H10z');
});

test('lines go from the middle of a cell to its edges, and touch those beside and below', () => {
  expect(shapePath('───', cell)).toBe('M10 40.5H34');
  expect(shapePath('│', cell)).toBe('M14.5 32V48');
  expect(shapePath('└─', cell)).toBe('M14.5 40.5H18M14.5 32V40.5M18 40.5H26');
  expect(shapePath('┤', cell)).toBe('M10 40.5H14.5M14.5 32V48');
  expect(shapePath('╸', cell)).toBe('M10 40.5H14.5');
  expect(shapePath('╮', cell)).toBe('M14.5 48V43.5Q14.5 40.5 11.5 40.5H10');
  expect(shapePath('╰', cell)).toBe('M14.5 32V37.5Q14.5 40.5 17.5 40.5H18');
});

test('dots are circles, and those inside are cut out', () => {
  expect(shapePath('●', cell)).toBe('M10.5 40a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z');
  expect(shapePath('○', cell)).toBe(
    'M10.5 40a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0zM11.5 40a2.5 2.5 0 1 1 5 0a2.5 2.5 0 1 1 -5 0z',
  );
});

test('what is none of them is text', () => {
  expect(Array.from('█▏', shapeOf)).toEqual(['block', 'block']);
  expect(Array.from('░▒▓', shapeOf)).toEqual(['shade1', 'shade2', 'shade3']);
  expect(Array.from('─┤╭', shapeOf)).toEqual(['light', 'light', 'light']);
  expect(Array.from('━╺', shapeOf)).toEqual(['heavy', 'heavy']);
  expect(Array.from('●◉', shapeOf)).toEqual(['dot', 'dot']);
  expect(Array.from('a ⠶→', shapeOf)).toEqual([undefined, undefined, undefined, undefined]);
});

const plain = { fg: 'default', bg: 'default', bold: false, dim: false, underline: false, inverse: false };

function cells(text: string, style: Partial<PictureCell> = {}): PictureCell[] {
  return Array.from(text, character => ({ ...plain, ...style, text: character }));
}

const drawn = (...parts: readonly (readonly PictureCell[])[]) => drawnRow(parts.flat(), 0).split('\n');

test('each word has its own place and width, and no blank is drawn', () => {
  expect(drawn(cells('  1,234   ab '))).toEqual([
    '<text x="26" y="22" textLength="40">1,234</text>',
    '<text x="90" y="22" textLength="16">ab</text>',
  ]);
});

test('a letter alone, or one that not every font has, is as wide as its cells', () => {
  expect(drawn(cells('a… b'))).toEqual([
    '<text x="10" y="22" textLength="8" lengthAdjust="spacingAndGlyphs">a</text>',
    '<text x="18" y="22" textLength="8" lengthAdjust="spacingAndGlyphs">…</text>',
    '<text x="34" y="22" textLength="8" lengthAdjust="spacingAndGlyphs">b</text>',
  ]);
  expect(drawn(cells('東'), cells('').concat({ ...plain, text: '' }), cells('x'))).toEqual([
    '<text x="10" y="22" textLength="16" lengthAdjust="spacingAndGlyphs">東</text>',
    '<text x="26" y="22" textLength="8" lengthAdjust="spacingAndGlyphs">x</text>',
  ]);
});

test('colours, bold and dim part a word; what lies under it is one rectangle', () => {
  expect(
    drawn(cells('ab', { bg: '#203532' }), cells('cd', { bg: '#203532', fg: 79, bold: true }), cells('e')),
  ).toEqual([
    '<rect x="10" y="10" width="32" height="16" fill="#203532" shape-rendering="crispEdges"/>',
    '<text x="10" y="22" textLength="16">ab</text>',
    '<text x="26" y="22" fill="#5fd7af" font-weight="bold" textLength="16">cd</text>',
    '<text x="42" y="22" textLength="8" lengthAdjust="spacingAndGlyphs">e</text>',
  ]);
  expect(drawn(cells('ab', { fg: 1, dim: true }))).toEqual([
    '<text x="10" y="22" fill="#cc6666" opacity="0.6" textLength="16">ab</text>',
  ]);
});

test('inverse cells change places, and a line under blanks is drawn', () => {
  expect(drawn(cells('a ', { inverse: true }))).toEqual([
    '<rect x="10" y="10" width="16" height="16" fill="#d4d7d5" shape-rendering="crispEdges"/>',
    '<text x="10" y="22" fill="#101214" textLength="8" lengthAdjust="spacingAndGlyphs">a</text>',
  ]);
  expect(drawn(cells('a b', { underline: true }))[0]).toBe('<path stroke="#d4d7d5" d="M10 24.5H34"/>');
});

test('dots of Braille are shapes that the picture has once', () => {
  const svg = svgOf([cells('⣀⡇⠀⣀')]);
  expect(svg).toContain(
    '<defs><path id="b2847" d="M1 1h2v2h-2zM1 5h2v2h-2zM1 9h2v2h-2zM1 13h2v2h-2z"/><path id="b28c0" d="M1 13h2v2h-2zM5 13h2v2h-2z"/></defs>',
  );
  expect(svg).toContain('<use href="#b28c0" x="10" y="10"/><use href="#b2847" x="18" y="10"/></g>');
});

test('text is never markup, and nothing is in it that XML does not know', () => {
  const hostile = '<script>&"\'</text>]]>\x00\x1b\x07\x85\ud800\ufffe';
  const svg = svgOf([cells(hostile)]);
  const [, shown] = /<text[^>]*>(.*)<\/text>/s.exec(svg) ?? [];
  expect(svg.match(/<script|<\/text>\]\]/)).toBeNull();
  expect(shown).toMatch(/^&lt;script&gt;&amp;"'&lt;\/text&gt;\]\]&gt;<\/text>/);
  expect(svg).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\ufffe\uffff]|\p{Cs}/u);
  expect(svg.match(/\ufffd/g)).toHaveLength(6);
});

test('the picture is as large as its cells, on the background of the terminal', () => {
  const own = { letter: [0, 0, 0], background: [255, 255, 255] } as const;
  expect(
    svgOf([cells('    '), cells('    ')], own)
      .split('\n')
      .slice(0, 2),
  ).toEqual([
    '<svg xmlns="http://www.w3.org/2000/svg" width="52" height="52" viewBox="0 0 52 52">',
    '<rect x="0.5" y="0.5" width="51" height="51" rx="8" fill="#ffffff" stroke="#d9d9d9"/>',
  ]);
});
