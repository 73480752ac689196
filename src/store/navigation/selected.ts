import { oneLine } from '#model/website/recordFields.ts';
import { rowUrl, websiteUrl } from '#model/website/websiteUrl.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import { statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import { shownTableRows } from '#store/statistics/comparedTable.ts';
import { selectedMover } from '#store/statistics/movers.ts';
import { topView } from './navigation.ts';
import { selectedField, websiteOf } from '#store/websites/records.ts';
import type { State } from '#store/core/state.ts';
import { selectedWebsite } from '#store/websites/websites.ts';

/** What the copy and open commands act on: the selected row, else the website. */
export interface Selected {
  /** Raw, as the service returned it. */
  readonly value: string;
  /** Its address on the website's own domain. */
  readonly url: string | undefined;
}

export function selected(state: State): Selected | undefined {
  const view = topView(state.navigation.stack);
  switch (view.screen) {
    case 'websites':
      return ofWebsite(selectedWebsite(state.websites)?.domain);
    case 'record': {
      const field = selectedField(state);
      const { url } = ofWebsite(websiteOf(state, view.websiteId)?.domain) ?? {};
      return field && { value: oneLine(field), url };
    }
    case 'dashboard':
    case 'heatMap':
      return ofWebsite(websiteOf(state, view.websiteId)?.domain);
    case 'statistic': {
      if (statisticInfo(view.name).kind !== 'rows')
        return ofWebsite(websiteOf(state, view.websiteId)?.domain);
      return ofRow(
        state,
        view.websiteId,
        view.name,
        shownTableRows(state)[state.statistic.position.selected],
      );
    }
    case 'history':
      return ofRow(state, view.websiteId, view.name, view);
    case 'movers': {
      const mover = selectedMover(state);
      return mover && ofRow(state, view.websiteId, mover.name, mover);
    }
    default:
      return undefined;
  }
}

function ofWebsite(domain: string | undefined): Selected | undefined {
  return domain === undefined || domain === '' ? undefined : { value: domain, url: websiteUrl(domain) };
}

function ofRow(
  state: State,
  websiteId: string,
  name: StatisticName,
  row: { readonly value: string } | undefined,
): Selected | undefined {
  if (row === undefined || row.value === '') return undefined;
  const { domain = '' } = websiteOf(state, websiteId) ?? {};
  return { value: row.value, url: rowUrl(domain, name, row.value) };
}
