import type { ChartRow } from '#charts/canvas.ts';
import { countsOf } from '#model/service/capabilities.ts';
import { bodyRows, hasSpacing, hasTotals } from '#store/display.ts';
import { mostChanged } from '#store/queries/overview.ts';
import type { State } from '#store/state.ts';
import { divideCharts, hasSecondTotals, listLayout } from '#store/websites/listLayout.ts';
import { sharedIn } from '#store/websites/records.ts';
import { label } from '#text/safeText.ts';
import { zeroColumns, type ZeroPart } from '#screens/zeros.ts';
import { changedLines } from './attention.ts';
import { type BelowList, failurePanel } from './failurePanel.ts';
import { listedDays, multipleLines } from './multiples.ts';
import { settingsInShort, settingsPane } from './settings.ts';

/** Lines of the body down to the end of the list, with its sums. */
export function rowsTaken(state: State): number {
  const { viewport, websites } = state;
  const { lines, rows } = listLayout(state);
  const sums = (hasTotals(viewport) ? 1 : 0) + (hasSecondTotals(state) ? 2 : 0);
  return 2 + (hasSpacing(viewport) ? 1 : 0) + Math.min(rows, websites.rows.length) * lines + sums;
}

/** Of the row marks of the list. */
const indent = 3;
/** Fewer lines of settings say too little of a website. */
const leastSettings = 8;

/**
 * What stands in the lines that few rows leave free: the days of each website, which a pane shows of a single one; where they have no room
 * or stand elsewhere, the websites that changed most; then how the selected one is set, which without a pane the detail line says.
 */
export function belowList(state: State): BelowList | undefined {
  const { viewport, websites, overview } = state;
  const { list, pane, attention, multiples } = listLayout(state);
  // While one searches nothing comes and goes below what is found.
  if (websites.rows.length === 0 || websites.search !== '') return undefined;
  const top = failurePanel(state).length + rowsTaken(state);
  const height = bodyRows(viewport) - (multiples?.lines ?? 0) - top;
  const width = list - indent * 2;
  const isSingle = websites.rows.length === 1;
  const charts =
    multiples !== undefined || (isSingle && pane > 0)
      ? undefined
      : divideCharts(width, height - 1, websites.rows.length);
  const [first] = websites.rows;
  const { points } = listedDays(state).all;
  const isOfZeros = points.length > 0 && points.every(({ count = 0 }) => count === 0);
  const isSmall = !hasTotals(viewport);
  const isHelped = overview.on && isOfZeros && pane === 0;
  const parts: readonly ZeroPart[] = isHelped
    ? isSmall
      ? ['helps']
      : ['helps', 'settings']
    : pane === 0
      ? ['settings']
      : attention === 0
        ? ['helps', 'counts']
        : ['helps'];
  if (isSingle && first !== undefined && (!overview.on || isHelped || isSmall))
    return placed([[], ...zeroColumns(state, first, parts, { width, height: height - 1 })], { top, list });
  if (isSmall) return undefined;
  const selected = websites.rows[websites.position.selected] ?? first;
  if (isHelped && selected !== undefined)
    return placed([[], ...zeroColumns(state, selected, parts, { width, height: height - 1 })], { top, list });
  if (!overview.on)
    return pane > 0 && (attention === 0 || selected === undefined)
      ? undefined
      : placed(
          pane > 0 && selected !== undefined
            ? [[], ...zeroColumns(state, selected, ['counts'], { width, height: height - 1 })]
            : [[], ...settingsInShort(state, width, height - 1)],
          { top, list },
        );
  const lines: ChartRow[] =
    charts !== undefined
      ? [[], ...multipleLines(state, charts)]
      : isSingle
        ? []
        : changedLines(
            mostChanged(state),
            width,
            height,
            sharedIn(state),
            countsOf('visitors', state.capabilities),
          );
  // A third column has more room for them.
  if (pane > 0 && attention === 0) lines.push(...settingsBelow(state, width, height - lines.length));
  return lines.length === 0 ? undefined : placed(lines, { top, list });
}

function placed(
  lines: readonly ChartRow[],
  { top, list }: { readonly top: number; readonly list: number },
): BelowList {
  return { top, width: list, lines: lines.map(parts => [{ text: label`   ` }, ...parts]) };
}

/** How the selected website is set, below something else, where there is room for it. */
export function settingsBelow(state: State, width: number, height: number): ChartRow[] {
  return height - 1 < leastSettings
    ? []
    : [[], ...settingsPane(state, { width, height: height - 1, isAlone: state.websites.rows.length === 1 })];
}
