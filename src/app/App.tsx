import { cutTitle } from '#screens/websites/cells.ts';
import type { Command } from '#commands/command.ts';
import { Box } from 'ink';
import { Fragment, type ReactNode, useContext } from 'react';
import {
  keyHintsOf,
  commandOfKey,
  focusedField,
  passesField,
  reachableCommands,
  screenOf,
  screens,
} from '#commands/registry.ts';
import { Header } from '#components/Header.tsx';
import { CoveredContext, ShiftContext } from '#components/box/Field.tsx';
import { UnreadContext } from '#components/box/Message.tsx';
import { Dimmed, Line, Lines, LinesAt } from '#components/Line.tsx';
import { dim, type Part } from '#components/parts.ts';
import { Beneath } from '#components/box/Popup.tsx';
import { formatDay, formatDayShort, timeOfDay } from '#model/period/format.ts';
import { todayIn } from '#model/period/day.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { type KeyHint, narrowColumns } from '#screens/messages.ts';
import { outageDetail, outageFacts, outagePanel } from '#screens/websites/failurePanel.ts';
import { useAppState } from '#screens/storeView.ts';
import { awaitedList } from '#screens/diagnosis.ts';
import { bodyRows, isTooSmall, smallestViewport, type Viewport } from '#store/display.ts';
import { plateOf } from '#screens/help/index.ts';
import { asOf, isOffline } from '#store/reading/lastSeen.ts';
import { showsOutage } from '#store/reading/refreshing.ts';
import { isInOverlay, topRoute } from '#store/navigation/navigation.ts';
import type { Route, ScreenName } from '#store/navigation/route.ts';
import type { State } from '#store/state.ts';
import { isAscii, textWidth } from '#text/characters.ts';
import { cutFacts, fitting, spaces, wrapSafe } from '#text/fit.ts';
import { label, type SafeText, safeText } from '#text/safeText.ts';
import { durationText, groupThousands, keyOf } from '#text/words.ts';

interface FooterKey {
  readonly key: SafeText;
  readonly action: SafeText;
  /** None says one: of equals the last is left out first. */
  readonly priority?: never;
  /** However little room there is. */
  readonly isKept?: boolean | undefined;
  readonly isLater?: boolean | undefined;
  readonly brief?: SafeText | undefined;
}

interface FooterProps {
  readonly first: readonly FooterKey[];
  readonly keys: readonly FooterKey[];
  readonly last: readonly FooterKey[];
  readonly width: number;
}

/** The keys that work now: those that are kept, then of `first`, `last` and `keys` as many as fit. */
export function Footer({ first: whole, keys, last, width }: FooterProps) {
  // Help is the very last of them, and says so where nothing gives way to its word.
  const needed = last.filter(({ key, isKept }) => isKept === true || key === 'Esc');
  const isTight = widthOfAll([...whole, ...needed]) > width;
  const ends = last.map(one => (one.isKept === true && isTight ? { ...one, action: label`` } : one));
  const helped = ends.filter(({ isKept }) => isKept);
  const isBrief = widthOfAll([...whole, ...helped], 1) > width;
  const first = isBrief ? whole.map(({ brief, ...key }) => ({ ...key, action: brief ?? key.action })) : whole;
  const asked = [...first, ...helped];
  // Where that gives room to all that is asked for, one blank is between them in place of two.
  const gap = widthOfAll(asked) > width && widthOfAll(asked, 1) <= width ? 1 : 2;
  const room =
    width -
    widthOfAll(
      [...first, ...ends].filter(({ isKept }) => isKept),
      gap,
    );
  const before = fitKeys(first, room, gap);
  const after = fitKeys(ends.toReversed(), room - freeWidth(before, gap), gap).toReversed();
  const others = fitKeys(keys, room - freeWidth([...before, ...after], gap), gap);
  const parts = [...before, ...others, ...after].flatMap(({ key, action, isLater }): Part[] => [
    { text: label` ` },
    { text: key, ...(isLater === true ? { tone: 'dim' } : { tone: 'accent', bold: true }) },
    dim(action === '' ? label`` : label` ${action}`),
    { text: spaces(gap - 1) },
  ]);
  return <Line parts={parts} width={width} />;
}

