import { bodyRows, type Viewport } from '#store/display.ts';

export interface BesideLayout {
  /** Too narrow for a column each: a row each. */
  readonly isList: boolean;
  readonly hasPeriod: boolean;
  /** Of the list; columns always have them. */
  readonly hasTitles: boolean;
  readonly chart: number;
  /** Columns of the names of rows, and of each website. */
  readonly label: number;
  readonly column: number;
  /** Rows of each statistic, below its title; none where they have no room. */
  readonly sections: readonly number[];
}

const leastChart = 3;
const narrow = 60;
const leastColumn = 14;
/** More columns than that are for the names of rows. */
const roomyColumn = 28;
/** Visitors, page views, and these per visitor. */
const measureRows = 3;

/** @param rows how many rows each statistic has; undefined where they are not read */
export function besideLayout(
  viewport: Viewport,
  websites: number,
  rows: readonly (number | undefined)[],
): BesideLayout {
  const { columns } = viewport;
  const height = bodyRows(viewport);
  const label = Math.min(40, Math.max(12, Math.floor(columns * 0.2), columns - 1 - roomyColumn * websites));
  const column = Math.floor((columns - 1 - label) / websites);
  if (columns < narrow || column < leastColumn) {
    const spare = height - websites - leastChart;
    const [hasPeriod, hasTitles] = [spare >= 1, spare >= 2];
    const chart = height - websites - Number(hasPeriod) - Number(hasTitles);
    return { isList: true, hasPeriod, hasTitles, chart, label, column, sections: [] };
  }
  const rest = height - 2 - measureRows;
  const each = Math.min(10, Math.floor((rest * 0.66) / Math.max(1, rows.length)) - 1);
  const sections = each < 1 ? [] : rows.map(count => Math.min(each, Math.max(1, count ?? each)));
  const chart = rest - sections.reduce((sum, lines) => sum + 1 + lines, 0);
  return { isList: false, hasPeriod: true, hasTitles: true, chart, label, column, sections };
}
