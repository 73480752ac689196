import { passesField, reachableCommands } from '#commands/dispatch.ts';
import { commandOfKey, focusedField, screenOf } from '#commands/registry.ts';
import type { FooterKey, FooterProps } from '#components/Footer.tsx';
import type { Part } from '#components/style.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import { asOf, isOffline } from '#store/lastSeen/lastSeen.ts';
import type { State } from '#store/core/state.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';
import { durationText } from '#model/text/duration.ts';
import { textWidth } from '#terminal/width.ts';
import { formatDayShort } from '#model/period/day.ts';
import { todayIn } from '#model/period/today.ts';
import { timeOfDay } from '#model/period/zoneTime.ts';

const noticeTones = { info: 'warn', good: 'good', bad: 'bad', hint: 'accent' } as const;

/** The way to the view on top, for the header. */
export function pathTitles(state: State): SafeText[] {
  const path = state.navigation.stack.flatMap(route => screenOf(route.screen).title?.(state, route) ?? []);
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
  const { stack, view } = state.navigation;
  const top = topRoute(stack);
  // A menu that says nothing leaves the line to the view beneath.
  const route = screenOf(top.screen).detail === undefined ? view : top;
  return screenOf(route.screen).detail?.(state, route) ?? { text: label`` };
}

/** "12:04" in the profile's time zone. */
export function timeText(milliseconds: number, timeZone: string): SafeText {
  return safeText(timeOfDay(timeZone, milliseconds));
}

/** What goes on by itself: "every 60 s", "every 5 min, rotate 20 s". */
export function everyText({ autoRefresh, rotation }: State): SafeText | undefined {
  const parts = [
    ...(autoRefresh.on ? [`every ${durationText(autoRefresh.every)}`] : []),
    ...(rotation.every === undefined ? [] : [`rotate ${durationText(rotation.every)}`]),
  ];
  return parts.length === 0 ? undefined : safeText(parts.join(', '));
}

/** Since when what is on screen stands, where an earlier session read it, and whether the service does not answer. */
export function seenText(state: State): { text: SafeText; isOffline: boolean } | undefined {
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
export function logsText({ logs, timeZone, today }: State): SafeText | undefined {
  const { status, isReading } = logs;
  if (isReading) return label`reading logs`;
  if (status?.by === undefined || status.sources === 0) return undefined;
  const who = status.by === 'this' ? label`` : label` by process ${status.by.process}`;
  const { lastTime } = status;
  if (lastTime === undefined) return label`logs followed${who}`;
  const day = todayIn(timeZone, new Date(lastTime * 1000));
  const to = day === today() ? timeText(lastTime * 1000, timeZone) : safeText(formatDayShort(day));
  return label`logs to ${to}${who}`;
}

const usualPlace = 3;

/** What the text on screen asks for comes first. Why, back and help are always shown; the palette where there is room. */
export function footerKeys(state: State): Omit<FooterProps, 'width'> {
  const asked = askedKeys(state);
  const shown = reachableCommands(
    state,
    command => command.short !== undefined && !asked.some(one => one.command === command),
  ).sort((a, b) => (a.command.footerPlace ?? usualPlace) - (b.command.footerPlace ?? usualPlace));
  const alwaysLast = state.viewport.columns < 60 ? ['why', 'help'] : ['why', 'palette', 'help'];
  const isLast = ({ command, key }: (typeof shown)[number]) =>
    key === 'Esc' || alwaysLast.includes(command.id);
  const keyOf = ({ command, key }: (typeof shown)[number]): FooterKey => ({
    key: safeText(command.footerKey ?? key),
    does: safeText(command.short),
  });
  return {
    first: asked.map(({ key, shown, does }) => ({ key: shown ?? safeText(key), does })),
    keys: shown.filter(found => !isLast(found)).map(keyOf),
    last: shown.filter(isLast).map(keyOf),
  };
}

/** The keys that the text of the screen on top asks for, as far as they work now. */
function askedKeys(state: State) {
  const route = topRoute(state.navigation.stack);
  const asks = screenOf(route.screen).asks?.(state, route) ?? [];
  if (asks.length === 0) return [];
  const field = focusedField(state);
  return asks.flatMap(ask => {
    const command =
      field === undefined || passesField(ask.key, field) ? commandOfKey(state, ask.key) : undefined;
    return typeof command === 'object' ? [{ ...ask, command }] : [];
  });
}
