import { expect, test } from 'vitest';
import { shapeOf, shapePath } from '#terminal/picture/shapes.ts';

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
