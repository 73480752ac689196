import type { ChartRow } from '#charts/canvas.ts';
import { Aside, Column, Dimmed, Line, Lines, LinesAt, SideBySide } from '#components/Line.tsx';
import { Message } from '#components/box/Message.tsx';
import type { Part } from '#components/parts.ts';
import { SearchLine, Toolbar, type ToolbarItem } from '#components/Toolbar.tsx';
import { missingDaysText } from '#model/comparison/change.ts';
import { hoursSoFarWords, hourText, shortComparisonOfAll } from '#model/period/format.ts';
import { describeChoice } from '#model/period/period.ts';
import { countsOf } from '#model/service/capabilities.ts';
import { isListedSort, orderWords } from '#model/own/choices.ts';
import { summaryChange } from '#model/statistics/summary.ts';
import { pageItem, rowRange, searchOverTitle } from '#screens/layout.ts';
import { isOutage } from '#store/reading/refreshing.ts';
import { useAppState } from '#screens/storeView.ts';
import { awaitedList } from '#screens/diagnosis.ts';
import { bodyRows, hasSpacing } from '#store/display.ts';
import { comparedOfWords } from '#queries/overview.ts';
import {
  attentionList,
  mostChanged,
  notableWebsites,
  overviewTotals,
  rowNumbers,
} from '#store/queries/overview.ts';
import { shownNotes } from '#store/kept/notes.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { Website } from '#model/website/website.ts';
import { isListCompared, shownDays } from '#store/queries/question.ts';
import type { State } from '#store/state.ts';
import { divideList, listLayout, readsToday, showsChange } from '#store/websites/listLayout.ts';
import { markedCount } from '#store/websites/marks.ts';
import { shownPreview } from '#store/websites/previewContent.ts';
import { sharedIn, websiteOf } from '#store/websites/records.ts';
import { countOf, wholeInOrder } from '#store/websites/websites.ts';
import { hasTints } from '#terminal/theme/themes.ts';
import { memoizeLast } from '#text/memo.ts';
import { isAscii, textWidth } from '#text/characters.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { groupThousands, keyOf } from '#text/words.ts';
import { attentionLines, changedLines, notableLines } from './attention.ts';
import { areOfZeros, belowList, multipleLines, settingsBelow, withAllRows } from './below.ts';
import { failureBox, failurePanel, firstBox } from './failurePanel.ts';
import { zeroColumns } from '#screens/emptyWebsite.ts';
import { websitesCut } from './cells.ts';
import { isOfZeros, paneLines } from './pane.ts';
import { emptyMessage, startCard, noMatchWords, withWholeList } from './emptyList.ts';
import { settingsPane } from './settings.ts';
import { togetherParts, WebsitesTable } from './WebsitesTable.tsx';

const margins = 3;

// Every key draws it, mostly of the same website.
const lastPane = memoizeLast<ChartRow[]>();

/** The selected website, as far as it is read; without visitors there is room for what helps, and where it is wide for what there will be. */
function panePart(state: State, size: { width: number; height: number; hasSettings: boolean }) {
  const preview = shownPreview(state);
  if (preview === undefined) return [];
  const { width, height } = size;
  const space = { ...size, cut: websitesCut(state, width) };
  const keys = [preview, ...Object.values(space), isAscii(), hasTints()];
  const lines = lastPane(keys, () => paneLines(preview, space));
  if (!isOfZeros(preview.visitors)) return lines;
  const parts = width >= roomForPanels ? (['helps', 'counts'] as const) : (['helps'] as const);
  const room = { width, height: height - lines.length - 1 };
  return [...lines, [], ...zeroColumns(state, preview.website, parts, room)];
}

const roomForPanels = 100;

// Every key draws them, and of many websites they are many.
const attentionOf = memoizeLast<ChartRow[]>();

/** Lines that what changed most keeps. */
const minChanged = 8;

/** What needs attention, is worth a look and changed most, then how the selected website is set, where there is room. */
function attentionPart(state: State, width: number, height: number) {
  const [list, changed, shared] = [attentionList(state), mostChanged(state), sharedIn(state)];
  const { total } = state.overview.progress;
  const counts = countsOf('visitors', state.capabilities);
  const websites = notableWebsites(state);
  const keys = [list, changed, websites, state.notes, shared, total, width, height, counts];
  const ofAll = attentionOf(keys, () => {
    const attention = attentionLines(list, { width, height, total, shared });
    const noted = (website: Website, on: Day) =>
      shownNotes(state, website.id).find(({ day }) => day === on)?.text;
    const look = { width, height: height - attention.length - minChanged, shared, counts };
    const lines = [...attention, ...notableLines(websites, look, noted)];
    return [...lines, ...changedLines(changed, width, height - lines.length - 1, shared, counts)];
  });
  const settings = settingsBelow(state, width, height - ofAll.length);
  return { lines: [...ofAll, ...settings], hasSettings: settings.length > 0 };
}

