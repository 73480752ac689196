import { maximum } from '#charts/scale.ts';
import type { Command } from '#commands/command.ts';
import { frameBottom, frameColumns, frameRow, frameTop } from '#components/box/frame.ts';
import { dim, type Part, partsWidth, searchTitle } from '#components/parts.ts';
import type { ThemeName } from '#model/own/choices.ts';
import { canWrite, whyNoField } from '#model/service/capabilities.ts';
import { parseTagSearch, tagNames } from '#model/website/tags.ts';
import { isHostName, normaliseDomain, ownName, type Website, websiteName } from '#model/website/website.ts';
import { listBelowSearch } from '#store/websites/previewContent.ts';
import { connectStepParts } from '#screens/dialogs/connectLayout.ts';
import {
  type KeyHint,
  outageKeys,
  failureMessage,
  failureText,
  messageOf,
  quit,
  previousPage,
  type ScreenMessage,
} from '#screens/messages.ts';
import { awaitedList, diagnose } from '#screens/diagnosis.ts';
import { momentText } from '#screens/words.ts';
import { bodyRows } from '#store/display.ts';
import { isInOverlay } from '#store/navigation/navigation.ts';
import { rowsOfPage, showsRowsOfBefore } from '#store/navigation/table.ts';
import type { State } from '#store/state.ts';
import { isListCovered, listLayout, type WayCard, wayCard } from '#store/websites/listLayout.ts';
import { hasMarks } from '#store/websites/marks.ts';
import { wholeInOrder } from '#store/websites/websites.ts';
import { textWidth } from '#text/characters.ts';
import { fitEnd, spaces } from '#text/fit.ts';
import { findByWords, nearestName } from '#text/match.ts';
import { memoizeLast } from '#text/memo.ts';
import { joinSafe, label, type SafeText, safeText } from '#text/safeText.ts';
import { counted, keyOf } from '#text/words.ts';
import { nothingInNeed } from './attention.ts';
import { type BelowList, rowsTaken } from './below.ts';

/** The ways to begin, by the keys on their card, wherever that is. */
export const wayCommands: readonly Command[] = [
  {
    id: 'websites.wayService',
    keys: ['1'],
    title: 'Connect a service',
    about: 'Its address and a key are tested before they are saved.',
    isHere: isCardShown,
    run: ({ state }) => state.profiles.connect(),
  },
  {
    id: 'websites.wayLogs',
    keys: ['2'],
    title: 'Read your access logs',
    about: 'Logs on this machine are counted here; nothing is sent.',
    isHere: state => isCardShown(state) || hasNoLogs(state),
    run: ({ state }) => state.logs.open(),
  },
  {
    id: 'websites.wayDemo',
    keys: ['3'],
    title: 'Explore the demo',
    about: 'Made-up websites on this machine; nothing is sent.',
    isHere: isCardShown,
    run: ({ state }) => state.introduction.choose(),
  },
  {
    id: 'websites.wayClose',
    keys: ['Esc'],
    title: 'Explore the demo',
    about: 'Made-up websites on this machine; nothing is sent.',
    inPalette: false,
    isHere: state => isCardShown(state) && !hasMarks(state),
    run: ({ state }) => state.introduction.choose(),
  },
  {
    id: 'websites.wayDark',
    keys: ['4'],
    title: 'Use dark colours',
    about: 'For a terminal with a dark background.',
    isHere: asksShade,
    run: ({ state }) => state.theme.choose('dark'),
  },
  {
    id: 'websites.wayLight',
    keys: ['5'],
    title: 'Use light colours',
    about: 'For a terminal with a light background.',
    isHere: asksShade,
    run: ({ state }) => state.theme.choose('light'),
  },
  {
    id: 'websites.wayList',
    keys: ['Enter'],
    title: 'Go to the list',
    about: 'All websites, with numbers and days of each.',
    isHere: state => isListCovered(state) && !isInOverlay(state),
    run: ({ state }) => state.introduction.choose(),
  },
];

function isCardShown(state: State): boolean {
  return wayCard(state) !== undefined && !isInOverlay(state);
}

/** Also once it is answered, so that another key changes the answer. */
function asksShade(state: State): boolean {
  return isCardShown(state) && (state.theme.isUnknown || state.theme.answer !== undefined);
}

