import type { PaletteItem } from '#commands/palette.ts';
import { Line } from '#components/Line.tsx';
import {
  insideWidth,
  Menu,
  type MenuItem,
  Popup,
  PopupField,
  PopupText,
  PopupTitle,
} from '#components/Popup.tsx';
import { Table, tableIndent, type TableRow } from '#components/Table.tsx';
import type { Part, Tone } from '#components/parts.ts';
import { describePeriod, presets, resolvePeriod } from '#model/period/period.ts';
import { fitLines, popupPlace } from '#screens/layout.ts';
import { useAppState } from '#screens/storeView.ts';
import { momentText } from '#screens/words.ts';
import { menuRows, paletteRows } from '#store/display.ts';
import { comparisonChoices } from '#store/period.ts';
import type { LogPlace } from '#store/services.ts';
import type { State } from '#store/state.ts';
import { type Column, placeColumns } from '#text/columns.ts';
import { wrapSafe } from '#text/fit.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { hostsText, linesText, logsLayout, nameText, saidLines } from './logsLayout.ts';
import { whyNothing } from './palette.ts';
import { linesAbove, presetRows, readingRows, typedPeriod } from './period.ts';
import { profileColumns, profileItems, profileRows } from './profiles.ts';
import { sortOptions } from './sort.ts';

/** What the chart and every row are compared with, and which days that is. */
export function ComparePopup() {
  const state = useAppState(whole => whole);
  const choices = comparisonChoices(state);
  const place = popupPlace(state.viewport, { width: 64, rows: choices.length + 1 });
  const width = insideWidth(place);
  const items = choices.map(({ title, days, isChosen }) => ({
    title: safeText(title),
    // Beside a title that is cut the days say nothing.
    note: width < 56 ? undefined : safeText(days),
    isChosen,
  }));
  return (
    <Popup place={place}>
      <PopupTitle title={label`Compare with`} width={width} />
      <Menu
        items={items}
        selected={state.menu.position.selected}
        top={0}
        height={items.length}
        width={width}
      />
    </Popup>
  );
}

type LogColumn = 'path' | 'format' | 'hosts' | 'lines' | 'newest';

const columns: readonly Column<LogColumn>[] = [
  { key: 'path', title: 'LOG', width: 16, grow: 3, most: 60, priority: 10, cut: 'middle' },
  { key: 'format', title: 'FORMAT', width: 9, grow: 1, most: 18, priority: 5 },
  { key: 'hosts', title: 'HOSTS', width: 9, grow: 1, most: 20, priority: 6, cut: 'middle' },
  { key: 'lines', title: 'LINES', width: 7, priority: 4, align: 'right' },
  { key: 'newest', title: 'NEWEST', width: 11, priority: 7, align: 'right' },
];

/** The access logs of this machine, and what their lines tell; another one can be named. */
export function OwnLogsPopup() {
  const state = useAppState(whole => whole);
  const { viewport, menu, logs } = state;
  const { hasTitle, hasHeads, list, said, columns: inner } = logsLayout(state);
  const field = logs.asks === undefined ? 0 : 1;
  const above = (hasTitle ? 1 : 0) + (hasHeads ? 1 : 0) + list;
  const place = popupPlace(viewport, {
    width: inner + 2,
    rows: above + field + (hasTitle ? 1 : 0) + saidLines,
  });
  const width = insideWidth(place);
  const { top, selected } = menu.position;
  const rows = logs.places === undefined ? [] : [...logs.places.map(one => rowOf(one, state)), another];
  const tone: Tone = logs.problem !== undefined || isRefused(state) ? 'bad' : logs.isBusy ? 'accent' : 'dim';
  return (
    <Popup place={place}>
      {hasTitle && <PopupTitle title={label`Read my access logs`} width={width} />}
      <Table
        columns={placeColumns(columns, width - tableIndent - 1)}
        rows={rows}
        top={top}
        selected={selected}
        height={list}
        width={width}
        hasTitles={hasHeads}
      />
      {logs.asks !== undefined && (
        <PopupField place={place} row={above} text={logs.typed} placeholder={placeholderOf(state)} isTaken />
      )}
      <PopupText lines={said} style={{ tone }} spaced={hasTitle} width={width} />
    </Popup>
  );
}

