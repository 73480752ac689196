import { maximum } from '#charts/scale.ts';
import type { Command } from '#commands/command.ts';
import { frameBottom, frameColumns, frameRow, frameTop } from '#components/box/frame.ts';
import { type Part, partsWidth } from '#components/parts.ts';
import { momentText } from '#screens/words.ts';
import { bodyRows } from '#store/display.ts';
import { isInOverlay } from '#store/navigation/navigation.ts';
import type { State } from '#store/state.ts';
import { isListCovered, listLayout, wayCard, type WayCard } from '#store/websites/listLayout.ts';
import { hasMarks } from '#store/websites/marks.ts';
import { fitEnd, spaces } from '#text/fit.ts';
import { joinSafe, label, safeText, type SafeText } from '#text/safeText.ts';
import { counted } from '#text/words.ts';
import { rowsTaken } from './below.ts';
import type { BelowList } from './failurePanel.ts';

/** The ways to begin, by the keys on their card, wherever that is. */
export const wayCommands: readonly Command[] = [
  {
    id: 'websites.wayService',
    keys: ['1'],
    title: 'Connect a service',
    isHere: isCardShown,
    run: ({ state }) => state.profiles.connect(),
  },
  {
    id: 'websites.wayLogs',
    keys: ['2'],
    title: 'Read your access logs',
    isHere: state => isCardShown(state) || hasNoLogs(state),
    run: ({ state }) => state.logs.open(),
  },
  {
    id: 'websites.wayDemo',
    keys: ['3'],
    title: 'Look around in the demo',
    isHere: isCardShown,
    run: ({ state }) => state.introduction.choose(),
  },
  {
    id: 'websites.wayClose',
    keys: ['Esc'],
    title: 'Look around in the demo',
    inPalette: false,
    isHere: state => isCardShown(state) && !hasMarks(state),
    run: ({ state }) => state.introduction.choose(),
  },
  {
    id: 'websites.wayDark',
    keys: ['4'],
    title: 'Say the terminal is dark',
    isHere: state => isCardShown(state) && state.theme.isUnknown,
    run: ({ state }) => state.theme.choose('dark'),
  },
  {
    id: 'websites.wayLight',
    keys: ['5'],
    title: 'Say the terminal is light',
    isHere: state => isCardShown(state) && state.theme.isUnknown,
    run: ({ state }) => state.theme.choose('light'),
  },
  {
    id: 'websites.wayList',
    keys: ['Enter'],
    title: 'Go to the list',
    isHere: state => isListCovered(state) && !isInOverlay(state),
    run: ({ state }) => state.introduction.choose(),
  },
];

function isCardShown(state: State): boolean {
  return wayCard(state) !== undefined && !isInOverlay(state);
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
  if (card === undefined || listLayout(state).said === 0) return undefined;
  const { list: columns } = listLayout(state);
  const { isUnknown: asksShade } = state.theme;
  const lines = cardLines(card, columns, foundText(state, card.isWide), {
    preparing: state.preparing,
    asksShade,
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
 * @param asksShade whether dark or light is not known
 */
export function cardLines(
  { form, rows, isWide }: WayCard,
  columns: number,
  found: SafeText,
  {
    preparing,
    asksShade = false,
  }: { readonly preparing?: number | undefined; readonly asksShade?: boolean } = {},
): Part[][] {
  const shown = waysOf(found).map(way => wayParts(way, isWide));
  const spaced = form === 'airy' ? shown.flatMap(parts => [parts, []]).slice(0, -1) : shown;
  const shade = asksShade ? shadeParts : [];
  const beside = form === 'plain' ? shade : [];
  const further: Part[][] = isWide ? [] : [beside, [{ text: spaces(3) }, { text: found, tone: 'dim' }]];
  const content = [...spaced, ...further];
  if (form === 'plain') {
    // Nothing else says there that they are being made.
    const made = preparing === undefined ? label` websites` : label`s: ${Math.round(preparing * 100)}%`;
    const title: Part = { text: label`Example${made}. Begin with yours:`, tone: 'dim' };
    const all = [[title], ...content].map(parts => [{ text: margin }, ...parts]);
    return Array.from({ length: rows }, (_, row) => all[row] ?? []);
  }
  const width = Math.min(
    columns,
    maximum(content.map(partsWidth)) + frameColumns + (form === 'airy' ? 2 : 0),
  );
  const edge = { tone: 'accent', width } as const;
  const indent: Part[] = form === 'airy' ? [{ text: margin }] : [];
  const spacing = form === 'airy' && isWide ? [frameRow([], edge)] : [];
  const title: Part = {
    text: isWide ? label`Welcome: these are example websites` : label`Example websites`,
    tone: 'accent',
    bold: true,
  };
  return [
    frameTop({ ...edge, title: [title] }),
    ...spacing,
    ...content.map(parts => frameRow([...indent, ...parts], edge)),
    ...spacing,
    frameBottom({ ...edge, right: shade }),
  ];
}

const shadeParts: Part[] = [
  { text: label`4`, tone: 'accent', bold: true },
  { text: label` dark  ` },
  { text: label`5`, tone: 'accent', bold: true },
  { text: label` light` },
];

function waysOf(found: SafeText): Way[] {
  return [
    { key: label`1`, title: label`Connect a service`, note: label`its address and a key or a sign-in` },
    { key: label`2`, title: label`Read my access logs`, note: found },
    { key: label`3`, title: label`Look around`, note: label`nothing is sent anywhere` },
  ];
}

function wayParts({ key, title, note }: Way, isWide: boolean): Part[] {
  return [
    { text: key, tone: 'accent', bold: true },
    { text: label`  ` },
    { text: isWide ? fitEnd(title, titleColumns) : title, bold: true },
    ...(isWide ? [{ text: note, tone: 'dim' as const }] : []),
  ];
}

/** "4 found: nginx, 12 hosts, today 11:58". */
export function foundText(
  { logs: { places }, ...state }: Pick<State, 'logs' | 'timeZone' | 'calendarDay'>,
  isBeside: boolean,
): SafeText {
  if (places === undefined)
    return isBeside ? label`looking for them ...` : label`looking for access logs ...`;
  const logs = places.filter(({ problem, format }) => problem === undefined && format !== undefined);
  if (logs.length === 0)
    return places.some(({ problem }) => problem !== undefined)
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
    ...(newest === 0 || !isBeside ? [] : [momentText(newest * 1000, state)]),
  ];
  const what = isBeside ? label`` : logs.length === 1 ? label` log` : label` logs`;
  const count = label`${logs.length}${what} found`;
  return facts.length === 0 ? count : label`${count}: ${joinSafe(facts, label`, `)}`;
}
