export type Charset = 'utf8' | 'ascii';

let current: Charset = 'utf8';

/** Sets, once at the start, which characters the terminal can show. */
export function setCharset(charset: Charset): void {
  current = charset;
}

export function isAscii(): boolean {
  return current === 'ascii';
}