function hasNoLogs(state: State): boolean {
  const { capabilities, logs, websites } = state;
  const isEmpty = websites.list.data?.rows.length === 0 && websites.search === '';
  return capabilities.countsLogs === true && logs.canAdd && isEmpty && !isInOverlay(state);
}

interface Way {
  readonly key: SafeText;
  readonly title: SafeText;
  readonly note: SafeText;
}

const titleColumns = 22;
const margin = label` `;

/** The ways to begin: in the middle of what the list leaves free, else at its end, else in its place. */
export function startCard(state: State): BelowList | undefined {
  const card = wayCard(state);
  if (card === undefined || listLayout(state).messageRows === 0) return undefined;
  const { list: columns } = listLayout(state);
  const lines = cardLines(card, columns, foundText(state, card.isWide), {
    preparing: state.preparing,
    asksShade: asksShade(state),
    answer: state.theme.answer,
  });
  const width = maximum(lines.map(partsWidth));
  const body = bodyRows(state.viewport);
  const top = Math.min(
    body - card.rows,
    rowsTaken(state) + Math.max(0, Math.ceil((body - rowsTaken(state) - card.rows) / 2)),
  );
  if (card.form === 'plain') return { top: 0, width: columns, lines };
  const left = spaces(Math.floor((columns - width) / 2));
  // What stands beside the card is covered, too.
  return { top, width: columns, lines: lines.map(parts => [{ text: left }, ...parts]) };
}

/**
 * The card in so many columns.
 * @param found what is known of the access logs of this machine
 * @param preparing how far the demo is made, 0 to 1
 * @param asksShade whether dark or light was not known at the start
 * @param answer what was chosen since
 */
export function cardLines(
  { form, rows, isWide }: WayCard,
  columns: number,
  found: SafeText,
  {
    preparing,
    asksShade = false,
    answer,
  }: {
    readonly preparing?: number | undefined;
    readonly asksShade?: boolean;
    readonly answer?: ThemeName | undefined;
  } = {},
): Part[][] {
  const shown = waysOf(found).map(way => wayParts(way, isWide));
  const spaced = form === 'framed' ? shown.flatMap(parts => [parts, []]).slice(0, -1) : shown;
  const shade = asksShade ? shadeParts(answer) : [];
  const shadeRow = form === 'plain' ? shade : [];
  const further: Part[][] = isWide ? [] : [shadeRow, [{ text: spaces(3) }, dim(found)]];
  const content = [...spaced, ...further].map(parts => [plated({ text: margin }, parts), ...parts]);
  if (form === 'plain') {
    // Nothing else says there that they are being made.
    const made = preparing === undefined ? label` websites` : label`s: ${Math.round(preparing * 100)}%`;
    const title: Part = dim(label` Example${made}. Begin with yours:`);
    return Array.from({ length: rows }, (_, row) => [[title], ...content][row] ?? []);
  }
  const wanted = maximum(content.map(partsWidth)) + frameColumns + 1;
  const width = Math.min(columns, Math.max(wanted, partsWidth(shade) + shadeMargins));
  const edge = { tone: 'accent', width } as const;
  const spacing = isWide ? [frameRow([], edge)] : [];
  const title: Part = {
    text: isWide ? label`Welcome: these are example websites` : label`Example websites`,
    tone: 'accent',
    bold: true,
  };
  return [
    frameTop({ ...edge, title: [title] }),
    ...spacing,
    ...content.map(parts => frameRow(parts, edge)),
    ...spacing,
    frameBottom({ ...edge, right: shade }),
  ];
}

/** The blank before a key is of its plate. */
function plated(blank: Part, [first]: readonly Part[]): Part {
  return first?.on === undefined ? blank : { ...blank, on: first.on };
}

/** In the lower edge of the card. */
const shadeMargins = 7;

