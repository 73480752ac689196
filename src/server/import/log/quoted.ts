const backslash = 92;

/** The next quote with an even number of backslashes before it; -1 where there is none. */
export function endOfQuoted(line: string, from: number): number {
  for (let at = line.indexOf('"', from); at >= 0; at = line.indexOf('"', at + 1)) {
    let slashes = 0;
    while (at - slashes > from && line.charCodeAt(at - slashes - 1) === backslash) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}

/** A field without its escapes: "\x22" and "\"" are a quote. Bytes stay Latin-1 characters. */
export function unescapeField(field: string): string {
  if (!field.includes('\\')) return field;
  return field.replaceAll(/\\(?:x([\da-fA-F]{2})|(.))/gs, (_, code: string | undefined, other: string) =>
    code === undefined ? (named[other] ?? other) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const named: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', v: '\v', b: '\b', f: '\f' };
