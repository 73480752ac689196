import { type State } from '#store/state.ts';
import { commandOf } from '#store/viewRules.ts';
import { frameBottom, frameColumns, frameRow, frameTop } from '#components/box/frame.ts';
import { fitParts, type Part, partsWidth } from '#components/parts.ts';
import { timeOfDay } from '#model/period/format.ts';
import { minBeside } from '#screens/layout.ts';
import { type KeyHint, failureKeys, failureText, type ScreenMessage } from '#screens/messages.ts';
import { momentText } from '#screens/words.ts';
import { bodyRows } from '#store/display.ts';
import { asOf, isOffline } from '#store/reading/lastSeen.ts';
import { isOutage, isOutageSaid } from '#store/reading/refreshing.ts';
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
  return error === undefined || !isOutageSaid(state) ? [] : framed(state, error, state.viewport.columns);
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
const roomBeside = 120;

/** In place of a list that was never read: what happened, what each key does, and how each kind of failure is mended; [] without room. */
export function failureBox(state: State, { title, lines }: ScreenMessage): Lines {
  const { error } = state.websites.list;
  const { viewport, profile } = state;
  const height = bodyRows(viewport) - 2;
  if (error === undefined || viewport.rows < roomForFrames || viewport.columns < minBox) return [];
  const width = viewport.columns < minBeside ? viewport.columns - 2 : Math.round(viewport.columns * boxShare);
  const room = width - frameColumns;
  const edge = { tone: 'bad', width } as const;
  const problemLines = lines.flatMap(line => wrapSafe(line, room)).map((text): Part[] => [{ text }]);
  const others = ['palette', 'help', 'quitAtRoot'];
  const asked = failureKeys(error, profile);
  const ids = Object.keys(keyWords).filter(id => !others.includes(id));
  const named = asked.flatMap(({ key }) => ids.find(id => keyOf(id) === key) ?? []);
  const keys = [...named, ...others].map((id): Part[] => {
    const [does = asked.find(({ key }) => key === keyOf(id))?.does, means = label``] = keyWords[id] ?? [];
    return [
      { text: fitEnd(label` ${keyOf(id)} `, 6), tone: 'accent', bold: true },
      { text: fitEnd(does ?? label``, wordColumns) },
      { text: means, tone: 'dim' },
    ];
  });
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
    .map(remedy => ({ isLit: isOfIt(remedy), name: remedy[1], helps: remedy[2] }))
    .map(({ isLit, name, helps }) =>
      wrapSafe(helps, room - titleColumns).map((text, line): Part[] => [
        {
          text: fitEnd(line === 0 ? name : label``, titleColumns),
          tone: isLit ? 'accent' : 'dim',
          bold: isLit,
        },
        { text, tone: isLit ? 'plain' : 'dim' },
      ]),
    );
  const half = Math.floor(room / 2);
  // On a wide screen the keys stand beside what happened.
  const begins = room < roomBeside ? [problemLines, keys] : [besideEach(problemLines, keys, half)];
  const [ofThis = [], ...ofOthers] = mended;
  const sections = [...begins, ...(profile.isKiosk === true ? [] : [ofThis, service, ...ofOthers])];
  const inside = height - 2;
  const fitting = sections.filter((_, index) => sections.slice(0, index + 1).flat().length + index <= inside);
  const spare = inside - fitting.flat().length;
  // What is left over stands between them.
  const gap = Math.max(1, Math.min(maxGap, Math.floor(spare / fitting.length)));
  const blank = Array.from({ length: gap }, (): Part[] => []);
  const shown = fitting.flatMap((section, index) => (index === 0 ? section : [...blank, ...section]));
  const rows = spare > fitting.length * gap ? [[], ...shown] : shown;
  const left = spaces(Math.floor((viewport.columns - width) / 2));
  return [
    frameTop({ ...edge, title: [{ text: title, tone: 'bad', bold: true }], right: howOften(state) }),
    ...rows.map(parts => frameRow(parts, edge)),
    ...Array.from({ length: Math.max(0, inside - rows.length) }, () => frameRow([], edge)),
    frameBottom(edge),
  ].map(parts => [{ text: left }, ...parts]);
}

function besideEach(left: readonly Part[][], right: readonly Part[][], columns: number): Part[][] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, line) => [
    ...fitParts(left[line] ?? [], [], columns),
    ...(right[line] ?? []),
  ]);
}
