import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { safeText } from '#text/safeText.ts';
import { textWidth } from '#text/characters.ts';
import { xtermColumns } from './xtermColumns.ts';

/** Every code point that safeText lets through alone, between two letters; of the big Han planes every 101st. */
function everyCharacter(): string[] {
  const texts: string[] = [];
  for (let codePoint = 0x20; codePoint < 0x40000; codePoint += codePoint < 0x20000 ? 1 : 101) {
    if (codePoint >= 0xd800 && codePoint <= 0xdfff) continue;
    texts.push(safeText(`a${String.fromCodePoint(codePoint)}b`));
  }
  return [...new Set(texts)];
}

describe('textWidth', () => {
  it.each([
    ['', 0],
    ['plain', 5],
    ['Zürich', 6],
    ['日本語', 6],
    ['x\u0301y', 2],
    ['か\u309aa', 3],
    ['│─▁▂█⣿', 6],
    ['\ufffd', 1],
    ['ｆｕ', 4],
    ['한국어', 6],
    ['\u{20000}', 2],
    ['… › ·', 5],
  ])('%j takes %i columns', (text, columns) => {
    expect(textWidth(text)).toBe(columns);
  });

  it('agrees with Ink and with xterm on all of Unicode', async () => {
    const texts = everyCharacter();
    expect(texts.length).toBeGreaterThan(40_000);
    const measured = texts.map(textWidth);
    const columns = await xtermColumns(texts);
    const unlike = texts.filter((text, i) => stringWidth(text) !== measured[i] || columns[i] !== measured[i]);
    expect(unlike).toEqual([]);
  });
});