/** Those that are kept, and of the others as many as fit. */
function fitKeys(keys: readonly FooterKey[], room: number, gap: number): readonly FooterKey[] {
  const fitted = fitting(
    keys.filter(({ isKept }) => isKept !== true),
    all => widthOfAll(all, gap),
    room,
  );
  return keys.filter(one => one.isKept === true || fitted.includes(one));
}

function freeWidth(keys: readonly FooterKey[], gap: number): number {
  return widthOfAll(
    keys.filter(({ isKept }) => isKept !== true),
    gap,
  );
}

/** @param gap blanks from one to the next, of which one stands before each */
function widthOfAll(keys: readonly FooterKey[], gap = 2): number {
  return keys.reduce(
    (sum, { key, action }) => sum + textWidth(key) + textWidth(action) + (action === '' ? gap : gap + 1),
    0,
  );
}

const noticeTones = { info: 'warn', good: 'good', bad: 'bad', hint: 'accent' } as const;

function pathTitles(state: State): SafeText[] {
  const { stack } = state.navigation;
  // These are of a website, whichever of its statistics, rows or settings they were opened from.
  const whole = stack.findLastIndex(({ screen }) => ['why', 'year', 'now'].includes(screen));
  const shown = stack.filter(
    (route, index) => index >= whole || !('name' in route || route.screen === 'record'),
  );
  const path = shown.flatMap(route => screenOf(route.screen).title?.(state, route) ?? []);
  // A website's name stands once, however many of its views are on the stack; so do the titles of its statistics.
  const isNew = (title: SafeText, index: number) =>
    index === path.length - 1 || path.indexOf(title) === index;
  return [label`Sitedeck`, ...path.filter(isNew).filter((title, index, kept) => title !== kept[index - 1])];
}

/** A notice that has a short form is always one line. */
function noticeText(
  { text, short }: NonNullable<State['notices']['current']>,
  { viewport }: State,
): SafeText {
  const whole = safeText(text);
  return short === undefined || textWidth(whole) <= viewport.columns - 2 ? whole : safeText(short);
}

/** The line above the footer: a notice while there is one, else what is selected, in full. */
export function detailLine(state: State): Part {
  const notice = state.notices.current;
  if (notice !== undefined) return { text: noticeText(notice, state), tone: noticeTones[notice.tone] };
  const top = topRoute(state.navigation.stack);
  const own = screenOf(top.screen).detail?.(state, top);
  const outage = isInOverlay(state) && (own?.text ?? '') !== '' ? undefined : outageDetail(state);
  // A menu that says nothing leaves the line blank: it stands over the view beneath, and that is faint.
  return outage ?? own ?? { text: label`` };
}

function timeText(milliseconds: number, timeZone: string): SafeText {
  return safeText(timeOfDay(timeZone, milliseconds));
}

/** What goes on by itself: "every 60 s", "every 5 min, rotate 20 s". */
function everyText({ autoRefresh, rotation }: State): SafeText | undefined {
  const parts = [
    ...(autoRefresh.on ? [`every ${durationText(autoRefresh.every)}`] : []),
    ...(rotation.every === undefined ? [] : [`rotate ${durationText(rotation.every)}`]),
  ];
  return parts.length === 0 ? undefined : safeText(parts.join(', '));
}

/** Since when what is on screen stands, where an earlier session read it, and whether the service does not answer. */
function seenText(state: State): { text: SafeText; isOffline: boolean } | undefined {
  const at = asOf(state);
  const offline = isOffline(state);
  const why = state.websites.list.error?.kind === 'auth' ? label`no key` : label`offline`;
  if (at === undefined) return offline ? { text: why, isOffline: offline } : undefined;
  const day = todayIn(state.timeZone, new Date(at));
  const time = timeText(at, state.timeZone);
  const text =
    day === state.calendarDay()
      ? label`as of ${time}`
      : label`as of ${safeText(formatDayShort(day))} ${time}`;
  return { text: offline ? label`${why}, ${text}` : text, isOffline: offline };
}

