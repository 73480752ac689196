import {
  isOfVisits,
  offeredStatistics,
  type SeriesName,
  type StatisticName,
} from '#model/statistics/statistics.ts';
import type { FieldName, SettingLimits } from '#model/website/draft.ts';
import type { FilterCapabilities, FilterField } from './filter.ts';
import { type Privacy, settingNames } from '#model/website/website.ts';
import { memoizeByObject } from '#text/memo.ts';
import { capitalised, listed, type Reason } from '#text/words.ts';

export interface StatisticInfo {
  readonly name: StatisticName;
  readonly title: string;
  readonly singular: string;
  /** A count for each day, for each hour of the day, or rows of values. */
  readonly kind: 'series' | 'hours' | 'rows';
  readonly emptyValue: string;
  /** What it is about: panels of one family share a colour. */
  readonly family: 'content' | 'sources' | 'places' | 'technology';
  /** What is counted, in a few words; undefined where the name says it. */
  readonly definition: string | undefined;
  /** Where there is nothing since the lines of a log need not hold it: that, and what to do. */
  readonly missingInLogs: MissingInLogs | undefined;
}

interface MissingInLogs {
  readonly title: string;
  readonly advice: string;
}

const catalogue: Record<
  StatisticName,
  Omit<StatisticInfo, 'name' | 'emptyValue' | 'definition' | 'missingInLogs'>
> = {
  visitors: { title: 'Visitors', singular: 'day', kind: 'series', family: 'content' },
  pageviews: { title: 'Page views', singular: 'day', kind: 'series', family: 'content' },
  page: { title: 'Pages', singular: 'page', kind: 'rows', family: 'content' },
  landing_page: { title: 'Landing pages', singular: 'landing page', kind: 'rows', family: 'content' },
  referrer: { title: 'Referrers', singular: 'referrer', kind: 'rows', family: 'sources' },
  campaign: { title: 'Campaigns', singular: 'campaign', kind: 'rows', family: 'sources' },
  referrer_group: { title: 'Referrer groups', singular: 'referrer group', kind: 'rows', family: 'sources' },
  utm_source: { title: 'Campaign sources', singular: 'utm_source', kind: 'rows', family: 'sources' },
  utm_medium: { title: 'Campaign media', singular: 'utm_medium', kind: 'rows', family: 'sources' },
  utm_term: { title: 'Campaign terms', singular: 'utm_term', kind: 'rows', family: 'sources' },
  utm_content: { title: 'Campaign contents', singular: 'utm_content', kind: 'rows', family: 'sources' },
  event: { title: 'Events', singular: 'event', kind: 'rows', family: 'content' },
  country: { title: 'Countries', singular: 'country', kind: 'rows', family: 'places' },
  city: { title: 'Cities', singular: 'city', kind: 'rows', family: 'places' },
  continent: { title: 'Continents', singular: 'continent', kind: 'rows', family: 'places' },
  language: { title: 'Languages', singular: 'language', kind: 'rows', family: 'places' },
  browser: { title: 'Browsers', singular: 'browser', kind: 'rows', family: 'technology' },
  os: { title: 'Systems', singular: 'system', kind: 'rows', family: 'technology' },
  device: { title: 'Devices', singular: 'device', kind: 'rows', family: 'technology' },
  resolution: { title: 'Resolutions', singular: 'resolution', kind: 'rows', family: 'technology' },
  visitors_hours: { title: 'Visitors by hour', singular: 'hour', kind: 'hours', family: 'technology' },
  pageviews_hours: { title: 'Page views by hour', singular: 'hour', kind: 'hours', family: 'technology' },
  exit_page: { title: 'Exit pages', singular: 'exit page', kind: 'rows', family: 'content' },
  bot: { title: 'Bots', singular: 'bot', kind: 'rows', family: 'technology' },
  bot_page: { title: 'Pages for bots', singular: 'bot', kind: 'rows', family: 'technology' },
  not_found: { title: 'Not found', singular: 'path not found', kind: 'rows', family: 'content' },
  failed: { title: 'Failed', singular: 'path that failed', kind: 'rows', family: 'content' },
  status: { title: 'Answers', singular: 'status', kind: 'rows', family: 'technology' },
  download: { title: 'Downloads', singular: 'file', kind: 'rows', family: 'content' },
  bytes: { title: 'Bytes sent', singular: 'path', kind: 'rows', family: 'technology' },
  response_time: { title: 'Response times', singular: 'page', kind: 'rows', family: 'technology' },
  slow_response: { title: 'Slow responses', singular: 'page', kind: 'rows', family: 'technology' },
};

