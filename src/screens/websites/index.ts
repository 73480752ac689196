import type { Part } from '#components/parts.ts';
import { websiteNumbersTable } from '#model/export/websiteTables.ts';
import { ownTags, parseTagSearch } from '#model/website/tags.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { type AskedKey, failureKeys } from '#screens/messages.ts';
import type { ExportSource } from '#store/exporting.ts';
import { type EscapeTarget, selectedDomain, tableEscape } from '#store/navigation/screenRules.ts';
import { shownPage } from '#store/navigation/table.ts';
import { listWords, numberWords } from '#store/navigation/viewCommand.ts';
import { numbersReader, rowNumbers } from '#store/queries/overview.ts';
import { shownComparison, shownPeriod } from '#store/queries/question.ts';
import type { State } from '#store/state.ts';
import { isListCovered, listLayout, wayCard } from '#store/websites/listLayout.ts';
import { hasMarks } from '#store/websites/marks.ts';
import { selectedWebsite, whyNoNumbers, whyNoWebsite } from '#store/websites/websites.ts';
import { label, safeText } from '#text/safeText.ts';
import { websiteDetail } from './cells.ts';
import { websitesKeys } from './commands.ts';
import { failureDetail } from './failurePanel.ts';
import { emptiness } from './start.ts';

function websitesExport(state: State): ExportSource | undefined {
  const { rows, page, search, sortBy, sort } = state.websites;
  if (rows.length === 0) return undefined;
  const period = shownPeriod(state);
  const numbersOf = numbersReader(state);
  const parameters = {
    search,
    sort_by: sortBy,
    sort,
    page,
    more_rows: shownPage(state.websites)?.next !== 'no',
  };
  const compared = shownComparison(state);
  const table = websiteNumbersTable(rows, {
    // Whole days are compared with whole days.
    period: compared?.now ?? period,
    before: compared?.before,
    timeZone: state.timeZone,
    parameters,
    of(website) {
      const { visitors, pageviews } = numbersOf(website);
      return { visitors: visitors?.count, visitorsBefore: visitors?.before, pageviews: pageviews?.count };
    },
  });
  return { table, nameParts: ['websites'], period };
}

export const websitesScreen: ScreenDefinition<'websites'> = {
  screen: 'websites',
  view: async () => (await import('./Screen.tsx')).WebsitesScreen,
  ...websitesKeys,
  title: (state, route) => (state.navigation.view === route ? [label`Websites`] : []),
  detail,
  asks: websitesAsks,
  load(state, _route, force) {
    state.overview.restart(force);
    state.preview.restart(force);
    if (force === true) state.tags.read();
    // The list has no numbers that change by the minute: today it is read again only where it could not be read.
    const isUnread = state.websites.list.error !== undefined;
    if (force !== 'today' || isUnread) void state.websites.load(force !== 'today' && force);
  },
  escapeTarget,
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
  exported: websitesExport,
  whyNoExport: state => (state.websites.rows.length > 0 ? undefined : whyNoWebsite(state)),
  selected: ({ websites }) => selectedDomain(selectedWebsite(websites)?.domain),
  commandWords,
};

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

const wayKeys: readonly AskedKey[] = [
  { key: '1', shown: label`1-3`, does: label`choose` },
  { key: 'Enter', does: label`look` },
];
const quit: AskedKey = { key: 'q', does: label`quit` };

/** What the message in place of the rows asks for, or the one below them. */
function websitesAsks(state: State): readonly AskedKey[] {
  const { rows, list } = state.websites;
  if (list.error !== undefined) return [...failureKeys(list.error, state.profile), quit];
  if (wayCard(state) !== undefined) return wayKeys;
  return rows.length === 0 ? emptiness(state).asks : [];
}

/** The selected website. */
function detail(state: State): Part {
  const website = selectedWebsite(state.websites);
  if (website === undefined || isListCovered(state)) return { text: label`` };
  const failure = state.websites.list.error;
  const next = failure && failureDetail(state, failure);
  if (next !== undefined) return next;
  const { attention, error } = rowNumbers(state, website);
  if (error !== undefined) return { text: label`Not read: ${safeText(error.message)}`, tone: 'bad' };
  // The pane says what is set.
  const room = listLayout(state).pane > 0 ? 0 : state.viewport.columns - 2;
  return { text: websiteDetail(website, attention, ownTags(state.tags.all, website), room) };
}

function escapeTarget(state: State): EscapeTarget | undefined {
  const { searchField, attentionOnly } = state.websites;
  if (searchField === undefined) {
    if (hasMarks(state)) return 'marks';
    if (attentionOnly) return 'attention';
  }
  return tableEscape(state.websites);
}