/** Once one is chosen the key of the other, and what became of the choice. */
function shadeParts(answer: ThemeName | undefined): Part[] {
  const keys = [
    { key: label`4`, shade: 'dark' },
    { key: label`5`, shade: 'light' },
  ] as const;
  const parts = keys
    .filter(({ shade }) => shade !== answer)
    .flatMap(({ key, shade }, index): Part[] => [
      { text: index === 0 ? key : label`  ${key}`, tone: 'accent', bold: true },
      { text: safeText(` ${shade}`) },
    ]);
  return answer === undefined
    ? parts
    : [...parts, { text: safeText(`   ${answer}: kept, changed in ${keyOf('palette')}`) }];
}

function waysOf(found: SafeText): Way[] {
  return [
    { key: label`1`, title: label`Connect a service`, note: label`its address and a key or a sign-in` },
    { key: label`2`, title: label`Read my access logs`, note: found },
    { key: label`3`, title: label`Look around`, note: label`nothing is sent anywhere` },
  ];
}

function wayParts({ key, title, note }: Way, isWide: boolean): Part[] {
  return [
    { text: label`${key} `, tone: 'accent', bold: true, on: 'selection' },
    { text: label` ` },
    { text: isWide ? fitEnd(title, titleColumns) : title, bold: true },
    ...(isWide ? [dim(note)] : []),
  ];
}

/** "4 found: nginx, 12 hosts, today 11:58". */
export function foundText(
  { logs: { locations }, ...state }: Pick<State, 'logs' | 'timeZone' | 'calendarDay'>,
  isShort: boolean,
): SafeText {
  if (locations === undefined)
    return isShort ? label`looking for them ...` : label`looking for access logs ...`;
  const logs = locations.filter(({ problem, format }) => problem === undefined && format !== undefined);
  if (logs.length === 0)
    return locations.some(({ problem }) => problem !== undefined)
      ? label`logs found, none to be read`
      : label`no log in the usual places`;
  const servers = [...new Set(logs.map(({ server }) => server).filter(server => server !== ''))];
  const hosts = new Set(
    logs.flatMap(({ hosts: named, site }) => (named.length > 0 ? named : site === '' ? [] : [site])),
  );
  const newest = Math.max(...logs.map(({ lastTime = 0 }) => lastTime));
  const facts = [
    ...(servers.length === 0
      ? []
      : [safeText(servers.length > 2 ? `${servers.length} servers` : servers.join(', '))]),
    ...(hosts.size === 0 ? [] : [safeText(counted(hosts.size, 'hosts'))]),
    ...(newest === 0 || !isShort ? [] : [momentText(newest * 1000, state)]),
  ];
  const what = isShort ? label`` : logs.length === 1 ? label` log` : label` logs`;
  const count = label`${logs.length}${what} found`;
  return facts.length === 0 ? count : label`${count}: ${joinSafe(facts, label`, `)}`;
}

export function emptyMessage(state: State): ScreenMessage {
  const { list, search, page, attentionOnly } = state.websites;
  if (list.error !== undefined)
    return failureMessage(
      diagnose(list.error, state.profile).title,
      list.error,
      state.profile,
      retryLines(state),
      outageKeys(state, list.error),
    );
  if (state.preparing !== undefined)
    return messageOf({
      title: label`Making the demo: ${Math.round(state.preparing * 100)}%`,
      lines: [
        state.profile.isKiosk === true
          ? label`Made-up websites with two years of statistics.`
          : label`Made-up websites with two years of statistics, kept on this machine.`,
      ],
    });
  if (list.data === undefined) {
    const awaited = awaitedList(state);
    const title = label`Reading the websites ...`;
    if (awaited === undefined) return messageOf({ title, tone: 'dim', lines: stepLines(state) });
    const keyHints = [...outageKeys(state, awaited), quit];
    const { seconds = 0, pause } = state.retry.waited ?? {};
    const again = pause === 0 ? label`Trying again ...` : label`Tries again in ${pause ?? 0} s.`;
    const when = pause === undefined ? label`For ${seconds} s now.` : again;
    const message =
      pause === undefined
        ? { title }
        : { title: diagnose(awaited, state.profile).title, tone: 'bad' as const };
    return { ...messageOf({ ...message, lines: [failureText(awaited), when] }), keyHints };
  }
  if (attentionOnly && list.data.rows.length > 0) return nothingInNeed(state, list.data.rows.length);
  if (search !== '')
    return messageOf({
      title: label`${noMatch} for "${safeText(search)}"`,
      lines: [label`${joinSafe(noMatchFacts(state), label`, `)}.`],
      keyHints: noMatchHints(state),
    });
  if (page > 1) return messageOf({ title: label`No more websites`, keyHints: [previousPage] });
  return firstWebsite(state);
}

