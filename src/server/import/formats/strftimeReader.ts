import { utcTime } from './fieldTime.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** How each letter is matched, by the name it is found under. */
const patterns: Readonly<Record<string, string>> = {
  Y: String.raw`(?<year>\d{4})`,
  m: String.raw`(?<month>\d\d)`,
  b: '(?<name>[A-Za-z]{3})',
  h: '(?<name>[A-Za-z]{3})',
  d: String.raw`(?<day>\d\d)`,
  e: String.raw`(?<day>[ \d]\d)`,
  H: String.raw`(?<hour>\d\d)`,
  M: String.raw`(?<minute>\d\d)`,
  S: String.raw`(?<second>\d\d)`,
  z: String.raw`(?<zone>[+-]\d\d:?\d\d)`,
  // Parts of a second, which Apache writes by names of their own.
  N: String.raw`\d{3,9}`,
  s: String.raw`(?<epoch>\d{1,12})`,
  a: '[A-Za-z]{3}',
  '%': '%',
};
const short: Readonly<Record<string, string>> = { F: '%Y-%m-%d', T: '%H:%M:%S', R: '%H:%M', D: '%m/%d/%y' };

/** A format of strftime without abbreviations of several fields. */
export function longTime(format: string): string {
  return format.replaceAll(/%([FTRD])/g, (_, letter: string) => short[letter] ?? '');
}

/** Reads times of a format of strftime; undefined where such a time is not known without a zone, or not at all. */
export function strftimeReader(format: string): ((text: string) => number | undefined) | undefined {
  const long = longTime(format);
  const used = new Set<string>();
  let source = '';
  for (const [piece, letter] of long.matchAll(/%(.)|[^%]+/gs)) {
    const pattern = letter === undefined ? escaped(piece) : patterns[letter];
    // Twice the same name would be no expression.
    if (pattern === undefined || (letter !== undefined && used.has(letter))) return undefined;
    if (letter !== undefined) used.add(letter);
    source += pattern;
  }
  const has = (...letters: string[]): boolean => letters.some(letter => used.has(letter));
  if (used.has('b') && used.has('h')) return undefined;
  const isWhole = has('Y') && has('m', 'b', 'h') && has('d', 'e') && has('H') && has('M') && has('z');
  if ((!isWhole && !has('s')) || (has('d') && has('e'))) return undefined;
  const expression = new RegExp(`^${source}$`);
  return text => timeOf(expression.exec(text)?.groups);
}

function timeOf(groups: Readonly<Record<string, string | undefined>> | undefined): number | undefined {
  if (!groups) return undefined;
  const { epoch, year, month, name, day, hour, minute, second = '0', zone = '' } = groups;
  if (epoch !== undefined) return Number(epoch);
  const number = month === undefined ? months.indexOf((name ?? '').toLowerCase()) + 1 : Number(month);
  if (number < 1) return undefined;
  const local = utcTime(Number(year), number, Number(day), Number(hour), Number(minute), Number(second));
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * 60 * (sign === '-' ? -1 : 1);
  return local === undefined || local < offset ? undefined : local - offset;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
