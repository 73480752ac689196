import { expect, test } from 'vitest';
import { cardLines } from '#screens/websites/startCard.ts';

const card = (columns: number, free: number) => {
  const found = cardLines(columns, free, 10);
  if (found === undefined) return undefined;
  return [found.top, ...found.lines.map(parts => parts.map(({ text }) => text).join(''))];
};

test('with five free lines each way has one of its own; a sixth sets the card apart', () => {
  const lines = [
    '╭─ This is the demo, its websites are made up ──────────────────╮',
    '│ 1 Connect a service     its address and an API key            │',
    '│ 2 Read my access logs   nginx or Apache, kept on this machine │',
    '│ 3 Look around           P has the other two later             │',
    '╰───────────────────────────────────────────────────────────────╯',
  ];
  expect(card(74, 5)).toEqual([10, ...lines]);
  expect(card(74, 12)).toEqual([11, ...lines]);
});

test('with less they share a line, without a frame where that is all there is', () => {
  expect(card(80, 4)).toEqual([
    11,
    '╭─ This is the demo, its websites are made up ────────────────╮',
    '│ 1 Connect a service   2 Read my access logs   3 Look around │',
    '╰─────────────────────────────────────────────────────────────╯',
  ]);
  expect(card(40, 3)).toEqual([
    10,
    '╭─ This is the demo ──────────────────╮',
    '│ 1 Connect  2 My logs  3 Look around │',
    '╰─────────────────────────────────────╯',
  ]);
  expect(card(40, 1)).toEqual([10, '1 Connect  2 My logs  3 Look around']);
  expect(card(80, 2)).toEqual([11, '1 Connect a service   2 Read my access logs   3 Look around']);
  expect(card(80, 0)).toBeUndefined();
});
