import { adapters } from '#api/adapters.ts';
import { capabilitiesOf } from '#api/open.ts';
import { type Capabilities, hasStatistic, statisticInfo } from '#model/service/capabilities.ts';
import { serviceKinds } from '#model/service/connection.ts';
import { filterFields } from '#model/service/filter.ts';
import { fieldTitle } from '#model/service/filterText.ts';
import { offeredStatistics, statisticNames } from '#model/statistics/statistics.ts';

interface Column {
  readonly title: string;
  readonly signIn: string;
  /** Where it shows its key, a sentence. */
  readonly whereKey: string;
  readonly capabilities: Capabilities;
}

const credentialTitles = { key: 'key', password: 'name and password', 'share link': 'share link' };
const settingTitles = {
  name: 'its name',
  email: 'reports by email',
  excludeBots: 'excluded bots',
  excludeParams: 'excluded parameters',
  excludeIps: 'excluded addresses',
  retention: 'days that are kept',
};
const none = '–';

/** The services and your own logs. */
function worksWith(): Column[] {
  return [
    ...serviceKinds.map(kind => ({
      title: adapters[kind].name,
      signIn: adapters[kind].credentials.map(credential => credentialTitles[credential]).join(', '),
      whereKey: adapters[kind].whereKey,
      capabilities: adapters[kind].capabilities,
    })),
    { title: 'Your own logs', signIn: none, whereKey: none, capabilities: capabilitiesOf({ kind: 'logs' }) },
  ];
}

/** What each service has in short, a row for each of them. */
export function worksWithMarkdown(): string {
  const rows = worksWith().map(({ title, signIn, capabilities }) => [
    title,
    signIn,
    String(Object.keys(capabilities.statistics).length),
    settingsOf(capabilities),
  ]);
  return tableOf([['', 'signs in with', 'statistics', 'settings of a website'], ...rows]);
}

/** What each service has, as its adapter says. */
export function servicesMarkdown(): string {
  const columns = worksWith();
  const row = (title: string, cellOf: (column: Column) => string) => [title, ...columns.map(cellOf)];
  const rows = [
    row('signs in with', ({ signIn }) => signIn),
    row('its key', ({ whereKey }) => whereKey),
    row('visitors of several days', ({ capabilities }) =>
      capabilities.visitors.ofPeriod === 'exact' ? 'counted once' : 'the sum of the days',
    ),
    ...statisticRows(columns),
    row('bounce rate, time, pages per visit', ({ capabilities }) => capabilities.sessions ?? none),
    row('filters by', ({ capabilities }) => filtersOf(capabilities)),
    row('who may see a website', ({ capabilities }) => capabilities.privacies.join(', ') || none),
    row('other settings', ({ capabilities }) => otherSettings(capabilities).join(', ') || none),
  ];
  return tableOf([row('', ({ title }) => title), ...rows]);
}

/** "page, device (also not, contains), country". */
function filtersOf({ filters = {} }: Capabilities): string {
  const alike = new Map<string, string[]>();
  for (const field of filterFields) {
    const others = filters[field]?.filter(comparison => comparison !== 'is').join(', ');
    if (others !== undefined) alike.set(others, [...(alike.get(others) ?? []), fieldTitle(field)]);
  }
  const all = [...alike].map(([others, titles]) =>
    others === '' ? titles.join(', ') : `${titles.join(', ')} (also ${others})`,
  );
  return all.join('; ') || none;
}

function otherSettings({ fields }: Capabilities): string[] {
  return fields.flatMap(field => (field === 'domain' ? [] : [settingTitles[field]]));
}

function settingsOf(capabilities: Capabilities): string {
  const seenBy = capabilities.privacies.length > 0 ? ['who may see it'] : [];
  return [...seenBy, ...otherSettings(capabilities)].join(', ') || none;
}

function tableOf([heads = [], ...rows]: readonly string[][]): string {
  return [heads, heads.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');
}

/** What is counted; statistics that are counted alike everywhere share a row. */
function statisticRows(columns: readonly Column[]): string[][] {
  const alike = new Map<string, { readonly titles: string[]; readonly cells: string[] }>();
  for (const name of new Set([...statisticNames, ...offeredStatistics])) {
    const cells = columns.map(({ capabilities }) =>
      hasStatistic(capabilities, name) ? (capabilities.statistics[name] ?? none) : none,
    );
    const known = alike.get(cells.join());
    const title = statisticInfo(name).title.toLowerCase();
    if (known === undefined) alike.set(cells.join(), { titles: [title], cells });
    else known.titles.push(title);
  }
  return [...alike.values()].map(({ titles, cells }) => [titles.join(', '), ...cells]);
}