const another: TableRow<LogColumn> = { id: 'another', cells: { path: { text: label`Another log ...` } } };

function rowOf(place: LogPlace, state: State): TableRow<LogColumn> {
  const { path, format, problem, isAdded } = place;
  if (problem !== undefined)
    return {
      id: path,
      isDim: true,
      cells: {
        path: { text: nameText(place) },
        format: { text: place.lines > 0 ? label`unknown` : label`not read`, tone: 'dim' },
      },
    };
  return {
    id: path,
    cells: {
      path: { text: nameText(place) },
      format: {
        text: isAdded ? label`counted` : safeText(format ?? 'empty', 40),
        tone: isAdded ? 'good' : 'plain',
      },
      hosts: { text: hostsText(place) },
      lines: { text: linesText(place) },
      newest: {
        text: place.lastTime === undefined ? label`` : momentText(place.lastTime * 1000, state),
        tone: 'dim',
      },
    },
  };
}

function isRefused({ logs, menu }: State): boolean {
  return logs.asks === undefined && logs.places?.[menu.position.selected]?.problem !== undefined;
}

function placeholderOf({ logs, menu }: State) {
  if (logs.asks === 'file') return label`/srv/logs/access.log`;
  const site = logs.places?.[menu.position.selected]?.site ?? '';
  return site === '' ? label`website, such as shop.example.com` : safeText(site, 60);
}

/** Everything by name: commands, statistics and websites. */
export function palettePopup(itemsOf: (state: State) => readonly PaletteItem[]) {
  return () => {
    const state = useAppState(whole => whole);
    return <PalettePopup state={state} items={itemsOf(state)} />;
  };
}

function PalettePopup(props: { readonly state: State; readonly items: readonly PaletteItem[] }) {
  const { state, items } = props;
  const { menu, viewport } = state;
  const height = paletteRows(viewport);
  const place = popupPlace(viewport, { width: 64, rows: height + 2 });
  const width = insideWidth(place);
  return (
    <Popup place={place}>
      <PopupTitle
        title={label`Go to`}
        note={menu.text.value === '' ? label`` : label`${items.length} found`}
        width={width}
      />
      <PopupField
        place={place}
        row={1}
        text={menu.text}
        placeholder={label`command, website, statistic, period ...`}
        isTaken={false}
      />
      {items.length === 0 ? (
        <>
          <Line parts={[{ text: label`   ${safeText(whyNothing(state))}`, tone: 'dim' }]} width={width} />
          {Array.from({ length: height - 1 }, (_, index) => (
            <Line key={index} parts={[]} width={width} />
          ))}
        </>
      ) : (
        <Menu
          items={items.map(menuItem)}
          selected={menu.position.selected}
          top={menu.position.top}
          height={height}
          width={width}
        />
      )}
    </Popup>
  );
}

function menuItem({ title, kind, key, isChosen }: PaletteItem): MenuItem {
  return {
    isChosen,
    title: safeText(title),
    note: safeText(kind === 'command' ? (key ?? '') : kind),
  };
}

