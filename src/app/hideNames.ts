import { daysBetween } from '#model/period/day.ts';
import { allStatistics, isHours, isSeries, type StatisticName } from '#model/statistics/statistics.ts';
import type { Website } from '#model/website/website.ts';
import type { Answer } from '#queries/ask.ts';
import type { State } from '#store/state.ts';
import type { Route } from '#store/navigation/route.ts';
import { listPeriods } from '#store/queries/question.ts';

/**
 * The state as it can be shown to anybody: example names in place of domains, letters in place of all else that a service
 * says, and in place of counts an index: 100 for the visitors of the website in view, or selected, on the first day. What is
 * equal stays equal, and shares, changes and what is said of them stay as they were.
 */
export function hideNames(state: State): State {
  const names = createNames(state);
  const scale = scaleOf(state);
  const idOf = (id: string) => names.of('id', id);
  const website = (shown: Website): Website => ({
    ...shown,
    id: idOf(shown.id),
    domain: shown.domain === undefined ? undefined : names.of('website', shown.domain),
    name: shown.name === undefined ? undefined : names.of('website', shown.domain ?? shown.name),
    createdAt: undefined,
    excludeParams: hiddenLines(shown.excludeParams),
    excludeIps: hiddenLines(shown.excludeIps),
    fields: {},
  });
  const value = (name: StatisticName, text: string) =>
    isSeries(name) || isHours(name) ? text : names.of(kindOf(name), text);

  /** The slots of a record whose keys begin with the id of a website, see statsQueries.ts. */
  const slots = <T>(
    of: Readonly<Record<string, Answer<T>>>,
    hide: (data: T, name: StatisticName) => T,
  ): Record<string, Answer<T>> =>
    Object.fromEntries(
      Object.entries(of).flatMap(([key, slot]) => {
        const id = names.idIn(key);
        const rest = key.slice(`${id} `.length).split(' ');
        const name = allStatistics.find(each => each === rest[0]);
        if (id === undefined || name === undefined) return [];
        return [[hiddenKey(idOf(id), name, rest), read(slot, data => hide(data, name))] as const];
      }),
    );
  const hiddenKey = (id: string, name: StatisticName, rest: readonly string[]) => {
    // A row has its value behind the days, a page of rows its order and, behind that, its search.
    const isPage = /^(?:count|value)$/.test(rest[3] ?? '') && rest.length > 6;
    const before = rest.slice(0, isPage ? 7 : 3);
    const last = rest.slice(before.length).join(' ');
    const hidden = rest.length === before.length ? [] : [isPage ? search(last) : value(name, last)];
    return [id, ...before, ...hidden].join(' ');
  };
  const search = (text: string) => names.of('search', text);

  const rows = <P extends { readonly rows: readonly { readonly value: string; readonly count: number }[] }>(
    page: P,
    name: StatisticName,
  ): P => ({
    ...page,
    rows: page.rows.map(row => ({ value: value(name, row.value), count: row.count * scale })),
  });

  const route = (shown: Route): Route => ({
    ...shown,
    ...('websiteId' in shown && shown.websiteId !== undefined ? { websiteId: idOf(shown.websiteId) } : {}),
    ...(shown.screen === 'history' ? { value: value(shown.name, shown.value) } : {}),
  });

  const { navigation, websites, records, marks, tags, overview, preview, stats } = state;
  const { statistic, history, why, now, profile, logs } = state;
  const stack = navigation.stack.map(route);
  const { numbers } = overview;
  const realId = names.realId;
  const scaledCounts = new Map<readonly number[], readonly number[]>();
  const scaled = (counts: readonly number[] | undefined) => {
    if (counts === undefined) return undefined;
    const known = scaledCounts.get(counts) ?? counts.map(count => count * scale);
    scaledCounts.set(counts, known);
    return known;
  };

  return {
    ...state,
    scale,
    profile: { ...profile, url: undefined, name: profile.kind === 'service' ? 'service' : profile.name },
    navigation: {
      ...navigation,
      stack,
      view: stack[navigation.stack.indexOf(navigation.view)] ?? route(navigation.view),
    },
    websites: {
      ...websites,
      list: read(websites.list, data => ({ ...data, rows: data.rows.map(website) })),
      arranged: websites.arranged.map(website),
      rows: websites.rows.map(website),
      search: search(websites.search),
      searchField: undefined,
      selectedId: websites.selectedId === undefined ? undefined : idOf(websites.selectedId),
    },
    records: {
      ...records,
      byId: Object.fromEntries(
        Object.entries(records.byId).map(([id, record]) => [idOf(id), read(record, website)]),
      ),
    },
    marks: {
      ...marks,
      byId: new Map(Array.from(marks.byId, ([id, marked]) => [idOf(id), website(marked)])),
      rangeFrom: marks.rangeFrom === undefined ? undefined : idOf(marks.rangeFrom),
    },
    tags: {
      ...tags,
      all: new Map(
        Array.from(tags.all, ([id, own]) => [
          idOf(id),
          {
            domain: own.domain === undefined ? undefined : names.of('website', own.domain),
            tags: own.tags.map(tag => names.of('tag', tag)),
          },
        ]),
      ),
      problem: undefined,
    },
    overview: {
      ...overview,
      numbers: {
        get: (period, id, name) => scaled(numbers.get(period, realId(id), name)),
        readAt: (period, id, name) => numbers.readAt(period, realId(id), name),
        finalDays: () => [],
        trustsKept: () => numbers.trustsKept(),
        asOf: (period, id, name) => numbers.asOf(period, realId(id), name),
      },
    },
    preview: {
      ...preview,
      websiteId: preview.websiteId === undefined ? undefined : idOf(preview.websiteId),
    },
    stats: {
      ...stats,
      rows: slots(stats.rows, rows),
      series: slots(stats.series, points => points.map(({ day, count }) => ({ day, count: count * scale }))),
      hours: slots(stats.hours, hours => hours.map(count => count * scale)),
      visitors: slots(stats.visitors, count => count * scale),
      counts: slots(stats.counts, count => (count === 'unknown' ? count : count * scale)),
      since: slots(stats.since, day => day),
      keptDays: Object.fromEntries(Object.entries(stats.keptDays).map(([id, day]) => [idOf(id), day])),
    },
    statistic: {
      ...statistic,
      websiteId: idOf(statistic.websiteId),
      list: read(statistic.list, page => rows(page, statistic.name)),
      asked: statistic.asked && { ...statistic.asked, search: search(statistic.asked.search ?? '') },
      search: search(statistic.search),
      searchField: undefined,
      selectedId:
        statistic.selectedId === undefined ? undefined : value(statistic.name, statistic.selectedId),
    },
    history: {
      ...history,
      websiteId: idOf(history.websiteId),
      value: value(history.name, history.value),
      reading: read(history.reading, done => done),
    },
    why: {
      ...why,
      subject: { ...why.subject, websiteId: idOf(why.subject.websiteId) },
      cursor: why.cursor && {
        ...why.cursor,
        value: why.cursor.part === 'days' ? why.cursor.value : value(why.cursor.part, why.cursor.value),
      },
    },
    now: {
      ...now,
      websiteId: now.websiteId === undefined ? undefined : idOf(now.websiteId),
      numbers: now.numbers && {
        ...now.numbers,
        minutes: now.numbers.minutes.map(count => count && count * scale),
        visitors: now.numbers.visitors * scale,
        latest: now.numbers.latest.map(({ time, page, referrer }) => ({
          time,
          page: value('page', page),
          referrer: value('referrer', referrer),
        })),
        problems: [],
      },
      problem: undefined,
    },
    logs: { ...logs, status: logs.status && { ...logs.status, problems: [] } },
    autoRefresh: { ...state.autoRefresh, changed: new Set() },
    notices: { ...state.notices, current: undefined },
  };
}

