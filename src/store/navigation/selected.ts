import { rowUrl, websiteUrl } from '#model/website/websiteUrl.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import { websiteOf } from '#store/websites/records.ts';
import type { State } from '#store/core/state.ts';
import { viewRules } from './screenRules.ts';

/** What the copy and open commands act on: the selected row, else the website. */
export interface Selected {
  /** Raw, as the service returned it. */
  readonly value: string;
  /** Its address on the website's own domain. */
  readonly url: string | undefined;
}

export function selected(state: State): Selected | undefined {
  return viewRules(state).selected?.(state, state.navigation.view);
}

export function selectedDomain(domain: string | undefined): Selected | undefined {
  return domain === undefined || domain === '' ? undefined : { value: domain, url: websiteUrl(domain) };
}

/** The website that a view is about. */
export function domainInView(
  state: State,
  { websiteId }: { readonly websiteId: string },
): Selected | undefined {
  return selectedDomain(websiteOf(state, websiteId)?.domain);
}

/** A row of a statistic; its address where the statistic has one. */
export function selectedValue(
  state: State,
  websiteId: string,
  name: StatisticName,
  row: { readonly value: string } | undefined,
): Selected | undefined {
  if (row === undefined || row.value === '') return undefined;
  const { domain = '' } = websiteOf(state, websiteId) ?? {};
  return { value: row.value, url: rowUrl(domain, name, row.value) };
}