/** The period: a preset, or a range as it is typed, with the dates it comes to. */
export function PeriodPopup() {
  const state = useAppState(whole => whole);
  const { menu, viewport, period } = state;
  const height = presetRows(viewport);
  const place = popupPlace(viewport, { width: 60, rows: height + linesAbove(viewport) });
  const width = insideWidth(place);
  const today = state.today();
  const reading = readAs(state);
  const isTyped = menu.text.value.trim() !== '';
  const readingLines = wrapSafe(reading.text, width - 4);
  // What is typed matters more than the presets, which give way to a long answer.
  const rows = readingRows(viewport) + height;
  const readingHeight = Math.max(readingRows(viewport), Math.min(readingLines.length, rows));
  const items: MenuItem[] = presets.map(({ name, title }) => ({
    title: safeText(title),
    note: safeText(describePeriod(resolvePeriod({ kind: 'preset', preset: name }, today))),
    isChosen: period.choice.kind === 'preset' && period.choice.preset === name,
  }));
  items.push({
    title: label`All days`,
    note: label`since the first with visitors`,
    isChosen: false,
  });
  return (
    <Popup place={place}>
      <PopupTitle title={label`Period`} note={safeText(state.timeZone)} width={width} />
      <PopupField
        place={place}
        row={1}
        text={menu.text}
        placeholder={label`30d, 2026-03, 1 mar - 15 apr ...`}
        isTaken={isTyped}
      />
      {Array.from({ length: readingHeight }, (_, line) => (
        <Line
          key={line}
          parts={[{ text: label`   ` }, { ...reading, text: readingLines[line] ?? label`` }]}
          width={width}
        />
      ))}
      <Menu
        items={items}
        selected={isTyped ? -1 : menu.position.selected}
        top={menu.position.top}
        height={rows - readingHeight}
        width={width}
      />
    </Popup>
  );
}

/** How the typed text reads, or what is wrong with it. */
function readAs(state: State): Part {
  const typed = typedPeriod(state);
  if (typed === undefined) return { text: label`Type a range, or choose one.`, tone: 'dim' };
  if (typed === 'all')
    return { text: label`All days since the first with visitors, ten years at most.`, tone: 'good' };
  if ('error' in typed) return { text: safeText(typed.error), tone: 'bad' };
  const { from, to } = typed.period;
  return { text: safeText(`${from} to ${to}, ${describePeriod(typed.period)}`), tone: 'good' };
}

const shortExplanations: Readonly<Record<State['profile']['kind'], SafeText>> = {
  demo: label`The demo is made up.`,
  logs: label`sitedeck logs add DOMAIN FILE...`,
  service: label`Enter goes on with another one.`,
};

/** The profiles: the current one, and the others to switch to. */
export function ProfilesPopup() {
  const state = useAppState(whole => whole);
  const { viewport, menu } = state;
  const inner = profileColumns(viewport);
  const { list: height, hasTitle } = profileRows(state);
  const top = hasTitle ? 1 : 0;
  const { text, ...style } = explanation(state, inner < 60);
  const wrapped = wrapSafe(text, inner - 2);
  const place = popupPlace(viewport, { width: inner + 2, rows: height + wrapped.length + top + 1 });
  const { spaced, lines } = fitLines(wrapped, place.height - 2 - top - height);
  const width = insideWidth(place);
  return (
    <Popup place={place}>
      {hasTitle && <PopupTitle title={label`Profiles`} width={width} />}
      <Menu
        items={profileItems(state)}
        selected={menu.position.selected}
        top={menu.position.top}
        height={height}
        width={width}
      />
      <PopupText lines={lines} style={style} spaced={spaced} width={width} />
    </Popup>
  );
}

function explanation({ profiles, profile }: State, isShort: boolean): Part {
  if (profiles.problem !== undefined) return { text: safeText(profiles.problem), tone: 'bad' };
  if (isShort) return { text: shortExplanations[profile.kind], tone: 'dim' };
  if (profile.kind === 'demo')
    return {
      text: label`These websites are the demo: made up, kept on this machine, yours to change.`,
      tone: 'dim',
    };
  if (profile.kind === 'logs')
    return { text: label`Logs elsewhere are added with: sitedeck logs add DOMAIN FILE...`, tone: 'dim' };
  return { text: label`Enter goes on with another one. What you see here stays as it is.`, tone: 'dim' };
}

/** The orders that the view beneath can have. */
export function SortPopup() {
  const state = useAppState(whole => whole);
  const items = sortOptions(state).map(({ title, isChosen }) => ({ title: safeText(title), isChosen }));
  const height = menuRows(state.viewport, items.length);
  const place = popupPlace(state.viewport, { width: 44, rows: height + 1 });
  const width = insideWidth(place);
  return (
    <Popup place={place}>
      <PopupTitle title={label`Sort`} width={width} />
      <Menu
        items={items}
        selected={state.menu.position.selected}
        top={state.menu.position.top}
        height={height}
        width={width}
      />
    </Popup>
  );
}
