import { endOfQuoted } from '#server/import/log/quoted.ts';

/** A field behind the request of a line: a word, or a text in quotes, perhaps with its name in front ("rt=0.003"). */
export interface FieldBehind {
  readonly name: string;
  readonly value: string;
  readonly isQuoted: boolean;
  /** Where the value begins in the line. */
  readonly place: number;
}

const named = /([A-Za-z][\w.-]{0,60})=/y;
const mostFields = 60;
const space = 32;

/** The fields from a place of a line on. A list is one field: "192.0.2.1, 198.51.100.7", and "0.1 : 0.2" of nginx. */
export function* fieldsBehind(line: string, from: number): Generator<FieldBehind, void, void> {
  const length = line.endsWith('\r') ? line.length - 1 : line.length;
  let at = from;
  for (let count = 0; count < mostFields; count++) {
    while (line.charCodeAt(at) === space) at++;
    if (at >= length) return;
    named.lastIndex = at;
    const [found = '', name = ''] = named.exec(line) ?? [];
    at += found.length;
    const isQuoted = line[at] === '"';
    const place = isQuoted ? at + 1 : at;
    const end = isQuoted ? endOfQuoted(line, place) : endOfWord(line, place, length);
    if (end < 0) return;
    yield { name, value: line.slice(place, end), isQuoted, place };
    at = isQuoted ? end + 1 : end;
  }
}

function endOfWord(line: string, from: number, length: number): number {
  for (let at = from; ;) {
    const end = line.indexOf(' ', at);
    if (end < 0) return length;
    const isColon = line.startsWith(' : ', end);
    if (line[end - 1] !== ',' && !isColon) return end;
    at = end + (isColon ? 3 : 1);
  }
}
