import { type ChartRow, textOf } from '#charts/canvas.ts';
import type { Role } from '#terminal/theme/roles.ts';
import type { GlobalOptions } from '#cli/subcommand.ts';
import { describePeriod } from '#model/period/format.ts';
import type { Filter } from '#model/service/filter.ts';
import { filterLabel } from '#model/service/filterText.ts';
import type { Period } from '#model/statistics/statistics.ts';
import { type Website, websiteName } from '#model/website/website.ts';
import { readTerminalCapabilities } from '#terminal/capabilities.ts';
import { setCharset, textWidth } from '#text/characters.ts';
import { cutEnd, spaces, wrapSafe } from '#text/fit.ts';
import { type SafeText, safeText } from '#text/safeText.ts';

export interface Printer {
  /** Columns of the terminal; undefined for a pipe or a file, where nothing is cut. */
  readonly columns: number | undefined;
  readonly colour: boolean;
  /** Whether lines and charts are more than ASCII. */
  readonly unicode: boolean;
}

/** Also sets the character set of all later output. */
export function createPrinter({ ascii, color }: GlobalOptions): Printer {
  const { stdout, env } = process;
  const args = { ascii: ascii === true, noColor: color === false };
  const { charset, colour } = readTerminalCapabilities(env, {
    stdinIsTTY: true,
    stdoutIsTTY: stdout.isTTY,
    args,
  });
  setCharset(charset);
  return {
    columns: stdout.isTTY ? stdout.columns || 80 : undefined,
    colour: stdout.isTTY && colour,
    unicode: charset === 'utf8',
  };
}

export type Ink = 'dim' | 'bold' | 'accent' | 'good' | 'bad';

const codes: Readonly<Record<Ink, readonly [number, number]>> = {
  dim: [2, 22],
  bold: [1, 22],
  accent: [36, 39],
  good: [32, 39],
  bad: [31, 39],
};

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

const inks: Partial<Record<Role, Ink | undefined>> = {
  plain: undefined,
  chartLine: 'accent',
  heat4: 'accent',
  heat5: 'accent',
  heat6: 'accent',
  accent: 'accent',
  good: 'good',
  bad: 'bad',
};

function inkOf(role: Role): Ink | undefined {
  if (role.startsWith('area')) return 'accent';
  return role in inks ? inks[role] : 'dim';
}

export function paintRow(row: ChartRow, printer: Pick<Printer, 'colour'>): string {
  if (!printer.colour) return textOf(row);
  return row
    .map(({ text, tone = 'plain', bold }) => paint(text, bold === true ? 'bold' : inkOf(tone), printer))
    .join('');
}

/** Columns where the output is no terminal, as in mail and cron. */
const usualWidth = 80;
const widest = 160;

/** The columns of a page of text: those asked for, else the terminal's. */
export function textWidthOf(options: { readonly width?: number | undefined }, { columns }: Printer): number {
  return options.width ?? Math.min(columns ?? usualWidth, widest);
}

interface PageSubject {
  readonly website: Website;
  readonly period: Period;
  readonly timeZone: string;
  readonly where?: Filter | undefined;
}

/** In two lines where one is too short, and what the numbers are within below. */
export function pageHeading(
  { website, period, timeZone, where = [] }: PageSubject,
  width: number,
  printer: Printer,
): string[] {
  const days = safeText(`${describePeriod(period)}, ${timeZone}`);
  const name = cutEnd(safeText(websiteName(website), 300), width);
  const room = width - textWidth(name) - textWidth(days);
  const heading =
    room < 2
      ? [paint(name, 'bold', printer), paint(cutEnd(days, width), 'dim', printer)]
      : [`${paint(name, 'bold', printer)}${spaces(room)}${paint(days, 'dim', printer)}`];
  const within = where.length === 0 ? [] : wrapSafe(filterLabel(where), width);
  return [...heading, ...within.map(line => paint(line, 'accent', printer))];
}
