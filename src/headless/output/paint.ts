import { textOf, type ChartRole, type ChartRow } from '#charts/cells.ts';
import type { SafeText } from '#terminal/safeText.ts';
import type { Printer } from './printer.ts';

export type Ink = 'dim' | 'bold' | 'accent' | 'good' | 'bad';

const codes: Readonly<Record<Ink, readonly [number, number]>> = {
  dim: [2, 22],
  bold: [1, 22],
  accent: [36, 39],
  good: [32, 39],
  bad: [31, 39],
};

/** The colour for "+12%" or "x11" and for "-3%"; undefined for neither. */
export function changeInk(change: string): Ink | undefined {
  if (/^[+x]/.test(change)) return 'good';
  return change.startsWith('-') ? 'bad' : undefined;
}

/** The text in one of the terminal's sixteen colours, where it has colours. Colour never carries information alone. */
export function paint(
  text: SafeText | string,
  ink: Ink | undefined,
  { colour }: Pick<Printer, 'colour'>,
): string {
  if (ink === undefined || !colour || text.trim() === '') return text;
  const [on, off] = codes[ink];
  return `\x1b[${on}m${text}\x1b[${off}m`;
}

const inks: Partial<Record<ChartRole, Ink | undefined>> = {
  plain: undefined,
  chartLine: 'accent',
  good: 'good',
  bad: 'bad',
};

/** A row of a chart. */
export function paintRow(row: ChartRow, printer: Pick<Printer, 'colour'>): string {
  if (!printer.colour) return textOf(row);
  return row.map(({ text, role }) => paint(text, role in inks ? inks[role] : 'dim', printer)).join('');
}
