import { type State } from '#store/state.ts';
import { commandOf } from '#store/viewRules.ts';
import { frameBottom, frameColumns, frameRow, frameTop } from '#components/box/frame.ts';
import { fitParts, type Part, partsWidth } from '#components/parts.ts';
import { timeOfDay } from '#model/period/format.ts';
import { countsColumns, countsLines } from '#screens/emptyWebsite.ts';
import { minBeside } from '#screens/layout.ts';
import { type KeyHint, failureKeys, failureText, type ScreenMessage } from '#screens/messages.ts';
import { momentText } from '#screens/words.ts';
import { bodyRows } from '#store/display.ts';
import { asOf, isOffline } from '#store/reading/lastSeen.ts';
import { isOutage, showsOutage } from '#store/reading/refreshing.ts';
import { listLayout } from '#store/websites/listLayout.ts';
import { isAscii } from '#text/characters.ts';
import { fitEnd, spaces, wrapSafe, wrapWithin } from '#text/fit.ts';
import { joinSafe, label, repeatSafe, safeText, type SafeText } from '#text/safeText.ts';
import { keyOf, ordinal } from '#text/words.ts';

type Failure = NonNullable<State['websites']['list']['error']>;

export interface BelowList {
  /** The first of them, counted from the top of the body. */
  readonly top: number;
  readonly width: number;
  readonly lines: readonly (readonly Part[])[];
}

const plainRows = 3;
/** Below this size what is said has no frame. */
const roomForFrames = 20;
const minBox = 60;
/** Less than that says nothing. */
const minBar = 8;

type Lines = BelowList['lines'];

/** Above the list: why it could not be read again, what is shown all the same, when it is tried next, and the keys that help. */
export function failurePanel(state: State): Lines {
  const { error } = state.websites.list;
  const { messageRows, list: width } = listLayout(state);
  if (error === undefined || messageRows === 0) return [];
  return messageRows > plainRows ? framed(state, error, width) : plain(error, width);
}

/** The same above any other view, whose parts then say nothing of it; where there is little height, the line above the footer does. */
export function outagePanel(state: State): Lines {
  const { error } = state.websites.list;
  return error === undefined || !showsOutage(state) ? [] : framed(state, error, state.viewport.columns);
}

function framed(state: State, error: Failure, width: number): Part[][] {
  const edge = { tone: 'bad', width } as const;
  const room = width - frameColumns;
  const problemLines = wrapWithin(failureText(error), room, 2).map((text): Part[] => [{ text }]);
  const shown = wrapWithin(whatIsShown(state), room, 3 - problemLines.length);
  const rows = [...problemLines, ...shown.map((text): Part[] => [{ text, tone: 'dim' }])];
  const next = nextParts(state);
  const keys = failureKeys(error, state.profile).flatMap(plateParts);
  const bar = barParts(state, room - partsWidth(next) - partsWidth(keys) - 3);
  const gap = spaces(Math.max(1, room - partsWidth([...next, ...bar, ...keys])));
  return [
    frameTop({
      ...edge,
      title: [{ text: titleOf(error), tone: 'bad', bold: true }],
      right: howOften(state),
    }),
    ...[...rows, ...Array.from({ length: 3 - rows.length }, (): Part[] => [])].map(parts =>
      frameRow(parts, edge),
    ),
    frameRow([...next, ...bar, { text: gap }, ...keys], edge),
    frameBottom(edge),
  ];
}

/** Where there is little height: the line below says when it is tried again, the footer the keys. */
function plain(error: Failure, width: number): Part[][] {
  const problemLines = wrapWithin(failureText(error), width - 2, plainRows);
  const rows = problemLines.map((text): Part[] => [{ text: label` ` }, { text, tone: 'bad' }]);
  return [...rows, ...Array.from({ length: plainRows - rows.length }, (): Part[] => [])];
}

function titleOf({ kind, details: { staysWrong } }: Failure): SafeText {
  switch (kind) {
    case 'network':
    case 'timeout':
      return staysWrong === true ? label`No encrypted connection` : label`No answer`;
    case 'auth':
      return label`The key is not accepted`;
    case 'forbidden':
      return label`Not allowed`;
    case 'rateLimit':
      return label`Too many requests`;
    case 'shape':
      return label`Another service answers`;
    default:
      return label`Not refreshed`;
  }
}

