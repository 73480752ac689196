import { textWidth } from '#text/characters.ts';
import { editWords, websiteTitle } from '#screens/words.ts';
import { type ExportSource, nothingRead } from '#store/exporting.ts';
import { listWords, numberWords, selectedDomain } from '#screens/sharing.ts';
import type { Command } from '#commands/command.ts';
import { changePart, type Part } from '#components/parts.ts';
import { changeRatio } from '#model/comparison/change.ts';
import { websiteNumbersTable } from '#model/export/websiteTables.ts';
import { hourText } from '#model/period/format.ts';
import { summaryChange } from '#model/statistics/summary.ts';
import { whyNoChange } from '#queries/overview.ts';
import { openDataRequests, websiteDaysOf } from '#queries/days/series.ts';
import {
  whyNoDeletion,
  whyNoField,
  whyNoSettings,
  whyNoWebsiteSearch,
  ofService,
} from '#model/service/capabilities.ts';
import { ownTags, parseTagSearch } from '#model/website/tags.ts';
import { websiteName } from '#model/website/website.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { compareCommand, searchField, tableCommands, whySearching } from '#screens/listCommands.ts';
import { type KeyHint, outageKeys, narrowColumns, quit } from '#screens/messages.ts';
import { awaitedList } from '#screens/diagnosis.ts';
import { type EscapeTarget, type State } from '#store/state.ts';
import { escapeTarget } from '#store/viewRules.ts';
import { shownPage, showsRowsOfBefore, tableEscape } from '#store/navigation/table.ts';
import { numbersReader, rowNumbers } from '#store/queries/overview.ts';
import { isListCompared, knownOf, shownDays, shownPeriod } from '#store/queries/question.ts';
import {
  failureOf,
  isListCovered,
  listLayout,
  showsChange,
  wayCard,
  listColumns,
} from '#store/websites/listLayout.ts';
import { canCompareMarked, chosenWebsites, hasMarks, markedCount } from '#store/websites/marks.ts';
import { selectedWebsite, whyNoNumbers, whyNoWebsite } from '#store/websites/websites.ts';
import { label, type SafeText, safeText } from '#text/safeText.ts';
import { textAtEnd } from '#text/textField.ts';
import { groupThousands, keyOf } from '#text/words.ts';
import { cutTitle, websiteDetail } from './cells.ts';
import { failureDetail } from './failurePanel.ts';
import {
  addedDomain,
  emptyMessage,
  nearestWebsite,
  typedWebsite,
  noMatchWords,
  wayCommands,
} from './emptyList.ts';

function websitesExport(state: State): ExportSource {
  const { rows, page, search, sortBy, sort } = state.websites;
  const period = shownPeriod(state);
  const numbersOf = numbersReader(state);
  const parameters = {
    search,
    sort_by: sortBy,
    sort,
    page,
    more_rows: shownPage(state.websites)?.next !== 'no',
  };
  const days = shownDays(state);
  const known = { ...knownOf(state), answers: state.answers.listed };
  const isPart = isListCompared(state) && !days.isCompared;
  const until = rows
    .map(row => numbersOf(row).visitors?.hoursSoFar?.hours)
    .find(hours => hours !== undefined);
  const table = websiteNumbersTable(rows, {
    // Whole days are compared with whole days.
    period: days.rows,
    before: days.before,
    hasBefore: isListCompared(state),
    isPart,
    timeZone: state.timeZone,
    capabilities: state.capabilities,
    parameters: { ...parameters, up_to: until === undefined ? undefined : hourText(until) },
    numbersOf(website) {
      const { visitors, pageviews } = numbersOf(website);
      const own = websiteDaysOf(website.id, days, known);
      // Zeros may turn out to be no data, and today's hours are read after its count.
      if (openDataRequests(website.id, ['visitors'], days, known).length > 0)
        return { noComparison: 'not read' };
      const isOpen = isPart && visitors?.hoursSoFar === undefined && visitors?.isApart !== true;
      return {
        visitors: days.isCompared ? visitors?.count : visitors?.total,
        visitorsCompared: visitors?.hoursSoFar?.now,
        visitorsBefore: visitors?.countBefore,
        dayBefore:
          days.before === undefined ? (visitors?.hoursSoFar ?? visitors)?.compared?.before.from : undefined,
        change: changeRatio(summaryChange(visitors)),
        noComparison: isOpen ? 'not read' : whyNoChange(visitors, own, state.capabilities),
        pageviews: days.isCompared ? pageviews?.count : pageviews?.total,
      };
    },
  });
  return { table, nameParts: ['websites'], period };
}