/** A slot with its data hidden; what a service said of an error is left out. */
function read<T>(slot: Answer<T>, hide: (data: T) => T): Answer<T> {
  return {
    ...slot,
    data: slot.data === undefined ? undefined : hide(slot.data),
    error: undefined,
  };
}

function hiddenLines(lines: string | undefined): string | undefined {
  return lines?.replaceAll(/[^\n,]+/g, 'x');
}

type NameKind = 'id' | 'website' | 'path' | 'host' | 'tag' | 'search' | StatisticName;

/** Statistics that have the same values have the same names. */
function kindOf(name: StatisticName): NameKind {
  if (name === 'page' || name === 'landing_page' || name === 'not_found') return 'path';
  return name === 'referrer' ? 'host' : name;
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz';
const spoken =
  'alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu'.split(
    ' ',
  );

/** The name at a place, from 0 on: "b", and in the second round "b2". */
function exampleName(kind: NameKind, place: number): string {
  const round = Math.floor(place / alphabet.length);
  const among = (words: ArrayLike<string>) =>
    `${words[place % alphabet.length] ?? ''}${round === 0 ? '' : round + 1}`;
  switch (kind) {
    case 'id':
      return String(place + 1);
    case 'website':
      return `${among(spoken)}.example.com`;
    case 'path':
      return `/${among(alphabet)}`;
    case 'host':
      return `${among(alphabet)}.example`;
    case 'tag':
    case 'search':
      return among(alphabet);
    default:
      return among(alphabet.toUpperCase());
  }
}

/** Gives each text a name, the same for the same one: websites in the order of the list, rows from the most frequent down. */
function createNames(state: State) {
  const given = new Map<NameKind, Map<string, string>>();
  const real = new Map<string, string>();
  const of = (kind: NameKind, text: string): string => {
    // What is empty has words of its own: "(direct)".
    if (text.trim() === '') return text;
    const names = given.get(kind) ?? new Map<string, string>();
    given.set(kind, names);
    const name = names.get(text) ?? exampleName(kind, names.size);
    names.set(text, name);
    if (kind === 'id') real.set(name, text);
    return name;
  };
  for (const { id, domain = '' } of [...state.websites.arranged, ...(state.websites.list.data?.rows ?? [])]) {
    of('id', id);
    of('website', domain);
  }
  for (const id of Object.keys(state.records.byId)) of('id', id);
  const ids = [...(given.get('id')?.keys() ?? [])].sort((a, b) => b.length - a.length);
  const idIn = (key: string) => ids.find(id => key.startsWith(`${id} `));
  const counted = Object.entries(state.stats.rows).flatMap(([key, { data }]) => {
    const [word] = key.slice(`${idIn(key)} `.length).split(' ');
    const name = allStatistics.find(each => each === word);
    return name === undefined ? [] : (data?.rows ?? []).map(row => ({ ...row, name }));
  });
  for (const { name, value } of counted.sort((a, b) => b.count - a.count))
    if (!isSeries(name) && !isHours(name)) of(kindOf(name), value);
  return { of, idIn, realId: (name: string) => real.get(name) ?? name };
}

/** Of numbers that are sums of products with it, equal ones stay equal: it is a multiple of a power of two. */
const exactness = 2 ** 26;

/** What numbers are multiplied by. Where no visitors are known, the first count that is makes 100. */
function scaleOf(state: State): number {
  const { view } = state.navigation;
  const ids = [
    'websiteId' in view ? view.websiteId : (state.preview.websiteId ?? state.websites.selectedId),
    ...state.websites.rows.map(({ id }) => id),
  ];
  for (const id of ids) {
    const found = [...visitorsFrom(state, id ?? ''), ...countsOf(state, id ?? '')].find(count => count > 0);
    if (found !== undefined) return Math.max(1, Math.round((100 / found) * exactness)) / exactness;
  }
  return 1;
}

/** The daily visitors of a website, from the first day shown on. */
function visitorsFrom(state: State, id: string): number[] {
  const { span, period } = listPeriods(state);
  const listed = state.overview.numbers.get(span, id, 'visitors') ?? [];
  const days = Object.entries(state.stats.series)
    .filter(([key]) => key.startsWith(`${id} visitors `))
    .flatMap(([, { data = [] }]) => data)
    .filter(({ day }) => day >= period.from)
    .sort((a, b) => (a.day < b.day ? -1 : 1));
  return [...listed.slice(daysBetween(span.from, period.from)), ...days.map(({ count }) => count)];
}

/** All that is known of a website. */
function countsOf({ stats, now }: State, id: string): number[] {
  const dataOf = <T>(slots: Readonly<Record<string, Answer<T>>>) =>
    Object.entries(slots).flatMap(([key, { data }]) =>
      data !== undefined && key.startsWith(`${id} `) ? [data] : [],
    );
  return [
    ...dataOf(stats.series).flatMap(points => points.map(({ count }) => count)),
    ...dataOf(stats.rows).flatMap(({ rows }) => rows.map(({ count }) => count)),
    ...dataOf(stats.hours).flat(),
    ...dataOf(stats.visitors),
    ...dataOf(stats.counts).map(count => (count === 'unknown' ? 0 : count)),
    ...(now.websiteId === id ? (now.numbers?.minutes ?? []).map(count => count ?? 0) : []),
  ];
}
