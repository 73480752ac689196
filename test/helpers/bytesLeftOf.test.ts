import { expect, test } from 'vitest';
import { bytesLeftOf } from './bytesLeftOf.ts';

test.each([
  ['', 0],
  ['abc', 3],
  // Nine columns, of which the last three stand right of the sixth.
  ['abcdefghi', 6],
  // Six bytes of the move and two of the text, then seven and four at column 10.
  ['\x1b[2;1Hab\x1b[2;11Hcdef', 8],
  // A style counts with its text; a line of a chart has three bytes a character.
  ['\x1b[31m⠂\x1b[10C\x1b[32m⠂', 8],
  ['\x1b[2Hab\b\bc\x1b[8Cd\x1b[9De\x1b[m', 17],
])('%j has %i bytes left of the sixth column', (output, bytes) => {
  expect(bytesLeftOf(output, 6)).toBe(bytes);
});

test('what begins right of the column is told by where the cursor was', () => {
  expect(bytesLeftOf('ab\x1b[4Dcd', 6, 6)).toBe(6);
});