/** What the list shows of all websites; without numbers their settings. */
function commandWords(state: State): string[] {
  const { websites, overview } = state;
  const { text: search, tags } = parseTagSearch(websites.search);
  const tagWords = tags.flatMap(tag => ['--tag', tag]);
  if (!overview.on)
    return ['websites', 'list', ...listWords({ ...websites, ...websites.listedBy, search }), ...tagWords];
  return [
    'overview',
    ...numberWords(state),
    ...(search === '' ? [] : [`--search=${search}`]),
    ...tagWords,
    ...(websites.attentionOnly ? ['--only-attention'] : []),
    '--sort-by',
    websites.sortBy,
    '--sort',
    websites.sort,
  ];
}

const wayKeys: readonly KeyHint[] = [
  { key: '1', shown: label`1-3`, action: label`choose` },
  { key: 'Enter', action: label`look` },
];

function websitesHints(state: State): readonly KeyHint[] {
  const { rows } = state.websites;
  const failure = failureOf(state);
  if (failure !== undefined) return [...outageKeys(state, failure), quit];
  const isMade = rows.length === 0 && state.preparing !== undefined;
  if (wayCard(state) !== undefined) return isMade ? [...wayKeys, quit] : wayKeys;
  if (isMade) return [quit];
  if (rows.length === 0) return emptyMessage(state).keyHints;
  return hasMarks(state) && state.websites.searchField === undefined ? markedKeys(state) : [];
}

function markedKeys(state: State): readonly KeyHint[] {
  const count = label` ${safeText(groupThousands(markedCount(state)))}`;
  const isNarrow = state.viewport.columns < narrowColumns;
  const edits: readonly KeyHint[] = [
    { key: keyOf('websites.edit'), action: label`edit${count}`, brief: label`edit` },
    { key: keyOf('websites.delete'), action: label`delete${count}`, brief: label`delete` },
  ];
  const together: KeyHint = { key: keyOf('websites.compare'), action: label`side by side` };
  const compares = canCompareMarked(state) ? [together] : [];
  const tag: KeyHint = { key: keyOf('websites.tags'), action: label`tag` };
  const whyNot = (key: string) =>
    (key === keyOf('websites.edit') ? whyNoSettings : whyNoDeletion)(state.capabilities);
  const ofMany = state.profile.readOnly ? [] : edits.filter(({ key }) => whyNot(key) === undefined);
  const clear: KeyHint = { key: 'Esc', action: label`clear` };
  const open: KeyHint = { key: 'Enter', action: label`open`, brief: label`` };
  return [...ofMany, tag, clear, ...(isNarrow ? [open] : compares)];
}

function detail(state: State): Part {
  const noMatch = noMatchWords(state);
  if (noMatch !== undefined) return { text: noMatch.below };
  const website = selectedWebsite(state.websites);
  const failure = failureOf(state);
  const missing = failure ?? awaitedList(state);
  const next = missing && failureDetail(state, missing);
  if (next !== undefined) return next;
  if (website === undefined || isListCovered(state)) return { text: label`` };
  const { attention, error, visitors, change } = rowNumbers(state, website);
  // The box says it once for all.
  if (error !== undefined && failure === undefined)
    return { text: label`Not read: ${safeText(error.message)}`, tone: 'bad' };
  // The pane says what is set.
  const hasPane = listLayout(state).pane > 0;
  const tags = ownTags(state.tags.all, website);
  const cut = (name: SafeText) => cutTitle(state, name, state.viewport.columns - 2);
  // No column says it.
  const isKnown = visitors?.covered !== undefined && !['none', 'missingDays'].includes(change.kind);
  const isChangeShown = isListCompared(state) && isKnown && !showsChange(state);
  const changed = isChangeShown ? changePart(change).text : label``;
  const text = websiteDetail(website, attention, tags, !hasPane, { cut, changed });
  const title = websiteTitle(website);
  const columns = listColumns(state);
  const room = columns.find(({ key }) => key === 'domain')?.columns ?? 0;
  // What the row and the pane say is not said again.
  return { text: hasPane && text === title && textWidth(title) <= room ? label`` : text };
}

function listEscape(state: State): EscapeTarget | undefined {
  const { searchField, attentionOnly } = state.websites;
  if (searchField === undefined) {
    if (hasMarks(state)) return 'marks';
    if (attentionOnly) return 'attention';
  }
  return tableEscape(state.websites);
}