const noMatch = label`No match`;

/** With the whole list in place of the rows of a search without matches, without a selection: what helps stands beside what is typed, or where that has no room in the line of details. */
export function withWholeList(state: State): State | undefined {
  const { websites, overview } = state;
  const { list, attentionOnly } = websites;
  const whole = attentionOnly || list.error !== undefined ? undefined : listBelowSearch(websites);
  if (whole === undefined || whole.rows.length === 0) return undefined;
  const listed = {
    ...websites,
    list: { ...list, data: whole },
    rows: rowsOfPage(wholeInOrder(state).rows, websites),
    search: '',
  };
  return {
    ...state,
    websites: { ...listed, position: { top: 0, selected: -1 } },
    overview: { ...overview, progress: { ...overview.progress, total: whole.rows.length } },
  };
}

/** Of a search without matches: what stands beside what is typed, where it has room there, and what in the line of details. */
export function noMatchWords(state: State): { inLine: readonly Part[]; below: SafeText } | undefined {
  const listed = withWholeList(state);
  if (listed === undefined) return undefined;
  const { search, searchField } = state.websites;
  const typed = textWidth(safeText(searchField?.value ?? search)) + 1;
  const room = listLayout(listed).list - textWidth(searchTitle) - typed;
  const title: Part = { text: label`  ${noMatch} `, bold: true };
  return {
    inLine: textWidth(title.text) <= room ? [title] : [],
    below: joinSafe(noMatchFacts(state), label`, `),
  };
}

function noMatchFacts(state: State): SafeText[] {
  const near = nearestWebsite(state);
  const domain = addedDomain(state);
  const isTyping = state.websites.searchField !== undefined;
  const add = safeText(keyOf('websites.add'));
  const adds = isTyping ? (near === undefined ? label`Enter` : label`Tab then ${add}`) : add;
  const facts = [
    ...tagFacts(state),
    ...(near === undefined ? [] : [label`Enter opens ${safeText(websiteName(near), 100)}`]),
    ...(domain === undefined ? [] : [label`${adds} adds ${safeText(domain, 100)}`]),
  ];
  const isWebsite = domain === undefined && canAdd(state) && /^[\w-]+$/.test(state.websites.search);
  return facts.length > 0
    ? facts
    : [label`Esc shows all`, ...(isWebsite ? [label`a domain can be added`] : [])];
}

function noMatchHints(state: State): KeyHint[] {
  const hasNear = nearestWebsite(state) !== undefined;
  const isTyping = state.websites.searchField !== undefined;
  const near: KeyHint[] = hasNear ? [{ key: 'Enter', action: label`open` }] : [];
  const leave: KeyHint = { key: 'Tab', action: label`leave` };
  const add: KeyHint = { key: isTyping ? 'Enter' : keyOf('websites.add'), action: label`add` };
  const adds = addedDomain(state) === undefined ? [] : isTyping && hasNear ? [leave] : [add];
  return [...near, ...adds, { key: 'Esc', action: label`clear search` }];
}

/** What was searched without matches, where a website of that name may be added. */
export function addedDomain(state: State): string | undefined {
  return canAdd(state) ? searchedDomain(state) : undefined;
}

function canAdd({ profile, capabilities }: State): boolean {
  return !profile.readOnly && profile.isKiosk !== true && canWrite(capabilities, 'domain');
}

/** What was searched without matches, where it may be a domain. */
function searchedDomain({ websites }: State): string | undefined {
  const domain = normaliseDomain(websites.search);
  return websites.rows.length === 0 && domain.includes('.') && isHostName(domain) ? domain : undefined;
}

const nearest = memoizeLast<Website | undefined>();

