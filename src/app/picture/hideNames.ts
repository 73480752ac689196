import type { LinesQuestion } from '#model/lines.ts';
import { type Condition, isTimeField } from '#model/service/filter.ts';
import type { Page } from '#model/service/paging.ts';
import { indexScale } from '#model/statistics/series.ts';
import { sumSessions } from '#model/statistics/sessions.ts';
import {
  isHours,
  isSeries,
  isTime,
  type StatisticName,
  type StatisticRow,
} from '#model/statistics/statistics.ts';
import type { Goals } from '#model/website/goal.ts';
import type { NoteScope } from '#model/website/notes.ts';
import type { Website } from '#model/website/website.ts';
import { nameOf } from '#queries/answers/answers.ts';
import {
  type Answer,
  type DataRequest,
  type Data,
  isAnswerTo,
  type KnownAnswers,
  notLoaded,
} from '#queries/answers/request.ts';
import { indexedDays } from '#queries/year.ts';
import type { Route } from '#store/navigation/route.ts';
import { shownDays } from '#store/queries/question.ts';
import { shownYear } from '#store/queries/series.ts';
import type { State } from '#store/state.ts';
import { memoizeByObject } from '#text/memo.ts';

type NameKind = 'id' | 'website' | 'path' | 'host' | 'tag' | 'note' | 'search' | StatisticName;

const paths: readonly StatisticName[] = [
  'page',
  'landing_page',
  'exit_page',
  'not_found',
  'failed',
  'download',
  'bytes',
  'response_time',
  'slow_response',
];

