import { Text } from 'ink';
import { render } from 'ink-testing-library';
import { expect, onTestFinished, test } from 'vitest';
import { inkStyle, type Part, styledText } from '#components/parts.ts';
import { dark, terminalTheme } from '#terminal/theme/palettes.ts';
import { setTheme } from '#terminal/theme/themes.ts';
import { tintedTheme } from '#terminal/theme/tinted.ts';
import { setCharset } from '#text/characters.ts';
import { label } from '#text/safeText.ts';

const drawn = (node: React.ReactElement) => render(node).lastFrame();

test('a part is in the sequences that Ink puts around a text in its style', () => {
  const text = label`12`;
  // Roles apart: what a role is written as depends on how many colours Ink believes to have.
  const styles: readonly Omit<Part, 'text'>[] = [
    {},
    { bold: true },
    { underline: true },
    { inverse: true },
    { bold: true, underline: true, inverse: true },
  ];
  for (const style of styles)
    expect(drawn(<Text>{styledText({ text, ...style })}</Text>)).toBe(
      drawn(<Text {...inkStyle(style)}>{text}</Text>),
    );
});

test('a role is written as one of the 256 colours from 16 on, with and without a ground', () => {
  const text = label`12`;
  expect(styledText({ text })).toBe('12');
  expect(styledText({ text, tone: 'dim' })).toBe('\x1b[38;5;17m12\x1b[39m');
  expect(styledText({ text, on: 'selection' })).toBe('\x1b[48;5;30m12\x1b[49m');
  expect(styledText({ text, tone: 'accent', on: 'selection', bold: true })).toBe(
    '\x1b[1m\x1b[48;5;30m\x1b[38;5;18m12\x1b[39m\x1b[49m\x1b[22m',
  );
});

test('frames of hyphens are dim text, where lines are in the tint of frames', () => {
  const frame = { text: label`+-+`, tone: 'frame' } as const;
  onTestFinished(() => {
    setCharset('utf8');
    setTheme(terminalTheme);
  });
  setTheme(tintedTheme(dark, 256));
  const [tinted, dimmed] = [styledText(frame), styledText({ ...frame, tone: 'dim' })];
  expect(tinted).not.toBe(dimmed);
  setCharset('asciiLines');
  expect(styledText(frame)).toBe(dimmed);
  // The sixteen: faint text as elsewhere.
  setTheme(terminalTheme);
  expect(styledText(frame)).toBe(tinted);
});