const markCommands: readonly Command[] = [
  {
    id: 'websites.mark',
    keys: ['Space'],
    title: 'Mark or unmark',
    about: 'What edits, deletes, tags or compares then acts on all marked.',
    section: 'Edit',
    disabledReason: whyNoWebsite,
    run: ({ state }) => state.marks.toggle(),
  },
  {
    id: 'websites.range',
    keys: ['v'],
    title: 'Mark a range',
    about: 'Rows that one moves over are marked too.',
    section: 'Edit',
    disabledReason: whyNoWebsite,
    run: ({ state }) => state.marks.range(),
  },
  {
    id: 'websites.markAll',
    keys: ['*'],
    title: 'Mark all or none',
    about: 'All rows of the list at once.',
    section: 'Edit',
    disabledReason: whyNoWebsite,
    run: ({ state }) => state.marks.all(),
  },
  {
    id: 'websites.clearMarks',
    keys: ['Esc'],
    title: 'Clear all marks',
    about: 'No row is marked then.',
    section: 'Edit',
    short: 'clear marks',
    disabledReason: state =>
      hasMarks(state) ? whySearching(state.websites) : 'Nothing is marked: Space marks a website.',
    run: ({ state }) => state.marks.clear(),
  },
  {
    id: 'websites.attention',
    keys: ['!'],
    title: 'Show what needs attention',
    about: 'Only websites that stopped counting or changed suddenly.',
    words: 'problems broken trouble anomaly spike alerts',
    run: ({ state }) => state.websites.toggleAttention(),
  },
  {
    id: 'websites.leaveAttention',
    keys: ['Esc'],
    title: 'Show all websites',
    about: 'Also those that need no attention.',
    short: 'show all',
    disabledReason: whyNotLeaveAttention,
    run: ({ state }) => state.websites.toggleAttention(),
  },
  {
    id: 'websites.overview',
    keys: ['n'],
    title: 'Show or hide numbers',
    about: 'Without them the list asks the service for less.',
    words: 'numbers sparklines',
    run({ state }) {
      const wasOn = state.overview.on;
      state.overview.toggle();
      state.notices.say(
        wasOn
          ? `Numbers off: no statistics are read for this list. Press ${keyOf('websites.overview')} for them.`
          : 'Numbers on.',
      );
    },
  },
  {
    id: 'websites.readAll',
    keys: ['U'],
    title: 'Load all numbers',
    about: 'Of every website, so that orders and sums cover all.',
    disabledReason: state =>
      whyNoNumbers(state, keyOf('websites.readAll')) ??
      (state.overview.progress.requests === undefined
        ? 'Not needed: the numbers of all websites load by themselves.'
        : undefined),
    run: ({ state }) => state.overview.readAll(),
  },
];

function whyNotLeaveAttention(state: State): string | undefined {
  if (escapeTarget(state) === 'attention') return undefined;
  return state.websites.attentionOnly
    ? 'Esc first: it clears the marks.'
    : `All websites are shown: ${keyOf('websites.attention')} shows those that need attention.`;
}

const whyNoneChosen = (state: State) => (hasMarks(state) ? undefined : whyNoWebsite(state));
const whyCovered = (state: State) => (isListCovered(state) ? whyNoWebsite(state) : undefined);
const whyNotOpen = (state: State) =>
  whySearching(state.websites) ?? (nearestWebsite(state) === undefined ? whyNoWebsite(state) : undefined);

function openSelected(state: State): void {
  const typed = typedWebsite(state);
  if (typed !== undefined) return state.navigation.push({ screen: 'dashboard', websiteId: typed.id });
  const near = nearestWebsite(state);
  const domain = near === undefined ? addedDomain(state) : undefined;
  if (domain !== undefined) return state.editor.open([], domain);
  const website = near ?? selectedWebsite(state.websites);
  if (website === undefined) return;
  // Not disabled meanwhile: the footer would lose its first key at each search.
  if (showsRowsOfBefore(state.websites))
    return state.notices.say('Not opened: still waiting for the search or the order.');
  state.introduction.choose();
  // One comes back to a list that has it.
  if (near !== undefined) {
    state.websites.editSearch(textAtEnd(websiteName(near)));
    state.websites.leaveSearch();
  }
  state.navigation.push({ screen: 'dashboard', websiteId: website.id });
}