/** "3rd try, since 12:05". */
function howOften({ retry: { failures, since }, timeZone }: State): Part[] {
  if (since === undefined || failures < 2) return [];
  const text = label`${safeText(ordinal(failures))} try, since ${safeText(timeOfDay(timeZone, since))}`;
  return [{ text, tone: 'dim' }];
}

function whatIsShown(state: State): SafeText {
  const at = state.websites.list.requested?.at;
  const when = at === undefined ? label`an earlier time` : momentText(at, state);
  const isNew = isOffline(state) && asOf(state) === undefined;
  if (isNew) return label`Nothing of this view was read before.`;
  return isOffline(state)
    ? label`Shown as of ${when}. You can open and search it, but not change it.`
    : label`Shown as of ${when}.`;
}

/** What is below the list says why; this says what comes next, and what to look into where the service cannot be reached. */
export function failureDetail(state: State, { kind, details: { code } }: Failure): Part | undefined {
  const isFramed = listLayout(state).messageRows > plainRows;
  const next = isFramed ? [] : nextParts(state).map(({ text }) => text);
  const isWay = kind === 'network' || kind === 'timeout';
  const way =
    isWay && state.profile.isKiosk !== true
      ? [label`${safeText(commandOf(state, ['doctor']))} checks the connection`]
      : [];
  const facts = [
    ...(next.length === 0 ? [] : [joinSafe(next, label``)]),
    ...(isWay && code !== undefined ? [safeText(code)] : []),
    ...way,
  ];
  return facts.length === 0 ? undefined : { text: joinSafe(facts, label`   `), tone: 'dim' };
}

/** On other views than the list: why they are not refreshed, and when that is tried next. */
export function outageDetail(state: State): Part | undefined {
  const { error } = state.websites.list;
  const isList = state.navigation.view.screen === 'websites';
  if (error === undefined || !isOutage(state) || isList || outagePanel(state).length > 0) return undefined;
  const advice = joinSafe(
    nextParts(state).map(({ text }) => text),
    label``,
  );
  return { text: label`${titleOf(error)}: ${advice}. ${failureText(error)}`, tone: 'bad' };
}

function nextParts({ retry: { seconds }, websites: { list } }: State): Part[] {
  if (list.loading) return [{ text: label`trying again ...`, tone: 'accent' }];
  if (seconds === undefined) return [];
  return [
    { text: label`tries again in `, tone: 'dim' },
    { text: label`${seconds.left} s`, bold: true },
  ];
}

function barParts({ retry: { seconds } }: State, room: number): Part[] {
  const width = Math.min(28, room);
  if (seconds === undefined || width < minBar) return [];
  const done = Math.round((width * (seconds.total - seconds.left)) / seconds.total);
  const [past, ahead] = isAscii() ? [label`=`, label`-`] : [label`━`, label`─`];
  return [
    { text: label`  ` },
    { text: repeatSafe(past, done), tone: 'accent' },
    { text: repeatSafe(ahead, width - done), tone: 'frame' },
  ];
}

function plateParts({ key, does }: KeyHint): Part[] {
  return [
    { text: spaces(3) },
    { text: label` ${safeText(key)} `, tone: 'accent', bold: true, on: 'selection' },
    { text: label` ${does}` },
  ];
}

/** What is wrong, and what helps: what is of this failure first. A certificate that is not accepted stays so. */
const remedies: readonly (readonly [
  kinds: readonly (Failure['kind'] | 'certificate')[],
  title: SafeText,
  helps: SafeText,
])[] = [
  [
    ['network', 'timeout'],
    label`No answer`,
    label`The service is down, the address is wrong, or a firewall or a proxy is between (HTTPS_PROXY). The doctor says how far one gets.`,
  ],
  [
    ['certificate'],
    label`A certificate`,
    label`Of an authority of your own the file goes into NODE_EXTRA_CA_CERTS; one that is out of date is renewed on the service.`,
  ],
  [
    ['auth'],
    label`The key`,
    label`Give a new one to the profile. SITEDECK_API_KEY and the apiKeyCommand of the profile come before the key that is saved.`,
  ],
  [
    ['forbidden'],
    label`Not allowed`,
    label`The key is right, but may not read this: whoever made it can allow more, or make another one.`,
  ],
  [
    ['shape', 'notFound'],
    label`Another service`,
    label`At this address is a page, not the interface: try it without its last part, or with the path the service is installed under.`,
  ],
  [
    ['rateLimit'],
    label`Too many requests`,
    label`The service asks to wait, and Sitedeck does: what is on screen is read first, the rest of the account later.`,
  ],
  [
    ['server', 'validation'],
    label`The service failed`,
    label`It answers with an error of its own: its log says more. Nothing was changed by reading.`,
  ],
];

