import type { DataTable } from '#model/export/dataTable.ts';
import { timeStampIn } from '#model/period/today.ts';
import { type NowNumbers, shownMinutes, visitorMinutes } from './nowNumbers.ts';

/** Minutes and page views as rows of one table, told apart by `what`. Times are those of the zone. */
export function nowTable(
  { id, domain }: { readonly id: string; readonly domain: string },
  { minute, minutes, visitors, isMany, latest, since }: NowNumbers,
  timeZone: string,
): DataTable {
  const at = (seconds: number) => timeStampIn(timeZone, new Date(seconds * 1000));
  return {
    title: `Now on ${domain}`,
    about: {
      website: id,
      domain,
      visitors,
      visitors_is_at_least: isMany ? true : undefined,
      visitor_minutes: visitorMinutes,
      read_since: since === undefined ? undefined : at(since),
      time_zone: timeZone,
    },
    columns: [
      { key: 'what', title: 'What' },
      { key: 'time', title: 'Time' },
      { key: 'views', title: 'Page views' },
      { key: 'page', title: 'Page' },
      { key: 'referrer', title: 'Referrer' },
    ],
    rows: [
      ...minutes.map((count, place) => [
        'minute',
        at((minute - shownMinutes + 1 + place) * 60),
        count,
        undefined,
        undefined,
      ]),
      ...latest.map(({ time, page, referrer }) => ['view', at(time), 1, page, referrer]),
    ],
  };
}
