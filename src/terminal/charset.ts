/** What the terminal can show: everything, letters beside lines and charts of ASCII (--ascii), or ASCII alone. */
export type Charset = 'utf8' | 'asciiLines' | 'ascii';

let current: Charset = 'utf8';

/** Sets, once at the start, which characters the terminal can show. */
export function setCharset(charset: Charset): void {
  current = charset;
}

/** Whether our own words, lines and charts are ASCII. */
export function isAscii(): boolean {
  return current !== 'utf8';
}

/** Whether text from outside keeps its letters. */
export function showsLetters(): boolean {
  return current !== 'ascii';
}