/** The words of the footer, and what they mean. */
const keyWords: Readonly<Record<string, readonly [does: SafeText | undefined, means: SafeText]>> = {
  refresh: [undefined, label`ask the service, now`],
  profiles: [undefined, label`another service, your logs or the demo, a new key`],
  back: [undefined, label`the view before`],
  palette: [label`go to`, label`commands, by name`],
  help: [label`help`, label`all keys`],
  quitAtRoot: [label`quit`, label`back to the shell`],
};
const wordColumns = 14;

const titleColumns = 20;
const boxShare = 0.78;
const maxGap = 3;
const maxWideGap = 5;
const roomBeside = 120;

/** In place of a list that was never read: what happened, what each key does, and how each kind of failure is mended; [] without room. */
export function failureBox(state: State, { title, lines }: ScreenMessage): Lines {
  const { error } = state.websites.list;
  const { profile } = state;
  const room = boxRoom(state);
  if (error === undefined || room === 0) return [];
  const problemLines = lines.flatMap(line => wrapSafe(line, room)).map((text): Part[] => [{ text }]);
  const asked = failureKeys(error, profile);
  const ids = Object.keys(keyWords).filter(id => !keysOfAll.includes(id));
  const named = asked.flatMap(({ key }) => ids.find(id => keyOf(id) === key) ?? []);
  const keys = [...named, ...keysOfAll].map(id =>
    keyRow(
      keyOf(id),
      keyWords[id]?.[0] ?? asked.find(({ key }) => key === keyOf(id))?.does,
      keyWords[id]?.[1],
    ),
  );
  const service: Part[][] = [
    [{ text: fitEnd(label`Profile`, titleColumns), tone: 'dim' }, { text: safeText(profile.name) }],
    [
      { text: fitEnd(label`In the shell`, titleColumns), tone: 'dim' },
      { text: safeText(commandOf(state, ['doctor'])) },
    ],
  ];
  const kind = error.kind === 'network' && error.details.staysWrong === true ? 'certificate' : error.kind;
  const isOfIt = ([kinds]: (typeof remedies)[number]) => kinds.includes(kind);
  const mended = remedies
    .toSorted((a, b) => Number(isOfIt(b)) - Number(isOfIt(a)))
    .map(remedy => toldRows(remedy[1], remedy[2], room, isOfIt(remedy)));
  const half = Math.floor(room / 2);
  // On a wide screen the keys stand beside what happened.
  const begins = room < roomBeside ? [problemLines, keys] : [besideEach(problemLines, keys, half)];
  const [ofThis = [], ...ofOthers] = mended;
  const sections = [...begins, ...(profile.isKiosk === true ? [] : [ofThis, service, ...ofOthers])];
  return boxOf(state, { title, tone: 'bad', right: howOften(state) }, sections);
}

/** Of a service without a website, or logs without one: what each key does, and how the first one comes; [] without room. */
export function firstBox(state: State, { title, lines, keyHints }: ScreenMessage): Lines {
  const { profile, capabilities } = state;
  const room = boxRoom(state);
  if (room === 0 || profile.isKiosk === true || keyHints.length === 0) return [];
  const messageLines = lines.flatMap(line => wrapSafe(line, room)).map((text): Part[] => [{ text }]);
  const keys = [
    ...keyHints.map(({ key, does }) => keyRow(key, does, meansFirst(key))),
    keyRow(keyOf('profiles'), label`switch`, keyWords['profiles']?.[1]),
    ...keysOfAll.map(id => keyRow(keyOf(id), ...(keyWords[id] ?? []))),
  ];
  const facts: readonly (readonly [SafeText, SafeText])[] =
    capabilities.countsLogs === true
      ? [
          [label`In the shell`, label`sitedeck logs add shop.example.com /var/log/nginx/access.log`],
          [
            label`What is read`,
            label`The whole file with those before it, also compressed, then each line as it comes. A line counts once, however often it is read.`,
          ],
          [label`Several hosts`, label`A host in the lines of a log is a website once it has 20 page views.`],
          [
            label`Who came`,
            label`Visitors are told apart by the day; no address of theirs is kept, and nothing is sent anywhere.`,
          ],
        ]
      : [
          [
            label`A website`,
            label`Its domain is enough: it begins private, without bots and without email reports. ${keyOf('websites.edit')} changes that later.`,
          ],
          [
            label`The code`,
            label`The service gives a line of code for its pages: who comes from then on is counted.`,
          ],
          [label`In the shell`, safeText(commandOf(state, ['websites', 'create', 'shop.example.com']))],
          [
            label`Without code`,
            label`Access logs need none: ${keyOf('profiles')} has your own logs too, beside this service.`,
          ],
        ];
  // On a wide screen it stands beside what there will be.
  const wide = room >= roomBeside ? room - countsColumns : 0;
  const sections = [
    messageLines,
    keys,
    ...facts.map(([name, helps]) => toldRows(name, helps, wide === 0 ? room : wide - 2, false)),
  ];
  const look = { title, tone: 'accent', right: [] } as const;
  if (wide === 0) return boxOf(state, look, sections);
  const counts = [true, false].map(isSpaced => countsLines(state, countsColumns, { isSpaced }));
  const inside = insideRows(state);
  const beside = counts.find(({ length }) => length <= inside) ?? [];
  const spare = inside - 2 - sections.flat().length;
  const gap = Math.max(1, Math.min(maxWideGap, Math.floor(spare / (sections.length - 1))));
  const blank = Array.from({ length: gap }, (): Part[] => []);
  const left = sections.flatMap((rows, index) => (index === 0 ? rows : [...blank, ...rows]));
  return boxOf(state, look, [besideEach(left, beside, wide)]);
}

