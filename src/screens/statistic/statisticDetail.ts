import { isHours, isSeries } from '#model/statistics/statistics.ts';
import { counted, groupThousands } from '#model/text/number.ts';
import { formatMark, type ComparedRow } from '#model/statistics/rowComparison.ts';
import { readableValue } from '#model/statistics/statisticValue.ts';
import { countsOf, statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { noDetailText } from '#model/statistics/rowReach.ts';
import { basisText, shareText } from '#model/statistics/share.ts';
import { hoursDetail, seriesDetail } from '#screens/measureDetail.ts';
import { shownTableRows, tableRowsBeside } from '#store/statistics/comparedTable.ts';
import { shownComparison } from '#store/statistics/comparison.ts';
import { detailSince } from '#store/statistics/shownReach.ts';
import { tableBasis } from '#store/statistics/shownShares.ts';
import { cursorDetail } from '#screens/cursorText.ts';
import { codeNote } from '#screens/codeNote.ts';
import type { State } from '#store/core/state.ts';
import type { Part } from '#components/style.ts';
import { label, safeText } from '#terminal/safeText.ts';

/** The selected row whole: a long path is cut in the table, never here before the line ends. */
export function statisticDetail(state: State): Part {
  const pointed = cursorDetail(state);
  if (pointed !== undefined) return pointed;
  const { websiteId, name, position } = state.statistic;
  if (isSeries(name)) return { text: seriesDetail(state, websiteId, name) ?? label`` };
  if (isHours(name)) return { text: hoursDetail(state, websiteId, name) ?? label`` };
  const row = shownTableRows(state)[position.selected];
  const info = statisticInfo(name);
  if (row === undefined) return { text: label`` };
  const basis = tableBasis(state);
  const share =
    basis === undefined
      ? ''
      : `, ${shareText(row.count, basis)} ${basisText(name, basis, state.capabilities)}`;
  const readable = readableValue(name, row.value);
  const code = readable === row.value ? label`` : codeNote(name, row.value);
  const count = safeText(`${counted(row.count, countsOf(info.name, state.capabilities))}${share}`);
  const { isUnknown } = tableRowsBeside(state);
  const days = shownComparison(state)?.before;
  if (isUnknown && days !== undefined)
    return {
      text: label`${safeText(readable)}${code}   ${safeText(noDetailText(name, days, detailSince(state, websiteId, name)))}`,
    };
  return { text: label`${safeText(readable)}${code}   ${count}${safeText(before(row.beside))}` };
}

function before(beside: ComparedRow | undefined): string {
  if (beside === undefined) return '';
  const { before: count, mark } = beside;
  return count === undefined
    ? `   ${formatMark(mark)}`
    : `   before ${groupThousands(count)}, ${formatMark(mark)}`;
}
