import { expect, test } from 'vitest';
import { shapeOf, shapePath } from './shapes.ts';

const cell = { left: 10, top: 32, width: 8, height: 16 };

test('blocks fill their part of a cell, and alike ones are one piece', () => {
  expect(shapePath('█', cell)).toBe('M10 32H18V48H10z');
  expect(shapePath('▂▂▀', cell)).toBe('M10 44H26V48H10zM26 32H34V40H26z');
  expect(shapePath('▌', cell)).toBe('M10 32H14V48H10z');
});

test('lines go from the middle of a cell to its edges, and touch those beside and below', () => {
  expect(shapePath('───', cell)).toBe('M10 40H34');
  expect(shapePath('│', cell)).toBe('M14 40V32M14 40V48');
  expect(shapePath('└─', cell)).toBe('M14 40H18M14 40V32M18 40H26');
  expect(shapePath('╸', cell)).toBe('M14 40H10');
  expect(shapePath('╮', cell)).toBe('M14 48V43Q14 40 11 40H10');
  expect(shapePath('╰', cell)).toBe('M14 32V37Q14 40 17 40H18');
});

test('what is neither is text', () => {
  expect(Array.from('█▏', shapeOf)).toEqual(['block', 'block']);
  expect(Array.from('─┤╭', shapeOf)).toEqual(['light', 'light', 'light']);
  expect(Array.from('━╺', shapeOf)).toEqual(['heavy', 'heavy']);
  expect(Array.from('a ⠶●', shapeOf)).toEqual([undefined, undefined, undefined, undefined]);
});