/** What is counted, in a few words, where the name does not say it. */
const definitions: Readonly<Partial<Record<StatisticName, string>>> = {
  exit_page: 'the page of the last view of a session',
  referrer_group: 'what the website is that led here',
  bot: 'every request of a bot',
  bot_page: 'pages that a bot was given',
  not_found: 'every 404 of people, with its link',
  failed: 'every answer from 500 on',
  status: 'every request, by its answer',
  download: 'files that people were given',
  bytes: 'of every request, by path',
  response_time: 'half of the page views took at most this',
  slow_response: 'a tenth of the page views took longer',
};

const noTimes: MissingInLogs = {
  title: 'No times in the log',
  advice: 'No page view says how long it took: nginx logs $request_time, Apache %D.',
};

const missingInLogs: Readonly<Partial<Record<StatisticName, MissingInLogs>>> = {
  bytes: { title: 'No bytes in the log', advice: 'No line says how many bytes were sent.' },
  response_time: noTimes,
  slow_response: noTimes,
};

/** Of each family one before the next of any, so that the first few panels say what is read, where from, where and with what. */
const firstPanels: readonly StatisticName[] = [
  'page',
  'referrer',
  'country',
  'landing_page',
  'campaign',
  'browser',
  'event',
  'city',
  'os',
  'exit_page',
  'device',
  'language',
  'continent',
  'resolution',
  'visitors_hours',
];

/** The panels in their order. Of the two statistics by hour, only visitors has a panel. */
export const panelNames: readonly StatisticName[] = [
  ...firstPanels,
  ...offeredStatistics.filter(name => !firstPanels.includes(name)),
];

export function statisticInfo(name: StatisticName): StatisticInfo {
  const emptyValue = name === 'referrer' ? '(direct)' : '(none)';
  const words = { definition: definitions[name], missingInLogs: missingInLogs[name] };
  return { name, ...catalogue[name], emptyValue, ...words };
}

/** What the service counts in a statistic: "visitors". Nothing asks this of one that it does not record. */
export function countsOf(name: StatisticName, { statistics }: Capabilities): Counted {
  return statistics[name] ?? 'events';
}

/** The titles of its columns: "Page" and "Page views". */
export function columnTitles(
  name: StatisticName,
  capabilities: Capabilities,
): { readonly value: string; readonly count: string } {
  return { value: capitalised(catalogue[name].singular), count: capitalised(countsOf(name, capabilities)) };
}

export type Counted =
  | 'visitors'
  | 'page views'
  | 'visits'
  | 'sessions'
  | 'events'
  | 'requests'
  | 'bytes'
  // Of times, in microseconds.
  | 'median'
  | 'slowest tenth';

/** What every service has: without them there is nothing to show. */
type BasicStatistic = SeriesName | 'page';

/** What a service can do, as its adapter says. Nothing above the adapter offers the rest. */
export interface Capabilities extends SettingLimits {
  /** What sentences call it, "Umami". */
  readonly serviceName: string;
  /** What the counts of each statistic are; a statistic that is left out is not recorded. */
  readonly statistics: Readonly<Record<BasicStatistic, Counted> & Partial<Record<StatisticName, Counted>>>;
  /** Of statistics that an answer has refused, which its version lacks for example: the reason, a sentence. */
  readonly refused?: Readonly<Partial<Record<StatisticName, string>>>;
  /** How the visitors of several days are counted: everybody once, or as the sum of the days; and the same in words. */
  readonly visitors: { readonly ofPeriod: 'exact' | 'sum'; readonly note: string };
  /** Whether it tells what sessions add up to, of each day or of a period alone; left out, it does not. */
  readonly sessions?: 'by day' | 'of a period';
  /** What the rows of a statistic are sorted by, and whether their values can be searched. */
  readonly rows: { readonly orders: readonly ['count', ...'value'[]]; readonly canSearch: boolean };
  /** What the list of websites is sorted by, the usual order first, and whether domains can be searched. */
  readonly websites: {
    readonly orders: readonly [WebsiteOrder, ...WebsiteOrder[]];
    readonly canSearch: boolean;
  };
  /** Who a website's statistics can be shown to: empty where that is not set here, else "private" is among them. */
  readonly privacies: readonly Privacy[];
  /** What its statistics can be filtered by; left out, nothing. */
  readonly filters?: FilterCapabilities;
  /** Statistics that it counts otherwise, or not at all, under conditions on some fields. */
  readonly unfiltered?: Readonly<Partial<Record<StatisticName, readonly FilterField[]>>>;
  /** Of this process: no request leaves this machine, so that reading costs nothing. This and the two below are said by no answer. */
  readonly isLocal?: true;
  /** All it has is made up. */
  readonly isDemo?: true;
  /** Its websites are counted from access logs of this machine. */
  readonly countsLogs?: true;
  /** Rows are kept for as long as totals: earlier rows that are missing are none. */
  readonly keepsAllDetail?: true;
  /** Rows can be read up to an hour of a day, so that those of an unfinished day are compared. */
  readonly rowsByHour?: true;
  /** It tells days that no log has a line of from days without visits. */
  readonly knowsGaps?: true;
  /** It tells how many answers were errors, day by day. */
  readonly knowsErrors?: true;
  /** It counts later than it happened, as what is imported: also days that are over may change. */
  readonly countsLate?: true;
  /** Websites cannot be deleted through its interface. */
  readonly keepsWebsites?: true;
  /** Whether a public website has share links, which end where it is made private. */
  readonly hasShareLinks?: true;
  /** The time zone whose days it counts, where that is not the profile's: its answers say so. */
  readonly countsIn?: string;
  /** The other fields of a website that can be written. A password goes with the privacy "password". */
  readonly fields: readonly Exclude<FieldName, 'privacy' | 'password'>[];
  /** Of what the service has, the fields that this key may not write. */
  readonly withheld?: readonly FieldName[];
}

