import { insideWidth, Popup, PopupField, PopupText } from '#components/box/Popup.tsx';
import { Table, tableIndent, type TableRow } from '#components/Table.tsx';
import type { Tone } from '#components/parts.ts';
import { popupPlace } from '#screens/layout.ts';
import { useAppState } from '#screens/storeView.ts';
import { momentText } from '#screens/words.ts';
import type { LogPlace } from '#store/profile/services.ts';
import type { State } from '#store/state.ts';
import { type Column, placeColumns } from '#text/fit.ts';
import { label, safeText } from '#text/safeText.ts';
import { hostsText, linesText, logsLayout, nameText, saidLines } from './ownLogs.ts';

type LogColumn = 'path' | 'format' | 'hosts' | 'lines' | 'newest';

const columns: readonly Column<LogColumn>[] = [
  { key: 'path', title: 'LOG', width: 16, grow: 3, most: 60, priority: 10, cut: 'middle' },
  { key: 'format', title: 'FORMAT', width: 9, grow: 1, most: 18, priority: 5 },
  { key: 'hosts', title: 'HOSTS', width: 9, grow: 1, most: 20, priority: 6, cut: 'middle' },
  { key: 'lines', title: 'LINES', width: 7, priority: 4, align: 'right' },
  { key: 'newest', title: 'NEWEST', width: 11, priority: 7, align: 'right' },
];

export function OwnLogsPopup() {
  const state = useAppState(whole => whole);
  const { viewport, menu, logs } = state;
  const { hasHeads, list, said, columns: inner } = logsLayout(state);
  const field = logs.asks === undefined ? 0 : 1;
  const above = (hasHeads ? 1 : 0) + list;
  const place = popupPlace(viewport, {
    width: inner + 2,
    rows: above + field + (hasHeads ? 1 : 0) + saidLines,
  });
  const width = insideWidth(place);
  const { top, selected } = menu.position;
  const rows = logs.places === undefined ? [] : [...logs.places.map(one => rowOf(one, state)), another];
  const tone: Tone = logs.problem !== undefined || isRefused(state) ? 'bad' : logs.isBusy ? 'accent' : 'dim';
  return (
    <Popup place={place} title={label`Read my access logs`}>
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
      <PopupText lines={said} style={{ tone }} spaced={hasHeads} width={width} />
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