export function WebsitesScreen() {
  const state = useAppState(whole => whole);
  const { viewport, websites } = state;
  const unmatched = withWholeList(state);
  const shown = withoutNothing(unmatched ?? state);
  const { overview } = shown;
  const isStale = unmatched !== undefined || (isOutage(state) && websites.list.error !== undefined);
  const layout = listLayout(shown);
  const width = layout.list;
  const isEmpty = websites.rows.length === 0;
  // A search without matches leaves the line above it as it is with rows.
  const isFound = !isEmpty || websites.search === '';
  const spacing = hasSpacing(viewport);
  const height = bodyRows(viewport);
  const failure = failurePanel(shown);
  const message = emptyMessage(state);
  // What is searched stands above it, where the line of the search is.
  const isSearched = websites.search !== '' || websites.searchField !== undefined;
  const isMissing = websites.list.error !== undefined || awaitedList(state) !== undefined;
  const isUnread = isEmpty && isMissing && !isSearched;
  const unread = isEmpty ? failureBox(state, height - (isSearched ? 2 : 0)) : [];
  const box = isEmpty && message.isFirst === true ? firstBox(state, message) : unread;
  const card = failure.length > 0 ? undefined : startCard(state);
  const hasNoMatch = unmatched !== undefined;
  const below = (hasNoMatch ? undefined : card) ?? belowList(shown);
  const noMatch = hasNoMatch ? noMatchWords(state) : undefined;
  const list = (
    <>
      <Lines lines={failure} width={width} />
      {!isUnread && (
        <Toolbar
          items={toolbarItems(unmatched ?? state)}
          right={summary(state)}
          rightColumns={rangeColumns(state)}
          width={isFound ? width : divideList(viewport, overview.on ? 'numbers' : 'settings', undefined).list}
        />
      )}
      {!isUnread && (spacing || (isEmpty && !hasNoMatch)) && (
        <Line parts={togetherParts(state)} width={width} />
      )}
      <Lines lines={box} width={width} />
      {isEmpty && !hasNoMatch && box.length === 0 && (
        <Message {...message} width={width} height={height - (isUnread ? 0 : 2)} />
      )}
      {(!isEmpty || hasNoMatch) && (
        <Dimmed on={isStale}>
          <WebsitesTable state={shown} layout={layout} />
        </Dimmed>
      )}
      <SearchLine
        text={websites.search}
        field={websites.searchField}
        top={1 + failure.length}
        width={spacing || isEmpty ? width : searchOverTitle}
        right={noMatch?.inLine}
      />
      <Dimmed on={below?.isDim === true || (isStale && below?.isBright !== true)}>
        {below !== undefined && <LinesAt {...below} />}
      </Dimmed>
    </>
  );
  if (layout.pane === 0) return list;
  const { multiples } = layout;
  const upper = height - (multiples?.lines ?? 0);
  const divided = (
    <SideBySide>
      <Column width={width} height={upper}>
        {list}
      </Column>
      {besideList(state, shown, upper).map(({ isKept, ...aside }, index) => (
        <Dimmed key={index} on={isKept || isStale}>
          <Aside {...aside} height={upper} />
        </Dimmed>
      ))}
    </SideBySide>
  );
  if (multiples === undefined) return divided;
  return (
    <>
      {divided}
      <Dimmed on={overviewTotals(shown).isKept || isStale}>
        <Lines
          lines={multipleLines(shown, multiples, withAllRows(shown))}
          before={{ text: label` ` }}
          width={viewport.columns}
        />
      </Dimmed>
    </>
  );
}

/** The selected website, then what is told of all of them; without numbers how they are set, and what there will be. */
function besideList(state: State, shown: State, height: number) {
  const { overview } = shown;
  const { pane, attention: third } = listLayout(shown);
  const [width, thirdWidth] = [pane - margins, third - margins];
  const attention = third > 0 && overview.on ? attentionPart(shown, thirdWidth, height) : undefined;
  const [first] = state.websites.rows;
  // The settings are said once.
  const hasSettings = attention?.hasSettings !== true;
  const ofSelected = overview.on
    ? panePart(shown, { width, height, hasSettings })
    : settingsPane(shown, { width, height });
  const selected = { lines: ofSelected, width: pane, isKept: isPaneKept(state) };
  if (third === 0) return [selected];
  const zeros = () =>
    first === undefined ? [] : zeroColumns(shown, first, ['counts'], { width: thirdWidth, height });
  const isKept = overview.on && overviewTotals(shown).isKept;
  return [selected, { lines: attention?.lines ?? zeros(), width: third, isKept }];
}

/** Where no number of any website could be read the list is as without numbers; where nothing is counted there are no charts of it. */
function withoutNothing(state: State): State {
  const { overview, retry } = state;
  const isUnread = retry.numbers !== undefined && overviewTotals(state).read === 0;
  if (isUnread) return { ...state, overview: { ...overview, on: false } };
  return areOfZeros(state) ? { ...state, overview: { ...overview, isOfZeros: true } } : state;
}

