/** What moves the cursor, other control sequences, and characters: what the program's screen writes. */
const token = /\x1b\[(\d*)(?:;(\d+))?([A-Za-z])|\x1b\[\?\d+[hl]|\x1b.|[^]/gu;

/**
 * How many bytes of an output serve what stands left of a column, counted from 0: each text, and what moves there or sets its
 * style. Characters are one column wide; the first one stands where the cursor was at the start.
 */
export function bytesLeftOf(output: string, column: number, start = 0): number {
  let x = start;
  let bytes = 0;
  // Sequences that wait for the text they are for.
  let pending = 0;
  for (const [text, first = '', second, final] of output.matchAll(token)) {
    const size = Buffer.byteLength(text);
    if (final === 'H') x = Number(second ?? 1) - 1;
    else if (final === 'C') x += Number(first || 1);
    else if (final === 'D') x -= Number(first || 1);
    else if (text === '\b') x -= 1;
    else if (text === '\r') x = 0;
    if (text.startsWith('\x1b') || /[\b\r\n]/.test(text)) {
      pending += size;
      continue;
    }
    if (x < column) bytes += pending + size;
    pending = 0;
    x += 1;
  }
  // What follows the last text, such as the cursor that is shown again, counts as well.
  return bytes + pending;
}
