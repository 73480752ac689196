import { safeText, type SafeText } from './safeText.ts';

/** Module-level, as the character set is: texts name keys in all layers, and somebody may have chosen others. */
let names: ReadonlyMap<string, SafeText> = new Map();

/** Says the key that texts name for each command, by its id. */
export function nameKeys(keys: Iterable<readonly [id: string, key: string]>): void {
  names = new Map(Array.from(keys, ([id, key]) => [id, safeText(key)]));
}

/** The key of a command now. Texts name commands by it, never a letter. */
export function keyOf(id: string): SafeText {
  return names.get(id) ?? safeText(id);
}

const units = ['', 'k', 'M', 'B', 'T', 'Q'];

/** "12,345". Exact for every count below 2^53; a fraction is rounded, and a dash stands for what is not known. */
export function groupThousands(n: number | undefined): string {
  if (n === undefined || !Number.isFinite(n)) return '-';
  const digits = BigInt(Math.round(Math.abs(n))).toString();
  const grouped = digits.replace(/\B(?=(\d{3})+$)/g, ',');
  return n < 0 && digits !== '0' ? `-${grouped}` : grouped;
}

/** "12,345 visitors", "1 visitor". Takes the plural, which must be regular. */
export function counted(n: number | undefined, plural: string): string {
  return `${groupThousands(n)} ${n !== undefined && Math.round(n) === 1 ? plural.slice(0, -1) : plural}`;
}

/** "1st", "22nd". */
export function ordinal(n: number): string {
  const isTeen = n % 100 > 10 && n % 100 < 14;
  return `${groupThousands(n)}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`;
}

/** "999", "1.2k", "12.3k", "123k", "1.2M": at most five characters. */
export function compactNumber(n: number): string {
  if (!Number.isFinite(n)) return '-';
  if (n < 0) return `-${compact(-n, 10)}`;
  return compact(n, 100);
}

/** One decimal is kept below the limit, and only where it is not zero. */
function compact(n: number, decimalsBelow: number): string {
  let scaled = Math.round(n);
  for (const [index, unit] of units.entries()) {
    const rounded = index > 0 && scaled < decimalsBelow ? Math.round(scaled * 10) / 10 : Math.round(scaled);
    // Rounding may reach the next unit: 999,999 is 1M, not 1000k.
    if (rounded < 1000) return `${rounded}${unit}`;
    scaled /= 1000;
  }
  return '>999Q';
}

/** "999 B", "1.2 kB", "123 MB": thousands, of which 1,000 make the next unit. */
export function bytesText(bytes: number): string {
  return inUnits(bytes, [
    ['B', 1],
    ['kB', 1e3],
    ['MB', 1e6],
    ['GB', 1e9],
    ['TB', 1e12],
    ['PB', 1e15],
  ]);
}

/** "<0.1 ms", "0.4 ms", "230 ms", "1.4 s", "75 s", of microseconds; a dash for zero, where nothing was measured. */
export function microsecondsText(microseconds: number): string {
  if (microseconds === 0) return '-';
  if (microseconds < 50) return '<0.1 ms';
  return inUnits(microseconds, [
    ['ms', 1e3],
    ['s', 1e6],
  ]);
}

/** In the largest unit of which there is one, after rounding; below ten with one decimal, but not of whole things. */
function inUnits(amount: number, all: readonly (readonly [unit: string, size: number])[]): string {
  let text = '';
  for (const [unit, size] of all) {
    const number = amount / size;
    if (text !== '' && number < 0.9995) break;
    const isWhole = size === 1 || number >= 9.95;
    text = `${isWhole ? groupThousands(number) : number.toFixed(1)} ${unit}`;
  }
  return text;
}

/** "12%", "0.4%", "<0.1%"; never "100%" for less than all; empty where the whole is zero or no number. */
export function percent(part: number, whole: number): string {
  if (!(whole > 0) || !(part >= 0) || !Number.isFinite(whole)) return '';
  const share = (part / whole) * 100;
  if (part === 0) return '0%';
  if (share < 0.1) return '<0.1%';
  if (share < 0.95) return `${share.toFixed(1)}%`;
  if (part < whole && share > 99) return '>99%';
  return `${Math.round(share)}%`;
}

/** The ratio "2.4"; empty where the divisor is zero. */
export function ratioText(count: number, among: number): string {
  if (!(among > 0) || !(count >= 0) || !Number.isFinite(among)) return '';
  const ratio = count / among;
  return ratio < 99.95 ? ratio.toFixed(1) : groupThousands(ratio);
}

/** "45s", "1m 05s", "1h 02m". */
export function timeText(time: number): string {
  const whole = Math.round(time);
  if (whole < 60) return `${whole}s`;
  const two = (number: number) => String(number).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}m ${two(whole % 60)}s`;
  return `${Math.floor(minutes / 60)}h ${two(minutes % 60)}m`;
}

/** Why something does nothing now: one line that says what to press or do. Beside a name its first clause, or what is given for that, in 24 columns at most. */
export type Reason = string | { readonly whole: string; readonly short: string };

export function longReason(reason: Reason): string;
export function longReason(reason: Reason | undefined): string | undefined;
export function longReason(reason: Reason | undefined): string | undefined {
  return typeof reason === 'object' ? reason.whole : reason;
}

export function shortReason(reason: Reason): string {
  if (typeof reason === 'object') return reason.short;
  const [first = reason] = reason.split(/[:.](?: |$)/);
  return /^[A-Z][a-z]/.test(first) ? `${first.charAt(0).toLowerCase()}${first.slice(1)}` : first;
}

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "a", "a and b", "a, b and c". */
export function listed(texts: readonly string[]): string {
  return texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}

/** Quotes a word for a POSIX shell and for fish, which reads a backslash within quotes; only where needed. */
export function shellQuote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll(/['\\]/g, String.raw`'\$&'`)}'`;
}

const seconds = { s: 1, m: 60, h: 3600 } as const;

/** Seconds of "90", "90s", "5m" or "1h"; undefined for any other text. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit = 's'] = /^(\d{1,6})\s*([smh])?$/i.exec(text.trim()) ?? [];
  if (count === undefined) return undefined;
  const lower = unit.toLowerCase();
  return Number(count) * (lower === 'h' ? seconds.h : lower === 'm' ? seconds.m : seconds.s);
}

/** "a moment", "90 s", "6 minutes", "2 hours", "1 hour 30 minutes": seconds only up to two minutes. */
export function waitText(amount: number): string {
  if (amount <= 0) return 'a moment';
  if (amount <= 2 * seconds.m) return `${amount} s`;
  const minutes = Math.ceil(amount / seconds.m);
  const text = (count: number, unit: string) =>
    count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`];
  return [...text(Math.floor(minutes / 60), 'hour'), ...text(minutes % 60, 'minute')].join(' ');
}

/** "90 s", "5 min", "1 h". */
export function durationText(amount: number): string {
  if (amount % seconds.h === 0) return `${amount / seconds.h} h`;
  return amount % seconds.m === 0 && amount > seconds.m ? `${amount / seconds.m} min` : `${amount} s`;
}

/** The order of texts by their UTF-16 code units: the same in every locale. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
