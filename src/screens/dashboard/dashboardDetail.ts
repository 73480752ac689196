import type { Part } from '#components/style.ts';
import { panelsOf } from '#model/service/capabilities.ts';
import { counted } from '#model/text/number.ts';
import { formatMark } from '#model/statistics/rowComparison.ts';
import { noDetailText } from '#model/statistics/rowReach.ts';
import { basisText, shareText } from '#model/statistics/share.ts';
import { countsOf, statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { readableValue } from '#model/statistics/statisticValue.ts';
import { isHours, isSeries, type StatisticName } from '#model/statistics/statistics.ts';
import { cursorDetail } from '#screens/cursorText.ts';
import { hoursDetail, seriesDetail } from '#screens/measureDetail.ts';
import { rowsBeside } from '#store/statistics/comparedTable.ts';
import { rowsPeriod, shownComparison } from '#store/statistics/comparison.ts';
import { chartPanel } from '#store/statistics/dashboard.ts';
import { detailSince } from '#store/statistics/shownReach.ts';
import { rowsBasis } from '#store/statistics/shownShares.ts';
import type { State } from '#store/core/state.ts';
import { panelQuery, rowsKey } from '#store/statistics/statsQueries.ts';
import { dashboardLayout } from '#store/statistics/dashboardLayout.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';

/** The first row of the focused panel, in full. */
export function dashboardDetail(state: State, websiteId: string): Part {
  const pointed = cursorDetail(state);
  if (pointed !== undefined) return pointed;
  const { panel, measure } = state.dashboard;
  const name = panel === chartPanel ? measure : panelsOf(state.capabilities)[panel];
  if (name === undefined) return { text: label`` };
  const title = safeText(statisticInfo(name).title);
  const said = detailOf(state, websiteId, name);
  return said === undefined ? { text: title, tone: 'dim' } : { text: label`${title}: ${said}` };
}

function detailOf(state: State, websiteId: string, name: StatisticName): SafeText | undefined {
  if (isSeries(name)) return seriesDetail(state, websiteId, name);
  return isHours(name) ? hoursDetail(state, websiteId, name) : rowDetail(state, websiteId, name);
}

function rowDetail(state: State, websiteId: string, name: StatisticName): SafeText | undefined {
  const { values } = dashboardLayout(state);
  const page = state.stats.rows[rowsKey(websiteId, panelQuery(name, rowsPeriod(state), values))]?.data;
  const place = state.dashboard.row ?? 0;
  const row = page?.rows[place];
  if (page === undefined || row === undefined) return undefined;
  const basis = rowsBasis(state, websiteId, name, page);
  const share =
    basis === undefined
      ? ''
      : `, ${shareText(row.count, basis)} ${basisText(name, basis, state.capabilities)}`;
  const { compared, isUnknown } = rowsBeside(state, websiteId, name, page);
  const mark = compared?.[place]?.mark;
  const before = shownComparison(state)?.before;
  const change =
    mark === undefined
      ? ''
      : `   ${isUnknown && before !== undefined ? noDetailText(name, before, detailSince(state, websiteId, name)) : formatMark(mark)}`;
  const count = counted(row.count, countsOf(name, state.capabilities));
  const facts = safeText(`${count}${share}${change}`);
  return label`${safeText(readableValue(name, row.value))}   ${facts}`;
}
