export type Charset = 'utf8' | 'ascii';

let current: Charset = 'utf8';

/** Decides, once at the start, what the terminal can show. */
export function setCharset(charset: Charset): void {
  current = charset;
}

export function isAscii(): boolean {
  return current === 'ascii';
}