type WebsiteOrder = 'id' | 'domain';

/** Whether visitors and page views are one number: visits, of which nobody counts twice on several days. */
export function countsVisits({ statistics }: Capabilities): boolean {
  return statistics.visitors === 'visits' && statistics.pageviews === 'visits';
}

export function ownMeasures(capabilities: Capabilities): readonly SeriesName[] {
  return countsVisits(capabilities) ? ['visitors'] : ['visitors', 'pageviews'];
}

/** Whether a measure, also by hour, is the number of another one. */
export function isSameNumber(name: StatisticName, capabilities: Capabilities): boolean {
  return countsVisits(capabilities) && (name === 'pageviews' || name === 'pageviews_hours');
}

/** The title of a statistic: of days and hours what the service counts in them. */
export function statisticTitle(name: StatisticName, { statistics }: Capabilities): string {
  const { title, kind } = catalogue[name];
  const counts = statistics[name];
  if (kind === 'rows' || counts === undefined) return title;
  return `${capitalised(counts)}${kind === 'hours' ? ' by hour' : ''}`;
}

/** Whether its rows of today can be compared: what is not of visits is not counted by hour. */
export function hasRowsByHour(
  { rowsByHour }: Pick<Capabilities, 'rowsByHour'>,
  name: StatisticName,
): boolean {
  return rowsByHour === true && catalogue[name].kind === 'rows' && isOfVisits(name);
}

/** Whose days are shown: "UTC", or "days in Europe/Berlin, the service's" where it counts those and no others. */
export function zoneWords(timeZone: string, { countsIn }: Pick<Capabilities, 'countsIn'>): string {
  return countsIn === undefined ? timeZone : `${daysIn(countsIn)}, the service's`;
}

export function daysIn(timeZone: string): string {
  return `days in ${timeZone}`;
}

export function hasStatistic({ statistics }: Capabilities, name: StatisticName): boolean {
  return statistics[name] !== undefined;
}

/** Without statistics that an answer has refused; the same object where it has none of them. */
export function withoutStatistics(
  known: Capabilities,
  names: readonly StatisticName[],
  reason: (name: StatisticName) => string,
): Capabilities {
  const { visitors, pageviews, page, ...others } = known.statistics;
  const gone = names.filter(name => Object.hasOwn(others, name));
  if (gone.length === 0) return known;
  const left = Object.entries(others).filter(([name]) => gone.every(other => other !== name));
  return {
    ...known,
    statistics: { visitors, pageviews, page, ...Object.fromEntries(left) },
    refused: { ...known.refused, ...Object.fromEntries(gone.map(name => [name, reason(name)])) },
  };
}

export function panelsOf(capabilities: Capabilities): readonly StatisticName[] {
  return panels(capabilities, [], () => panelNames.filter(name => hasStatistic(capabilities, name)));
}

const panels = memoizeByObject<readonly StatisticName[]>();

export function canWrite({ fields, privacies }: Capabilities, field: FieldName): boolean {
  if (field === 'privacy') return privacies.length > 0;
  return field === 'password' ? privacies.includes('password') : fields.includes(field);
}