function isPaneKept(state: State): boolean {
  const { websites, preview } = state;
  const website = preview.websiteId === undefined ? undefined : websiteOf(state, preview.websiteId);
  return websites.list.isKept === true || (website && rowNumbers(state, website).asOf) !== undefined;
}

function toolbarItems(state: State): ToolbarItem[] {
  const { websites, overview, period } = state;
  const { perPage } = websites;
  const isCompared = overview.on && isListCompared(state);
  return [
    overview.on
      ? { title: label``, value: safeText(describeChoice(period.choice)), priority: 6 }
      : { title: label`Numbers`, value: label`off, ${keyOf('websites.overview')} reads them`, priority: 5 },
    // What it says may change with what is found: nothing that does not stands behind it.
    sortItem(state, isCompared),
    ...pageItem(perPage, 2),
    ...(!isCompared || !showsChange(state)
      ? []
      : [{ title: label``, priority: 3, ...inShort(comparedWords(state)) }]),
  ];
}

function inShort([value, ...shorter]: readonly [string, ...string[]]) {
  return { value: safeText(value), shorter: shorter.map(text => safeText(text)) };
}

/** What the changes of the list are against; then the same in fewer words. */
function comparedWords(state: State): readonly [string, ...string[]] {
  const totals = overviewTotals(state);
  const all = summaryChange(totals.compared);
  if (all.kind === 'missingDays') return [missingDaysText(all.missingDays)];
  const days = shortAgainst(state);
  const { comparedOf, read } = totals;
  const partOfAll = comparedOf === undefined ? '' : ` (${comparedOf} of ${read})`;
  const lastYear = 'against last year';
  const isYear = state.comparison.baseline === 'year';
  return [
    `${days}${comparedOfWords(totals)}`,
    `${days}${partOfAll}`,
    ...(isYear ? [`${lastYear}${partOfAll}`] : []),
    days,
    ...(isYear ? [lastYear] : []),
  ];
}

/** Of today up to which hour too, once that is known. */
function shortAgainst(state: State): string {
  const days = shownDays(state);
  const against = shortComparisonOfAll(days);
  if (!readsToday(state)) return against;
  const numbers = state.websites.rows.slice(0, listLayout(state).rows).map(row => rowNumbers(state, row));
  const hoursSoFar = numbers.find(({ visitors }) => visitors?.hoursSoFar !== undefined)?.visitors?.hoursSoFar;
  if (hoursSoFar === undefined) return against;
  return days.usualOf === undefined
    ? hoursSoFarWords(hoursSoFar.hours, hoursSoFar.compared)
    : `up to ${hourText(hoursSoFar.hours)} ${against}`;
}

function sortItem({ websites: { sortBy, sort }, capabilities }: State, isCompared: boolean): ToolbarItem {
  const words =
    sortBy === 'change' && !isCompared
      ? 'change: nothing is compared'
      : orderWords(sortBy, sort, capabilities);
  return {
    title: label`Sort`,
    value: safeText(words),
    priority: 4,
  };
}

/** While an order by numbers does not cover all websites yet. */
function isPartial({ sortBy, numbered, list: { data } }: State['websites']): boolean {
  return !isListedSort(sortBy) && !(data?.next === 'no' && numbered >= data.rows.length);
}

export function summary(state: State): Part[] {
  const { list, attentionOnly, arranged } = state.websites;
  const { on, progress } = state.overview;
  const page = list.data;
  if (page === undefined) return [];
  const marked = markedCount(state);
  const marks = marked === 0 ? [] : [{ text: label`${grouped(marked)} marked  `, tone: 'accent' as const }];
  const text = attentionOnly
    ? label`! ${grouped(arranged.length)} of ${on && progress.read < progress.total ? label`${grouped(progress.read)} read` : grouped(page.rows.length)} ${arranged.length === 1 ? label`needs` : label`need`} attention `
    : label`${rangeText(state, page.rows.length)}${isPartial(state.websites) ? readText(state.websites.numbered) : label``} `;
  return [...marks, { text, tone: attentionOnly ? 'warn' : 'dim' }];
}

/** Columns of what `summary` may say while the first rows of all are on screen. */
function rangeColumns(state: State): number {
  const { whole } = state.websites;
  if (whole === undefined) return 0;
  const table = { ...state.websites, list: { loading: false, data: whole } };
  const { numbered } = wholeInOrder(state);
  const range = rowRange(table, listLayout(state).rows, { shown: whole.rows.length, gone: 0 });
  return (
    textWidth(range) + (isPartial({ ...table, numbered }) ? textWidth(readText(whole.rows.length)) : 0) + 1
  );
}

/** Of a search that finds nothing, among how many. */
function rangeText(state: State, found: number): SafeText {
  const { websites } = state;
  const among = countOf(websites.whole);
  return found === 0 && among !== undefined
    ? label`0 of ${grouped(among)}`
    : rowRange(websites, listLayout(state).rows);
}

/** Of how many websites an order by numbers is. */
function readText(count: number): SafeText {
  return label`, ${grouped(count)} read`;
}

function grouped(count: number): SafeText {
  return safeText(groupThousands(count));
}