/** How fresh the user's own logs are, and who follows them where it is another process; undefined where nobody does. */
function logsText({ logs, timeZone, today }: State): SafeText | undefined {
  const { status, isReading } = logs;
  if (isReading) return label`reading logs`;
  if (status?.by === undefined || status.sources === 0) return undefined;
  const who = status.by === 'this' ? label`` : label` by process ${status.by.process}`;
  const { lastTime } = status;
  if (lastTime === undefined) return label`logs followed${who}`;
  const day = todayIn(timeZone, new Date(lastTime * 1000));
  const isOfYear = day.slice(0, 4) === today().slice(0, 4);
  const dayText = safeText(isOfYear ? formatDayShort(day) : formatDay(day));
  const to = day === today() ? timeText(lastTime * 1000, timeZone) : dayText;
  return label`logs to ${to}${who}`;
}

/** What the text on screen asks for comes first, on a narrow terminal what Enter does; Enter and help are always shown there. */
export function footerKeys(state: State): Omit<FooterProps, 'width'> {
  const placeOf = ({ command: { footerPlace = 3 } }: { readonly command: Command }) =>
    typeof footerPlace === 'function' ? footerPlace(state) : footerPlace;
  const asked = hintKeys(state);
  const isNarrow = state.viewport.columns < narrowColumns;
  const shown = reachableCommands(
    state,
    command => command.short !== undefined && !asked.some(one => one.command === command),
  )
    // "n/Esc" names both.
    .filter(({ key }) => !asked.some(({ shown: named }) => named?.split('/').includes(key) === true))
    .sort((a, b) => placeOf(a) - placeOf(b));
  const isHelp = ({ id }: Command) => id === 'help' || id === 'help.close';
  const alwaysLast = isNarrow ? ['why'] : ['why', 'palette'];
  const isLast = ({ command, key }: (typeof shown)[number]) =>
    key === 'Esc' || alwaysLast.includes(command.id) || isHelp(command);
  const keyOf = ({ command, command: { footerKey }, key }: (typeof shown)[number]): FooterKey => ({
    key: safeText(
      footerKey === undefined
        ? key
        : isAscii()
          ? footerKey.replace(' ', '/')
          : plateOf(footerKey.split(' '), false),
    ),
    action: safeText(command.short),
    isKept: isNarrow && (key === 'Enter' || isHelp(command)),
  });
  const isFirst = ({ key }: (typeof shown)[number]) => isNarrow && key === 'Enter';
  const { websites, navigation } = state;
  const { list, search, searchField, page, attentionOnly } = websites;
  // Of an account without a website there is nothing to order, to search or to compare.
  const isWithoutWebsites =
    list.data?.rows.length === 0 &&
    search === '' &&
    searchField === undefined &&
    page === 1 &&
    !attentionOnly;
  // Without any data the other keys do nothing that is seen.
  const isUnread =
    navigation.view.screen === 'websites' &&
    !isInOverlay(state) &&
    (isWithoutWebsites ||
      websites.list.error !== undefined ||
      state.preparing !== undefined ||
      awaitedList(state) !== undefined) &&
    websites.rows.length === 0;
  const namesEnter = ({ key, shown = key }: { readonly key: string; readonly shown?: string | undefined }) =>
    shown.split('/').includes('Enter');
  const isTaken = isNarrow || asked[0]?.command?.id.endsWith('.clearSearch') === true;
  const isEnterMissing = isTaken && !asked.some(namesEnter) && !shown.some(({ key }) => key === 'Enter');
  const doneByEnter = isEnterMissing
    ? asked.findIndex(
        ({ command }, index) =>
          command?.keys.includes('Enter') === true || (index === 0 && !isInOverlay(state)),
      )
    : -1;
  const isLine = focusedField(state)?.manyLines !== true;
  const waiting = {
    key: label`Enter`,
    action: isLine ? label`not yet` : label`new line`,
    isLater: isLine,
    isKept: true,
  };
  return {
    first: [
      ...asked.map(({ key, shown, action, brief, isLater }, index) =>
        index === doneByEnter
          ? { key: withEnter(shown ?? safeText(key)), action, isKept: isNarrow }
          : {
              key: shown ?? safeText(key),
              action,
              brief,
              isLater,
              isKept: isNarrow && (namesEnter({ key, shown }) || key === 'Esc'),
            },
      ),
      ...shown.filter(isFirst).map(keyOf),
      ...(isNarrow && isEnterMissing && doneByEnter === -1 ? [waiting] : []),
    ],
    keys: isUnread ? [] : shown.filter(found => !isFirst(found) && !isLast(found)).map(keyOf),
    last: shown.filter(found => isLast(found) && !(isUnread && found.command.id === 'why')).map(keyOf),
  };
}