/** What a service lacks, as the reason of a command or a name. */
export function ofService(whole: string | undefined): Reason | undefined {
  return whole === undefined ? undefined : { whole, short: 'not of this service' };
}

// Each says in one line why a service does not do what it was asked for; undefined where it does.

/** "Umami does not record campaigns." */
export function whyNoStatistic(capabilities: Capabilities, name: StatisticName): string | undefined {
  if (hasStatistic(capabilities, name)) return undefined;
  return capabilities.refused?.[name] ?? notRecorded(capabilities.serviceName, name);
}

/** "Umami does not record campaigns." */
export function notRecorded(service: string, name: StatisticName, rest = ''): string {
  return `${service} does not record ${statisticInfo(name).title.toLowerCase()}${rest}.`;
}

const lackingField: Readonly<Record<FieldName, string>> = {
  domain: 'does not let websites be added',
  name: 'does not have names of websites beside their domains',
  privacy: 'does not have privacy settings',
  password: 'does not have passwords for statistics',
  email: 'does not send reports by email',
  excludeBots: 'does not let bots be excluded',
  excludeParams: 'does not let parameters be excluded',
  excludeIps: 'does not let addresses be excluded',
  retention: 'does not limit how long visits are kept',
};

/** "GoatCounter counts visits alone: ..." where page views are the same number. */
export function whyNoPageViews({ serviceName, ...others }: Capabilities): string | undefined {
  return countsVisits({ serviceName, ...others })
    ? `${serviceName} counts visits alone, neither visitors nor page views.`
    : undefined;
}

/** "Umami does not send reports by email." */
export function whyNoField(capabilities: Capabilities, field: FieldName): string | undefined {
  if (canWrite(capabilities, field)) return undefined;
  const { serviceName, withheld = [] } = capabilities;
  if (!withheld.includes(field)) return `${serviceName} ${lackingField[field]}.`;
  return field === 'domain'
    ? `This key may not add websites to ${serviceName}.`
    : keyMayNotChange(capabilities);
}

export function whyNoPrivacy(capabilities: Capabilities, privacy: Privacy): string | undefined {
  const { privacies, serviceName } = capabilities;
  if (privacies.length === 0) return whyNoField(capabilities, 'privacy');
  if (privacies.includes(privacy)) return undefined;
  return `${serviceName} does not have the privacy "${privacy}", only ${listed(privacies)}.`;
}

/** "GoatCounter does not let websites be deleted from here." */
export function whyNoDeletion({ keepsWebsites, serviceName }: Capabilities): string | undefined {
  return keepsWebsites === true ? `${serviceName} does not let websites be deleted from here.` : undefined;
}

/** "Umami does not tell how long visits were, nor of how many pages." */
export function whyNoSessions({ sessions, serviceName }: Capabilities): string | undefined {
  return sessions === undefined
    ? `${serviceName} does not tell how long visits were, nor of how many pages.`
    : undefined;
}

/** Where no setting of a website can be written. */
export function whyNoSettings(capabilities: Capabilities): string | undefined {
  if (settingNames.some(name => canWrite(capabilities, name))) return undefined;
  return settingNames.some(name => capabilities.withheld?.includes(name))
    ? keyMayNotChange(capabilities)
    : `${capabilities.serviceName} does not let websites be changed.`;
}

function keyMayNotChange({ serviceName }: Capabilities): string {
  return `This key may not change websites of ${serviceName}.`;
}

export function whyNoWebsiteOrder(capabilities: Capabilities, order: WebsiteOrder): string | undefined {
  const { websites, serviceName } = capabilities;
  if (websites.orders.includes(order)) return undefined;
  return `${serviceName} does not sort websites by ${order}, only by ${listed(websites.orders)}.`;
}

export function whyNoRowOrder(capabilities: Capabilities, order: 'count' | 'value'): string | undefined {
  const orders: readonly string[] = capabilities.rows.orders;
  if (orders.includes(order)) return undefined;
  return `${capabilities.serviceName} does not sort rows by ${order}, only by ${listed(orders)}.`;
}

export function whyNoWebsiteSearch({ websites, serviceName }: Capabilities): string | undefined {
  return websites.canSearch ? undefined : `${serviceName} does not search websites.`;
}

export function whyNoRowSearch({ rows, serviceName }: Capabilities): string | undefined {
  return rows.canSearch ? undefined : `${serviceName} does not search the rows of a statistic.`;
}
