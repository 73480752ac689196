import type { ChartCursor } from '#charts/cursor.ts';
import type { Part } from '#components/style.ts';
import {
  longPointName,
  pointChange,
  shortPointName,
  type CursorPoint,
} from '#model/statistics/cursorPoint.ts';
import { formatChange } from '#model/statistics/comparison.ts';
import { countsOf } from '#model/statistics/statisticCatalogue.ts';
import { counted, groupThousands } from '#model/text/number.ts';
import type { State } from '#store/core/state.ts';
import { safeText } from '#terminal/safeText.ts';
import { shownChart } from './chartPoints.ts';

/** What the box beside the cursor says. */
export function cursorBox(
  points: readonly CursorPoint[],
  place: number | undefined,
): ChartCursor | undefined {
  const point = place === undefined ? undefined : points[place];
  if (place === undefined || point === undefined) return undefined;
  const { count, before, isOpen } = point;
  return {
    place,
    title: shortPointName(point),
    value: count === undefined ? unknown(point) : groupThousands(count),
    change: isOpen ? { text: count === undefined ? '' : 'so far', role: 'dim' } : changeOf(point),
    before:
      before?.count === undefined
        ? undefined
        : ['before', ...beforeWords(before.name, before.count)].join(''),
  };
}

function unknown({ isOpen }: CursorPoint): string {
  return isOpen ? 'not yet' : 'not read yet';
}

function beforeWords(name: string, count: number): string[] {
  return [name === '' ? '' : `, ${name}`, `  ${groupThousands(count)}`];
}

function changeOf(point: CursorPoint): ChartCursor['change'] {
  const of = pointChange(point);
  const text = formatChange(of);
  if (of.kind !== 'percent') return { text, role: of.kind === 'new' ? 'good' : 'dim' };
  return { text, role: of.ratio > 0 ? 'good' : 'bad' };
}

/** The point under the cursor in full, for the detail line; undefined without a cursor. */
export function cursorDetail(state: State): Part | undefined {
  const { view } = state.navigation;
  if (!('cursor' in view) || view.cursor === undefined) return undefined;
  const chart = shownChart(state);
  const point = chart?.place === undefined ? undefined : chart.points[chart.place];
  return chart && point && { text: safeText(pointText(point, countsOf(chart.name, state.capabilities))) };
}

function pointText(point: CursorPoint, counts: string): string {
  const { count, before, isOpen } = point;
  const said = count === undefined ? unknown(point) : counted(count, counts);
  const open = isOpen && count !== undefined ? ' so far' : '';
  const earlier =
    before?.count === undefined
      ? ''
      : `   before${before.name === '' ? '' : `, ${before.name}`}: ${groupThousands(before.count)}`;
  const by = formatChange(pointChange(point));
  return `${longPointName(point)}: ${said}${open}${earlier}${by === '' ? '' : `   ${by}`}`;
}