/** "r/Enter"; a sign before a slash would look like one of a markup: "Enter/<". */
function withEnter(key: SafeText): SafeText {
  return /^\w/.test(key) ? label`${key}/Enter` : label`Enter/${key}`;
}

function hintKeys(state: State): readonly (KeyHint & { readonly command: Command | undefined })[] {
  const hints = keyHintsOf(state);
  if (hints.length === 0) return [];
  const field = focusedField(state);
  return hints.flatMap((hint): ReturnType<typeof hintKeys> => {
    const command =
      field === undefined || passesField(hint.key, field) ? commandOfKey(state, hint.key) : undefined;
    if (typeof command === 'object') return [{ ...hint, command }];
    return hint.isLater === true ? [{ ...hint, command: undefined }] : [];
  });
}

const views = new Map<ScreenName, (route: Route) => ReactNode>();

/** Loads the views of these screens: to be called before they are drawn. */
export async function loadViews(isWanted: (screen: ScreenName) => boolean): Promise<void> {
  const load = async ({ screen, view }: ScreenDefinition) => {
    const View = await view();
    views.set(screen, route => <View {...route} />);
  };
  await Promise.all(screens.filter(({ screen }) => isWanted(screen)).map(load));
}

/** The view on top of the stack; with `overlay`, the menu or dialog drawn over it, if there is one. */
function CurrentScreen({ overlay = false }: { readonly overlay?: boolean }) {
  const { stack, view } = useAppState(state => state.navigation);
  const route = overlay ? topRoute(stack) : view;
  return overlay && route === view ? null : views.get(route.screen)?.(route);
}

/** The forms that the menu or dialog on top was opened from. */
function CoveredForms() {
  const { stack, view } = useAppState(state => state.navigation);
  if (screenOf(topRoute(stack).screen).replacesForm === true) return null;
  const covered = stack.slice(stack.lastIndexOf(view) + 1, -1);
  return covered
    .filter(({ screen }) => screenOf(screen).isForm === true)
    .map(route => <Fragment key={route.screen}>{views.get(route.screen)?.(route)}</Fragment>);
}

/** The frame: header, the screen on top of the stack, detail line, footer. Never higher than the terminal. */
export function App() {
  const state = useAppState(whole => whole);
  const { viewport, terminal } = state;
  if (isTooSmall(terminal))
    return (
      <Box width={terminal.columns} height={terminal.rows} overflow="hidden">
        <Line parts={[{ text: neededSize(terminal) }]} width={terminal.columns} />
      </Box>
    );
  const width = viewport.columns;
  const outage = outagePanel(state);
  // The list says by itself what may be behind it.
  const isListAlone = outage.length === 0 && state.navigation.view.screen === 'websites';
  const above = noticeLines(state, width).slice(0, -1);
  return (
    // Another theme draws all again: what is drawn where there are tints is not what is drawn where there are none.
    <Box
      key={state.theme.changes}
      width={terminal.columns}
      height={terminal.rows}
      flexDirection="column"
      overflow="hidden"
    >
      <ShiftContext value={outage.length}>
        <UnreadContext value={isListAlone ? undefined : (...room) => outageFacts(state, ...room)}>
          <Beneath on={isInOverlay(state) && !state.theme.isPreviewed}>
            <Header
              {...headerOf(state)}
              cutName={(name, columns) => cutTitle(state, name, columns)}
              width={width}
            />
            <Lines lines={outage} width={width} />
            <Box flexDirection="column" height={bodyRows(viewport)} overflow="hidden">
              <Dimmed on={outage.length > 0}>
                <CurrentScreen />
              </Dimmed>
            </Box>
            <Shifted viewport={viewport}>
              <CoveredForms />
            </Shifted>
          </Beneath>
          <Detail state={state} width={width} />
          <Shifted viewport={viewport}>
            <CoveredContext value={viewport.rows - 2 - above.length}>
              <CurrentScreen overlay />
            </CoveredContext>
            <LongNotice state={state} above={above} width={width} />
          </Shifted>
        </UnreadContext>
      </ShiftContext>
    </Box>
  );
}