/** Of a search without matches, the website that is nearly called so, or has its words in another order. */
export function nearestWebsite({ websites }: State): Website | undefined {
  const { rows, search, searchField, whole, attentionOnly } = websites;
  const { text, tags } = parseTagSearch(search);
  if (rows.length > 0 || text === '' || tags.length > 0) return undefined;
  const isNewer = searchField !== undefined && searchField.value.trim() !== search;
  if (isNewer || attentionOnly || whole === undefined || showsRowsOfBefore(websites)) return undefined;
  return nearest([text, whole], () => {
    const namesOf = (website: Website) => [websiteName(website), ownName(website) ?? ''];
    const name = nearestName(text, whole.rows.flatMap(namesOf));
    if (name !== undefined) return whole.rows.find(website => namesOf(website).includes(name));
    const [first] = findByWords(whole.rows, text, website => ({ title: namesOf(website).join(' ') }));
    return first;
  });
}

/** The only website of a whole list that has what is typed in its name, before the service has searched for that. */
export function typedWebsite({ websites }: State): Website | undefined {
  const { search, searchField, whole, attentionOnly } = websites;
  const typed = searchField?.value.trim() ?? '';
  const { text, tags } = parseTagSearch(typed);
  const isSearched = typed === search && !showsRowsOfBefore(websites);
  if (isSearched || text === '' || tags.length > 0 || attentionOnly || whole?.next !== 'no') return undefined;
  const wanted = text.toLowerCase();
  const found = whole.rows.filter(website => websiteName(website).toLowerCase().includes(wanted));
  return found.length === 1 ? found[0] : undefined;
}

/** Where a tag is searched for: those there are. */
function tagFacts({ websites, tags }: State): SafeText[] {
  if (parseTagSearch(websites.search).tags.length === 0) return [];
  const names = tagNames(tags.all);
  return names.length === 0
    ? [label`${keyOf('websites.tags')} gives a website tags`]
    : [label`Tags: ${safeText(names.join(' '))}`];
}

function retryLines({ websites: { list }, retry: { seconds }, profile }: State): SafeText[] {
  const checks = list.error === undefined ? [] : diagnose(list.error, profile).checks.slice(0, 1);
  const looks = profile.isKiosk === true ? [] : checks.map(([name, look]) => label`${name}: ${look}`);
  if (list.loading) return [label`Trying again ...`, ...looks];
  return seconds === undefined ? looks : [label`Tries again in ${seconds.left} s.`, ...looks];
}

/** The steps of connecting, of which reading the websites is the last. */
function stepLines({ profiles: { progress } }: State): SafeText[] {
  if (progress === undefined) return [];
  return [
    joinSafe(
      connectStepParts(progress).map(({ text }) => text),
      label``,
    ),
  ];
}

function firstWebsite({ profile, capabilities, logs }: State): ScreenMessage {
  const { countsLogs } = capabilities;
  const title = label`No websites yet`;
  const isFirst = true;
  const lookAgain: KeyHint = { key: keyOf('refresh'), action: label`look again`, to: label`to look again` };
  if (profile.isKiosk === true) return messageOf({ title, keyHints: [lookAgain] });
  if (profile.readOnly)
    return messageOf({
      title,
      isFirst,
      lines: [label`This profile is read-only: add them on the service.`],
      keyHints: [lookAgain],
    });
  const whyNot = whyNoField(capabilities, 'domain');
  if (whyNot !== undefined)
    return messageOf({ title, isFirst, lines: [safeText(whyNot)], keyHints: [lookAgain] });
  if (logs.isReading) return messageOf({ title: label`Reading your access logs ...`, tone: 'dim' });
  if (countsLogs === true && (logs.status?.sources ?? 0) > 0)
    return messageOf({
      title,
      isFirst,
      lines: [label`The logs are followed: a host in their lines is a website once it has 20 page views.`],
      keyHints: [lookAgain, { key: '2', action: label`my logs`, to: label`for another log` }],
    });
  if (countsLogs === true)
    return messageOf({
      title,
      isFirst,
      lines: [label`They come from your access logs; in the shell: sitedeck logs add DOMAIN FILE...`],
      keyHints: [{ key: '2', action: label`my logs`, to: label`to choose from the logs of this machine` }],
    });
  return messageOf({
    title,
    isFirst,
    lines: [label`The service gives the code to put on the pages of each.`],
    keyHints: [{ key: keyOf('websites.add'), action: label`add`, to: label`to add the first one` }],
  });
}