const own: readonly Command[] = [
  {
    id: 'websites.open',
    keys: ['Enter'],
    title: 'Open',
    about: 'Its numbers by day, and its pages, sources, places and devices.',
    words: 'visit website',
    short: 'open',
    footerPlace: 1,
    disabledReason: whyNotOpen,
    run: ({ state }) => openSelected(state),
  },
  {
    id: 'websites.sort',
    keys: ['s'],
    title: 'Sort websites',
    about: 'By numbers, change, name or age, highest or lowest first.',
    section: 'Move',
    words: 'order',
    short: 'sort',
    run: ({ state }) => state.navigation.push({ screen: 'sort' }),
  },
  {
    id: 'websites.add',
    keys: ['a'],
    title: 'Add a website',
    about: 'Its domain is all that has to be typed.',
    section: 'Edit',
    words: 'new create domain',
    short: 'add',
    changes: true,
    disabledReason: ({ capabilities }) => ofService(whyNoField(capabilities, 'domain')),
    run: ({ state }) => state.editor.open([], addedDomain(state)),
  },
  {
    id: 'websites.edit',
    keys: ['e'],
    title: 'Edit the website',
    about: 'Privacy, password, email reports, and what is not counted.',
    section: 'Edit',
    words: editWords,
    short: 'edit',
    changes: true,
    disabledReason: state => ofService(whyNoSettings(state.capabilities)) ?? whyNoneChosen(state),
    run: ({ state }) => state.editor.open(chosenWebsites(state)),
  },
  {
    id: 'websites.delete',
    keys: ['d', 'Delete'],
    title: 'Delete the website',
    about: 'All its statistics go with it; its domain confirms that.',
    section: 'Edit',
    words: 'remove',
    short: 'delete',
    changes: true,
    disabledReason: state => ofService(whyNoDeletion(state.capabilities)) ?? whyNoneChosen(state),
    run: ({ state }) => state.deletion.open(chosenWebsites(state)),
  },
  {
    id: 'websites.tags',
    keys: ['T'],
    title: 'Tag the website',
    about: 'Words of your own, by which a search finds it.',
    section: 'Edit',
    words: 'label group client',
    leaves: true,
    isHere: ({ tags, profile }) => tags.isKept || profile.isKiosk === true,
    disabledReason: state => state.tags.problem ?? whyNoneChosen(state),
    run: ({ state }) => state.tags.open(chosenWebsites(state)),
  },
  {
    id: 'websites.record',
    keys: ['i'],
    title: 'Show details',
    about: 'What the service says of it, and what is kept of it here.',
    words: 'all fields settings',
    disabledReason: whyNoWebsite,
    run({ state }) {
      const website = selectedWebsite(state.websites);
      if (website !== undefined) state.navigation.push({ screen: 'record', websiteId: website.id });
    },
  },
];

export const websitesScreen: ScreenDefinition<'websites'> = {
  screen: 'websites',
  view: async () => (await import('./Screen.tsx')).WebsitesScreen,
  commands: [
    ...own,
    ...wayCommands,
    compareCommand('websites', state =>
      canCompareMarked(state) ? undefined : whyNoNumbers(state, keyOf('websites.compare')),
    ),
    ...markCommands,
    ...tableCommands('websites', {
      tableOf: state => state.websites,
      whyNotSearched: whyNoWebsiteSearch,
      whyNothing: state => (state.preparing === undefined ? undefined : whyNoWebsite(state)),
      whyNotMoved: whyCovered,
      onlyOne: {
        isFound(state) {
          const { searchField, search, rows } = state.websites;
          if (typedWebsite(state) !== undefined) return true;
          if (searchField === undefined || search.trim() === '' || showsRowsOfBefore(state.websites))
            return false;
          return rows.length === 1 || nearestWebsite(state) !== undefined || addedDomain(state) !== undefined;
        },
        open: openSelected,
      },
    }),
  ],
  focusedField: state => searchField(state.websites),
  title: (state, route) => (state.navigation.view === route ? [label`Websites`] : []),
  detail,
  keyHints: websitesHints,
  load(state, _route, force) {
    state.overview.restart(force);
    state.preview.restart(force);
    if (force === true) state.tags.read();
    // The list has no numbers that change by the minute: today it is read again only where it could not be read.
    const isUnread = state.websites.list.error !== undefined;
    if (force !== 'today' || isUnread) void state.websites.load(force !== 'today' && force);
  },
  escapeTarget: listEscape,
  hasPeriod: true,
  whyNoPeriod: whyNoNumbers,
  autoRefreshes: true,
  undoes: true,
  explained(state) {
    const website = selectedWebsite(state.websites);
    const why = whyNoWebsite(state);
    return website === undefined || why !== undefined
      ? (why ?? 'No website is selected.')
      : { websiteId: website.id };
  },
  exported: state =>
    state.websites.rows.length > 0 ? () => websitesExport(state) : (whyNoWebsite(state) ?? nothingRead),
  selected: ({ websites }) => selectedDomain(selectedWebsite(websites)?.domain),
  commandWords,
};