/** What stands at places of the screen, below what is said above all views. */
function Shifted({ viewport, children }: { readonly viewport: Viewport; readonly children: ReactNode }) {
  const top = useContext(ShiftContext);
  if (top === 0) return children;
  return (
    <Box position="absolute" top={top} width={viewport.columns} height={viewport.rows}>
      {children}
    </Box>
  );
}

function Detail({ state, width }: { readonly state: State; readonly width: number }) {
  const detail = detailLine(state);
  const [text = cutFacts(detail.text, width - 2)] = noticeLines(state, width).slice(-1);
  const top = topRoute(state.navigation.stack);
  // What is in that row is more than a hint.
  const { current } = state.notices;
  const isFree = (current === undefined || current.tone === 'hint') && outageDetail(state) === undefined;
  const row = isFree ? screenOf(top.screen).detailRow?.(state, top) : undefined;
  return (
    <>
      <Line
        parts={[{ text: label` ` }, ...(row ?? [{ ...detail, text }])]}
        width={width}
        isDim={row !== undefined && showsOutage(state)}
      />
      <Footer {...footerKeys(state)} width={width} />
    </>
  );
}

/** The beginning of a notice that is longer than the detail line, over the rows above that: it never hides a key. */
function LongNotice(props: {
  readonly state: State;
  readonly above: readonly SafeText[];
  readonly width: number;
}) {
  const { state, above, width } = props;
  if (above.length === 0) return null;
  const { tone } = detailLine(state);
  return (
    <LinesAt
      top={state.viewport.rows - 2 - above.length}
      width={width}
      lines={above.map(text => [{ text: label` ` }, { text, tone }])}
    />
  );
}

function noticeLines(state: State, width: number): readonly SafeText[] {
  if (state.notices.current === undefined) return [];
  return wrapSafe(detailLine(state).text, width - 2).slice(0, bodyRows(state.viewport));
}

function headerOf(state: State) {
  const { profile, capabilities, activity, timeZone } = state;
  const { lastAnswer, pausedUntil } = activity;
  const { progress } = state.overview;
  const isReadingList = progress.isReading && state.navigation.view.screen === 'websites';
  const read = `${groupThousands(progress.read)} of ${groupThousands(progress.total)} read`;
  return {
    path: pathTitles(state),
    profile: safeText(profile.name),
    isDemo: capabilities.isDemo === true,
    isReadOnly: profile.readOnly,
    isUnchecked: profile.unchecked === true,
    requests: activity.inFlight + activity.queued - activity.background,
    progress: isReadingList ? safeText(activity.isHeldBack ? `${read}, waiting` : read) : undefined,
    // The box that says so counts the seconds.
    waiting:
      pausedUntil === undefined || state.retry.paused !== undefined
        ? undefined
        : label`waiting until ${timeText(pausedUntil, timeZone)}`,
    every: everyText(state),
    logs: logsText(state),
    seen: seenText(state),
    lastAnswer: lastAnswer === undefined ? undefined : timeText(lastAnswer, timeZone),
  };
}

/** The size needed, in the longest wording that fits. */
function neededSize({ columns, rows }: State['terminal']): SafeText {
  const needed = label`${smallestViewport.columns}x${smallestViewport.rows}`;
  const short = label`Needs ${needed}, ${keyOf('quitAtRoot')} quits`;
  const whole = label`Sitedeck needs ${needed}, this is ${columns}x${rows}. ${keyOf('quitAtRoot')} quits.`;
  return [whole, short].find(words => words.length <= columns) ?? needed;
}