/** Statistics that have the same values have the same names. */
export function kindOf(name: StatisticName): NameKind {
  if (paths.includes(name)) return 'path';
  if (name === 'bot_page') return 'bot';
  return name === 'referrer' ? 'host' : name;
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz';
const spoken =
  'alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu'.split(
    ' ',
  );

/** The name at a place, from 0 on: "b", and in the second round "b2". */
function exampleName(kind: NameKind, index: number): string {
  const round = Math.floor(index / alphabet.length);
  const among = (words: ArrayLike<string>) =>
    `${words[index % alphabet.length] ?? ''}${round === 0 ? '' : round + 1}`;
  switch (kind) {
    case 'id':
      return String(index + 1);
    case 'website':
      return `${among(spoken)}.example.com`;
    case 'path':
      return `/${among(alphabet)}`;
    case 'host':
      return `${among(alphabet)}.example`;
    case 'note':
      return `note ${among(alphabet.toUpperCase())}`;
    case 'tag':
    case 'search':
      return among(alphabet);
    default:
      return among(alphabet.toUpperCase());
  }
}

/** Gives each text a name, the same for the same one: websites in the order of the list, rows from the most frequent down. */
function createNames(state: State) {
  const chosen = new Map<NameKind, Map<string, string>>();
  const real = new Map<NameKind, Map<string, string>>();
  const nameFor = (kind: NameKind, text: string): string => {
    // What is empty has words of its own: "(direct)".
    if (text.trim() === '') return text;
    const names = chosen.get(kind) ?? new Map<string, string>();
    chosen.set(kind, names);
    const name = names.get(text) ?? exampleName(kind, names.size);
    names.set(text, name);
    real.set(kind, (real.get(kind) ?? new Map<string, string>()).set(name, text));
    return name;
  };
  for (const { id, domain = '' } of [...state.websites.arranged, ...(state.websites.list.data?.rows ?? [])]) {
    nameFor('id', id);
    nameFor('website', domain);
  }
  for (const id of state.records.byId.keys()) nameFor('id', id);
  const counted: (StatisticRow & { readonly name: StatisticName })[] = [];
  for (const { kind, name, answer } of state.answers.known())
    if (kind === 'rows') counted.push(...(answer.data?.rows ?? []).map(row => ({ ...row, name })));
  for (const { name, value } of counted.sort((a, b) => b.count - a.count))
    if (!isSeries(name) && !isHours(name)) nameFor(kindOf(name), value);
  return { nameFor, realOf: (kind: NameKind, name: string) => real.get(kind)?.get(name) ?? name };
}

/**
 * Example names in place of domains, letters in place of all else that a service says, and an index in place of counts:
 * 100 for the visitors in view on the first day. What is equal stays equal, and shares and changes stay.
 */
export function hideNames(state: State): State {
  const names = createNames(state);
  const scale = scaleOf(state);
  const idOf = (id: string) => names.nameFor('id', id);
  const website = (shown: Website): Website => ({
    ...shown,
    id: idOf(shown.id),
    domain: shown.domain && names.nameFor('website', shown.domain),
    name: shown.name && names.nameFor('website', shown.domain ?? shown.name),
    createdAt: undefined,
    excludeParams: hiddenLines(shown.excludeParams),
    excludeIps: hiddenLines(shown.excludeIps),
    fields: {},
  });
  const value = (name: StatisticName, text: string) =>
    isSeries(name) || isHours(name) ? text : names.nameFor(kindOf(name), text);

  const search = (text: string) => names.nameFor('search', text);

  const rows = <P extends Pick<Page<StatisticRow>, 'rows'>>(page: P, name: StatisticName): P => ({
    ...page,
    // How long the server took is no count.
    rows: page.rows.map(row => ({
      value: value(name, row.value),
      count: isTime(name) ? row.count : row.count * scale,
    })),
  });
  const counts = (shown: readonly number[]) => shown.map(count => count * scale);
  const hidden = memoizeByObject<Answer<unknown>>();
  const hide = (kind: DataRequest['kind'], name: StatisticName, answer: Answer<unknown>) =>
    hidden(answer, [name], () => read(answer, data => hiddenData(kind, name, data)));
  const hiddenData = (kind: DataRequest['kind'], name: StatisticName, data: unknown) => {
    const known = { kind, data };
    if (isOf('rows', known)) return known.data && rows(known.data, name);
    if (isOf('series', known)) return known.data?.map(({ day, count }) => ({ day, count: count * scale }));
    if (isOf('hours', known)) return known.data && counts(known.data);
    if (!isOf('sessions', known) || !known.data) return typeof data === 'number' ? data * scale : data;
    const { sums, days } = known.data;
    return {
      ...known.data,
      sums: sumSessions([sums], scale),
      days: days?.map(day => ({ ...sumSessions([day], scale), day: day.day })),
    };
  };
  /** What is asked of the names as they are. */
  const realRequest = <A extends DataRequest>(request: A): A => {
    if (request.kind === 'rows' && request.query.search !== undefined)
      return {
        ...request,
        query: { ...request.query, search: names.realOf('search', request.query.search) },
      };
    if (request.kind !== 'counts') return request;
    return { ...request, value: names.realOf(kindOf(request.name), request.value) };
  };

  const hiddenCondition = (condition: Condition): Condition => {
    const { field, comparison, value: real } = condition;
    if (isTimeField(field)) return condition;
    return { ...condition, value: comparison === 'contains' ? search(real) : value(field, real) };
  };

  const realCondition = (condition: Condition): Condition => {
    const { field, comparison, value: shown } = condition;
    if (isTimeField(field)) return condition;
    return { ...condition, value: names.realOf(comparison === 'contains' ? 'search' : kindOf(field), shown) };
  };

  const hiddenQuestion = ({ requests, ...asked }: LinesQuestion): LinesQuestion => ({
    ...asked,
    website: idOf(asked.website),
    where: asked.where.map(hiddenCondition),
    requests: requests?.value ? { ...requests, value: value(requests.name, requests.value) } : requests,
  });

  const hiddenScope = (scope: NoteScope): NoteScope => {
    if (scope.kind === 'all') return scope;
    if (scope.kind === 'tag') return { ...scope, tag: names.nameFor('tag', scope.tag) };
    return { ...scope, id: idOf(scope.id), domain: names.nameFor('website', scope.domain) };
  };

  const route = (shown: Route): Route => ({
    ...shown,
    ...('websiteId' in shown && shown.websiteId !== undefined ? { websiteId: idOf(shown.websiteId) } : {}),
    ...('websiteIds' in shown ? { websiteIds: shown.websiteIds.map(idOf) } : {}),
    ...(shown.screen === 'history' ? { value: value(shown.name, shown.value) } : {}),
    ...(shown.screen === 'output' ? { run: [] } : {}),
    ...(shown.screen === 'lines' ? { asked: hiddenQuestion(shown.asked) } : {}),
  });

  const { navigation, websites, records, marks, tags, notes, goals, preview, answers } = state;
  const { statistic, rowPane, dayWhy, history, why, now, lines, profile, capabilities, logs } = state;
  const stack = navigation.stack.map(route);
  const scaled = memoizeByObject<readonly number[]>();
  const hiddenGoals = memoizeByObject<Goals>();
  const realId = (id: string) => names.realOf('id', id);

  const hiddenAnswers = (real: KnownAnswers): KnownAnswers => ({
    get<A extends DataRequest>(id: string, request: A) {
      const answer: Answer<unknown> = real.get(realId(id), realRequest(request));
      const found = hide(request.kind, nameOf(request), answer);
      return isAnswerTo(request, found) ? found : notLoaded;
    },
  });

  return {
    ...state,
    scale,
    profile: { ...profile, url: undefined, name: capabilities.isLocal === true ? profile.name : 'service' },
    navigation: {
      ...navigation,
      stack,
      view: stack[navigation.stack.indexOf(navigation.view)] ?? route(navigation.view),
    },
    websites: {
      ...websites,
      list: read(websites.list, data => ({ ...data, rows: data.rows.map(website) })),
      whole: websites.whole && { ...websites.whole, rows: websites.whole.rows.map(website) },
      arranged: websites.arranged.map(website),
      rows: websites.rows.map(website),
      search: search(websites.search),
      searchField: undefined,
      selectedId: websites.selectedId && idOf(websites.selectedId),
    },
    records: {
      ...records,
      byId: new Map(Array.from(records.byId, ([id, record]) => [idOf(id), read(record, website)])),
    },
    marks: {
      ...marks,
      byId: new Map(Array.from(marks.byId, ([id, marked]) => [idOf(id), website(marked)])),
      rangeFrom: marks.rangeFrom && idOf(marks.rangeFrom),
    },
    tags: {
      ...tags,
      all: new Map(
        Array.from(tags.all, ([id, { domain, tags: own }]) => [
          idOf(id),
          { domain: names.nameFor('website', domain), tags: own.map(tag => names.nameFor('tag', tag)) },
        ]),
      ),
      problem: undefined,
    },
    notes: {
      ...notes,
      all: notes.all.map(note => ({
        ...note,
        scope: hiddenScope(note.scope),
        text: names.nameFor('note', note.text),
      })),
      problem: undefined,
      noting: undefined,
    },
    goals: {
      ...goals,
      all: hiddenGoals(goals.all, [], () =>
        goals.all.map(goal => ({
          ...goal,
          id: idOf(goal.id),
          domain: names.nameFor('website', goal.domain),
          ...(goal.value !== undefined && { value: value(goal.name, goal.value) }),
          count: goal.count * scale,
        })),
      ),
      problem: undefined,
      setting: undefined,
    },
    preview: { ...preview, websiteId: preview.websiteId && idOf(preview.websiteId) },
    answers: {
      ...answers,
      ...hiddenAnswers(answers),
      listed: hiddenAnswers(answers.listed),
      within: where => hiddenAnswers(answers.within(where.map(realCondition))),
      countsOf(request) {
        const countsOf = answers.countsOf(request);
        return id => {
          const known = countsOf(realId(id));
          const all = known?.counts;
          return known && { ...known, counts: all && scaled(all, [], () => counts(all)) };
        };
      },
      keptDay: id => answers.keptDay(realId(id)),
      // Asked for what there is and when it was read: nothing of it is drawn.
      known: id => answers.known(id === undefined ? undefined : realId(id)),
    },
    statistic: {
      ...statistic,
      websiteId: idOf(statistic.websiteId),
      list: read(statistic.list, page => rows(page, statistic.name)),
      asked: statistic.asked && { ...statistic.asked, search: search(statistic.asked.search ?? '') },
      search: search(statistic.search),
      searchField: undefined,
      selectedId: statistic.selectedId && value(statistic.name, statistic.selectedId),
    },
    dayWhy: {
      ...dayWhy,
      shown: dayWhy.shown && { ...dayWhy.shown, websiteId: idOf(dayWhy.shown.websiteId) },
    },
    rowPane: {
      ...rowPane,
      row: rowPane.row && {
        ...rowPane.row,
        websiteId: idOf(rowPane.row.websiteId),
        value: value(rowPane.row.name, rowPane.row.value),
      },
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
      websiteId: now.websiteId && idOf(now.websiteId),
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
    lines: {
      ...lines,
      question: lines.question && hiddenQuestion(lines.question),
      all: lines.all.map(() => 'x'),
      summary: lines.summary && {
        ...lines.summary,
        lines: lines.summary.lines * scale,
        bytes: lines.summary.bytes && lines.summary.bytes * scale,
        counted: lines.summary.counted && lines.summary.counted * scale,
        visits: lines.summary.visits && {
          visitors: lines.summary.visits.visitors * scale,
          sessions: lines.summary.visits.sessions * scale,
          came: lines.summary.visits.came && lines.summary.visits.came * scale,
        },
        gone: [],
        problems: [],
      },
      search: '',
      searchField: undefined,
      problem: undefined,
    },
    logs: { ...logs, status: logs.status && { ...logs.status, problems: [] } },
    autoRefresh: { ...state.autoRefresh, changed: new Set() },
    filter: { ...state.filter, where: state.filter.where.map(hiddenCondition) },
    notices: { ...state.notices, current: undefined },
  };
}

/** A slot with its data hidden; what a service said of an error is left out. */
function read<T>(slot: Answer<T>, hide: (data: T) => T): Answer<T> {
  return { ...slot, data: slot.data === undefined ? undefined : hide(slot.data), error: undefined };
}

function hiddenLines(lines: string | undefined): string | undefined {
  return lines?.replaceAll(/[^\n,]+/g, 'x');
}

/** What numbers are multiplied by. Where no visitors are known, the first count that is makes 100. */
function scaleOf(state: State): number {
  const { view } = state.navigation;
  const ids = [
    'websiteId' in view ? view.websiteId : (state.preview.websiteId ?? state.websites.selectedId),
    ...state.websites.rows.map(({ id }) => id),
  ];
  for (const id of ids) {
    const found = indexScale([...visitorsFrom(state, id ?? ''), ...countsOf(state, id ?? '')]);
    if (found !== undefined) return found;
  }
  return 1;
}

/** The daily visitors of a website, from the first day shown on. */
function visitorsFrom(state: State, id: string): readonly (number | undefined)[] {
  if (state.navigation.view.screen === 'year') return indexedDays(shownYear(state, id));
  const { period } = shownDays(state);
  return [...state.answers.known(id)]
    .flatMap(({ kind, name, answer }) =>
      kind === 'series' && name === 'visitors' ? (answer.data ?? []) : [],
    )
    .filter(({ day }) => day >= period.from)
    .sort((a, b) => (a.day < b.day ? -1 : 1))
    .map(({ count }) => count);
}

function countsOf({ answers, now }: State, id: string): number[] {
  const counts = [...answers.known(id)].flatMap(({ kind, answer: { data } }) => {
    const known = { kind, data };
    if (isOf('series', known)) return known.data?.map(({ count }) => count) ?? [];
    if (isOf('rows', known)) return known.data?.rows.map(({ count }) => count) ?? [];
    if (isOf('hours', known)) return known.data ?? [];
    return typeof data === 'number' ? [data] : [];
  });
  return [...counts, ...(now.websiteId === id ? (now.numbers?.minutes ?? []).map(count => count ?? 0) : [])];
}

/** What is known by its kind, which no compiler tells. */
function isOf<K extends DataRequest['kind']>(
  kind: K,
  known: { readonly kind: DataRequest['kind']; readonly data: unknown },
): known is { readonly kind: K; readonly data: Data[K] | undefined } {
  return known.kind === kind;
}