function meansFirst(key: string): SafeText {
  if (key === keyOf('websites.add')) return label`the first website: its domain is enough`;
  return key === keyOf('refresh')
    ? label`whether there is one now`
    : label`choose from the logs of this machine`;
}

const keysOfAll = ['palette', 'help', 'quitAtRoot'];

function keyRow(key: string, does = label``, means = label``): Part[] {
  return [
    { text: fitEnd(safeText(` ${key} `), 6), tone: 'accent', bold: true },
    { text: fitEnd(does, wordColumns) },
    { text: means, tone: 'dim' },
  ];
}

function toldRows(name: SafeText, helps: SafeText, room: number, isLit: boolean): Part[][] {
  return wrapSafe(helps, room - titleColumns).map((text, line): Part[] => [
    { text: fitEnd(line === 0 ? name : label``, titleColumns), tone: isLit ? 'accent' : 'dim', bold: isLit },
    { text, tone: isLit ? 'plain' : 'dim' },
  ]);
}

function boxWidth({ viewport: { columns } }: State): number {
  return columns < minBeside ? columns - 2 : Math.round(columns * boxShare);
}

/** Rows inside of it. */
function insideRows({ viewport }: State): number {
  return bodyRows(viewport) - 4;
}

/** Columns inside of a box in place of the list; 0 without room for one. */
function boxRoom(state: State): number {
  const { columns, rows } = state.viewport;
  return rows < roomForFrames || columns < minBox ? 0 : boxWidth(state) - frameColumns;
}

/** As many sections as fit, one below the other; what is left over stands between them. */
function boxOf(
  state: State,
  {
    title,
    tone,
    right,
  }: { readonly title: SafeText; readonly tone: 'bad' | 'accent'; readonly right: readonly Part[] },
  sections: readonly Part[][][],
): Lines {
  const width = boxWidth(state);
  const edge = { tone, width } as const;
  const inside = insideRows(state);
  const fitting = sections.filter((_, index) => sections.slice(0, index + 1).flat().length + index <= inside);
  const spare = inside - fitting.flat().length;
  const gap = Math.max(1, Math.min(maxGap, Math.floor(spare / fitting.length)));
  const blank = Array.from({ length: gap }, (): Part[] => []);
  const shown = fitting.flatMap((section, index) => (index === 0 ? section : [...blank, ...section]));
  const above = fitting.length === 1 ? Math.floor(spare / 2) : spare > fitting.length * gap ? 1 : 0;
  const rows = [...Array.from({ length: above }, (): Part[] => []), ...shown];
  const left = spaces(Math.floor((state.viewport.columns - width) / 2));
  return [
    frameTop({ ...edge, title: [{ text: title, tone, bold: true }], right }),
    ...rows.map(parts => frameRow(parts, edge)),
    ...Array.from({ length: Math.max(0, inside - rows.length) }, () => frameRow([], edge)),
    frameBottom(edge),
  ].map(parts => [{ text: left }, ...parts]);
}

function besideEach(left: Lines, right: Lines, columns: number): Part[][] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, line) => [
    ...fitParts(left[line] ?? [], [], columns),
    ...(right[line] ?? []),
  ]);
}
