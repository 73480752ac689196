import { type State } from '#store/state.ts';
import { commandOf } from '#store/viewRules.ts';
import { frameBottom, frameColumns, frameRow, frameTop } from '#components/box/frame.ts';
import { columnWidths, dim, heading, type Part, partsWidth } from '#components/parts.ts';
import { timeOfDay } from '#model/period/format.ts';
import { countsSection, firstShellSection, shellFact } from '#screens/emptyWebsite.ts';
import { blank, minTwoColumns } from '#screens/layout.ts';
import { failureText, type KeyHint, outageKeys, type ScreenMessage } from '#screens/messages.ts';
import { awaitedList, serviceAddress, type Step, stepNames, diagnose } from '#screens/diagnosis.ts';
import { momentText } from '#screens/words.ts';
import { type Fact, fact, fittingSections, type Section, sectionColumns } from './settings.ts';
import { bodyRows } from '#store/display.ts';
import { isInOverlay } from '#store/navigation/navigation.ts';
import { asOf, isOffline } from '#store/reading/lastSeen.ts';
import { isOutage, isPassing, longWait, showsOutage } from '#store/reading/refreshing.ts';
import { failureOf, failureSentence, listLayout, maxFailure } from '#store/websites/listLayout.ts';
import { isAscii, textWidth } from '#text/characters.ts';
import { spaces, wrapSafe, wrapWithin } from '#text/fit.ts';
import { joinSafe, label, repeatSafe, safeText, type SafeText, shownAddress } from '#text/safeText.ts';
import { keyOf, ordinal, waitText } from '#text/words.ts';

type Failure = NonNullable<State['websites']['list']['error']>;

/** Below this size what is said has no frame. */
const roomForFrames = 20;
const minBox = 60;
const minBar = 8;

type Lines = readonly (readonly Part[])[];

/** Above the list: why it could not be read again, what is shown all the same, when it is tried next, and the keys that help. */
export function failurePanel(state: State): Lines {
  const error = failureOf(state);
  const { messageRows, list: width } = listLayout(state);
  if (error === undefined || messageRows === 0) return [];
  return messageRows > maxFailure
    ? framed(state, error, width)
    : plain(wrapWithin(failureText(error), width - 2, messageRows), messageRows);
}

/** The same above any other view, whose parts then say nothing of it. */
export function outagePanel(state: State): Lines {
  const error = failureOf(state);
  if (error === undefined || !showsOutage(state)) return [];
  const { terminal, viewport } = state;
  return terminal.rows < roomForFrames
    ? plain(failureSentence(error, viewport.columns), terminal.rows - viewport.rows)
    : framed(state, error, viewport.columns);
}

/** @param min rows of what is said: above what was last seen the box has the same height, whatever that is */
function framed(state: State, error: Failure, width: number, min = 3): Part[][] {
  const isAwaited = isUnanswered(state);
  const tone = isAwaited ? 'accent' : 'bad';
  const edge = { tone, width } as const;
  const room = width - frameColumns;
  const problemLines = wrapWithin(failureText(error), room, 2).map((text): Part[] => [{ text }]);
  const shown = wrapWithin(whatIsShown(state), room, 3 - problemLines.length);
  const rows = [...problemLines, ...shown.map((text): Part[] => [dim(text)])];
  const next = nextParts(state);
  const keys = outageKeys(state, error).flatMap(plateParts);
  const bar = barParts(state, room - partsWidth(next) - partsWidth(keys) - 3);
  const gap = spaces(Math.max(1, room - partsWidth([...next, ...bar, ...keys])));
  return [
    frameTop({
      ...edge,
      title: [
        {
          text: isAwaited ? label`Reading the websites` : diagnose(error, state.profile).title,
          tone,
          bold: true,
        },
      ],
      right: howOften(state),
    }),
    ...[...rows, ...blank(min - rows.length)].map(parts => frameRow(parts, edge)),
    frameRow([...next, ...bar, { text: gap }, ...keys], edge),
    frameBottom(edge),
  ];
}

function isUnanswered({ websites, retry }: State): boolean {
  const isRead = websites.list.data !== undefined;
  return !isRead && failureOf({ websites, retry }) === undefined && retry.waited?.pause === undefined;
}

/** Where there is little height: the line below says when it is tried again, the footer the keys. */
function plain(problemLines: readonly SafeText[], height: number): Part[][] {
  const rows = problemLines.map((text): Part[] => [{ text: label` ` }, { text, tone: 'bad' }]);
  return [...rows, ...blank(height - rows.length)];
}

/** "3rd try, since 12:05". */
function howOften({ retry: { failures, since, waited }, timeZone }: State): Part[] {
  if (waited !== undefined) return [dim(label`since ${safeText(timeOfDay(timeZone, waited.since))}`)];
  if (since === undefined || failures < 2) return [];
  const text = label`${safeText(ordinal(failures))} try, since ${safeText(timeOfDay(timeZone, since))}`;
  return [dim(text)];
}

function whatIsShown(state: State): SafeText {
  const isList = state.navigation.view.screen === 'websites';
  const at = (isList ? undefined : asOf(state)) ?? state.websites.list.requested?.at;
  const when = at === undefined ? label`an earlier time` : momentText(at, state);
  if (state.websites.list.error === undefined && state.retry.numbers !== undefined)
    return label`The websites are read, their numbers are not.`;
  if (state.websites.rows.length === 0 && isList)
    return state.profile.keepsLastSeen === true
      ? label`Nothing was read before: once it is, it is shown at such times.`
      : label`Nothing is kept of this service between starts: there is nothing to show.`;
  const { list: rows } = state.statistic;
  const isUnread = state.navigation.view.screen === 'statistic' && rows.error !== undefined && !rows.data;
  if (isOffline(state) && (isUnread || asOf(state) === undefined))
    return label`Nothing of this view was read before.`;
  if (!isOffline(state) && !isList) return label`What was read before is shown; the list is as of ${when}.`;
  if (!isOffline(state)) return label`Shown as of ${when}.`;
  return isList
    ? label`Shown as of ${when}. You can open and search it, but not change it.`
    : label`Shown as of ${when}. It can be read, but not changed.`;
}

/** What is below the list says why; this says what comes next, and what to look into. */
export function failureDetail(state: State, error: Failure): Part | undefined {
  const { code, staysWrong } = error.details;
  const isUnread = state.websites.rows.length === 0;
  const isSaid = isUnread || listLayout(state).messageRows > maxFailure;
  const isNetwork = error.kind === 'network' || error.kind === 'timeout';
  const isOfWay = isUnread || (isNetwork && staysWrong !== true);
  const next = isSaid ? [] : nextParts(state).map(({ text }) => text);
  const known = [
    ...(next.length === 0 ? [] : [joinSafe(next, label``)]),
    ...(isNetwork && isOfWay && code !== undefined ? [safeText(code)] : []),
  ];
  const checks = diagnose(error, state.profile).checks.map(([name, text]) => label`${name}: ${text}`);
  const doctor = label`${safeText(commandOf(state, ['doctor']))} checks the connection`;
  const help = !isOfWay ? checks.slice(0, 1) : isNetwork ? [doctor] : [];
  const facts = [...known, ...(state.profile.isKiosk === true ? [] : help)];
  // What is to be looked at is said whole or not at all.
  const isCut = !isOfWay && textWidth(joinSafe(facts, label`   `)) > state.viewport.columns - 2;
  const shown = isCut ? known : facts;
  return shown.length === 0 ? undefined : dim(joinSafe(shown, label`   `));
}

/** On other views than the list, where what is said has no frame: when it is tried next, with what happened where there is no line for that. */
export function outageDetail(state: State): Part | undefined {
  const error = failureOf(state);
  const isList = state.navigation.view.screen === 'websites' && !isInOverlay(state);
  if (error === undefined || isList || !isOutage(state) || state.terminal.rows >= roomForFrames)
    return undefined;
  const parts = nextParts(state).map(({ text }) => text);
  const next = joinSafe(parts, label``);
  if (showsOutage(state)) return next === '' ? undefined : dim(next);
  const { title } = diagnose(error, state.profile);
  const whole = next === '' ? label`${title}.` : label`${title}: ${next}`;
  const isCut = textWidth(whole) > state.viewport.columns - 2;
  return { text: isCut ? safeText(whole.replace('tries again', 'again')) : whole, tone: 'bad' };
}

function nextParts({ retry, websites: { list }, timeZone }: State): Part[] {
  const { seconds, waited, numbers, paused } = retry;
  if (waited !== undefined && waited.pause === undefined)
    return [dim(label`waiting for `), { text: label`${waited.seconds} s`, bold: true }];
  const { until } = seconds ?? paused ?? {};
  const left = waited?.pause ?? (seconds ?? paused)?.left ?? 0;
  if (left > longWait && until !== undefined)
    return [
      dim(label`tries again at `),
      { text: safeText(timeOfDay(timeZone, until)), bold: true },
      dim(label`, in ${safeText(waitText(left))}`),
    ];
  if (left > 0) return [dim(label`tries again in `), { text: label`${left} s`, bold: true }];
  const isTried = list.loading || paused !== undefined || (numbers !== undefined && isPassing(numbers));
  return isTried ? [{ text: label`trying again ...`, tone: 'accent' }] : [];
}

function barParts({ retry }: State, room: number): Part[] {
  const seconds = retry.seconds ?? retry.paused;
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

function plateParts({ key, action }: KeyHint): Part[] {
  return [
    { text: spaces(3) },
    { text: label` ${safeText(key)} `, tone: 'accent', bold: true, on: 'selection' },
    { text: label` ${action}` },
  ];
}

/** The words of the footer, and what they mean. */
const keyWords: Readonly<Record<string, readonly [action: SafeText | undefined, means: SafeText]>> = {
  refresh: [undefined, label`ask the service, now`],
  profiles: [label`switch`, label`a service, your logs, the demo, a new key`],
  'websites.add': [undefined, label`the first website: its domain is enough`],
  back: [label`back`, label`the view before`],
  palette: [label`go to`, label`commands, by name`],
  help: [label`help`, label`all keys`],
  quitAtRoot: [label`quit`, label`back to the shell`],
};
const maxCode = 14;

const minForCounts = 120;
const boxShare = 0.78;
const roomForThird = 168;
const manyRows = 30;

/** In place of a list that was never read: what happened, or is waited for, below it how far one got and what of this failure is to be looked into; [] without room. */
export function failureBox(state: State, height: number): Lines {
  const error = state.websites.list.error ?? awaitedList(state);
  const { columns } = state.viewport;
  if (error === undefined || boxRoom(state) === 0) return [];
  const box = framed(state, error, columns, 0);
  // Where there are many lines the last one stays blank.
  const room = height - box.length - (height < manyRows ? 1 : 2);
  const all = failureFacts(state, error, columns - 2, room);
  return [...box, [], ...all.map(parts => [{ text: label` ` }, ...parts])];
}

/** What of a failure is to be looked into beside how far one got, and where it is wide what there will be. */
function failureFacts(state: State, error: Failure, width: number, room: number): Lines {
  const counts = width < roomForThird ? [] : [[countsSection(state)]];
  const columns =
    state.profile.isKiosk === true
      ? counts
      : [lookSections(state, error), waySections(state, error), ...counts];
  const first = Math.floor(width * (columns.length > 2 ? 0.44 : 0.56));
  return sectionColumns(columns, [first, ...columnWidths(width - first, columns.length - 1)], room);
}

/** The same in the room of what was never read, below the box above all views. */
export function outageFacts(state: State, width: number, height: number, failure?: Failure): Lines {
  const error = failureOf(state) ?? failure;
  if (error === undefined) return [];
  if (width >= minBox) return failureFacts(state, error, width, height);
  if (state.profile.isKiosk === true) return [];
  const sections = fittingSections(lookSections(state, error), width, height);
  const [likeliest] = diagnose(error, state.profile).checks;
  if (sections.length > 0 || likeliest === undefined || height < 1) return sections;
  const [name, look] = likeliest;
  return wrapWithin(label`${name}: ${look}`, width, height).map(text => [{ text }]);
}

/** What of this failure is to be looked into and which keys help, where a list that was read before leaves lines free. */
export function failureChecks(state: State, width: number, height: number): Lines {
  const error = failureOf(state);
  if (error === undefined || state.profile.isKiosk === true) return [];
  return fittingSections(lookSections(state, error).slice(0, 2), width, height);
}

const wideTitles = 15;

function lookSections(state: State, error: Failure): Section[] {
  const { profile } = state;
  const isList = state.navigation.view.screen === 'websites';
  const keys = outageKeys(state, error);
  return [
    {
      title: label`LOOK AT`,
      note: isUnanswered(state) ? label`if it stays so` : label`what may be behind it`,
      titleWidth: wideTitles,
      facts: diagnose(error, profile).checks.map(check => fact(...check)),
    },
    keysSection(label`what works meanwhile`, keys, isList ? keysOfAll : keysOfViews),
    {
      title: label`IN THE SHELL`,
      note: label`what tells more`,
      titleWidth: 0,
      facts: [
        shellFact(commandOf(state, ['doctor']), label`Says how far one gets, step by step.`),
        ...(profile.url === undefined
          ? []
          : [shellFact(`curl -I ${shownAddress(profile.url)}`, label`What answers there.`)]),
        shellFact(
          commandOf(state, ['--debug', 'requests.log', 'overview']),
          label`Writes each request into a file, without the key.`,
        ),
        shellFact('sitedeck --profile demo', label`Opens example websites meanwhile.`),
      ],
    },
  ];
}

/** Those that the text asks for, and others by their ids. */
function keysSection(note: SafeText, hints: readonly KeyHint[], others: readonly string[]): Section {
  const meansOf = (key: string) => Object.entries(keyWords).find(([id]) => keyOf(id) === key)?.[1][1];
  const all = [
    ...hints.map(
      ({ key, action, to = '' }) =>
        [key, action, meansOf(key) ?? safeText(to.replace(/^(?:to|for) /, ''))] as const,
    ),
    ...others.map(id => [keyOf(id), ...(keyWords[id] ?? [])] as const),
  ];
  return {
    title: label`KEYS`,
    note,
    titleWidth: 6,
    valueWidth: 13,
    isKeys: true,
    facts: all.map(([key, action = label``, about]) => fact(safeText(` ${key}`), action, about)),
  };
}

/** One step after the other up to the one that failed. */
function waySections(state: State, error: Failure): Section[] {
  const { profile, retry } = state;
  const isAwaited = isUnanswered(state);
  const { step, fails } = diagnose(error, profile);
  const { host, port, isSecure } = serviceAddress(profile);
  const reached: Readonly<Record<Step, readonly [name: SafeText, done: SafeText, means: SafeText]>> = {
    name: [label`Name`, host, label`Does the network know it?`],
    connection: [label`Connection`, label`port ${port}`, label`Does something listen there?`],
    encryption: [
      label`Encryption`,
      isAwaited ? label`a certificate` : label`certificate accepted`,
      label`Is it who its address says?`,
    ],
    answer: [label`Answer`, label`came`, label`Does it say something, in time?`],
    service: [label`Service`, label`the right one`, label`Is it of this kind of service?`],
    key: [label`Key`, label`accepted`, label`Does it know who asks?`],
    websites: [label`Websites`, label`read`, label`Does it list them?`],
  };
  const ofView = [label`This view`, label``, label`Is it told what is asked here?`] as const;
  const steps = stepNames.filter(name => name !== 'encryption' || isSecure);
  // Where the list is read a view alone fails.
  const isOfView = state.websites.list.data !== undefined && failureOf(state) === undefined;
  const failed = isOfView ? steps.length : steps.indexOf(step);
  const why = [error.details.code, error.details.status].flatMap(one => one ?? [])[0];
  // A longer one is in the line of details.
  const because = why === undefined || `${why}`.length > maxCode ? label`` : safeText(` (${why})`);
  const [done, bad, later] = isAscii() ? [label`+`, label`x`, label`-`] : [label`✓`, label`✗`, label`·`];
  const way = [...steps.map(name => reached[name]), ...(isOfView ? [ofView] : [])];
  const { since, waited } = retry;
  return [
    {
      title: label`THE WAY THERE`,
      note: isAwaited ? label`and what is missing` : label`and how far it got`,
      titleWidth: wideTitles,
      facts: way.map(([title, text, about], index): Fact => {
        const [mark, value, tone] =
          index < failed
            ? ([isAwaited ? later : done, text, undefined] as const)
            : index > failed
              ? ([later, isAwaited ? label`then` : label`not tried`, 'dim'] as const)
              : isAwaited
                ? ([label`>`, label`waited for`, 'accent'] as const)
                : ([bad, label`${fails}${because}`, 'bad'] as const);
        return { ...fact(label`${mark} ${title}`, value, about), tone, isLit: index === failed };
      }),
    },
    {
      title: label`THE SERVICE`,
      note: label`as it is set here`,
      titleWidth: wideTitles,
      facts: [
        fact(label`Profile`, safeText(profile.name), label`Its name on this machine.`),
        ...(profile.url === undefined
          ? []
          : [fact(label`Address`, safeText(shownAddress(profile.url)), label`All requests go there.`)]),
        ...(since !== undefined
          ? [fact(label`First failed`, momentText(since, state), label`Since then nothing was read.`)]
          : waited !== undefined
            ? [
                fact(
                  label`First asked`,
                  momentText(waited.since, state),
                  isAwaited ? label`It has not answered since.` : label`Nothing was read since.`,
                ),
              ]
            : []),
      ],
    },
  ];
}

/** Of a service without a website, or logs without one: what each key does, and how the first one comes; [] without room. */
export function firstBox(state: State, { title, lines, keyHints }: ScreenMessage): Lines {
  const { profile, capabilities } = state;
  const room = boxRoom(state);
  if (room === 0 || profile.isKiosk === true || keyHints.length === 0) return [];
  const messageLines = lines.flatMap(line => wrapSafe(line, room)).map((text): Part[] => [{ text }]);
  const facts =
    capabilities.countsLogs === true
      ? [
          fact(
            label`What is read`,
            label`The whole file with those before it, also compressed, then each line as it comes. A line counts once, however often it is read.`,
          ),
          fact(
            label`Several hosts`,
            label`A host in the lines of a log is a website once it has 20 page views.`,
          ),
          fact(
            label`Who came`,
            label`Visitors are told apart by the day; no address of theirs is kept, and nothing is sent anywhere.`,
          ),
        ]
      : [
          fact(
            label`A website`,
            label`Its domain is enough: it begins private, without bots and without email reports. ${keyOf('websites.edit')} changes that later.`,
          ),
          fact(
            label`The code`,
            label`The service gives a line of code for its pages: who comes from then on is counted.`,
          ),
          fact(
            label`Without code`,
            label`Access logs need none: ${keyOf('profiles')} has your own logs too, beside this service.`,
          ),
        ];
  // On a wide screen it stands beside what there will be.
  const counts = room < minForCounts ? [] : [[countsSection(state)]];
  const sections = [
    keysSection(label`what works here`, keyHints, ['profiles', ...keysOfAll]),
    { title: label`GOOD TO KNOW`, note: label`before the first one`, titleWidth: wideTitles, facts },
    firstShellSection(state),
  ];
  const height = insideRows(state) - messageLines.length - 1;
  const content = sectionColumns(
    [sections, ...counts],
    [room - counts.length * countsColumns, countsColumns],
    height,
  );
  return boxOf(state, title, [...messageLines, [], ...content]);
}

const keysOfAll = ['palette', 'help', 'quitAtRoot'];
const keysOfViews = ['back', 'palette', 'help'];
const countsColumns = 44;

function boxWidth({ viewport: { columns } }: State): number {
  return columns < minTwoColumns ? columns - 2 : Math.round(columns * boxShare);
}

function insideRows({ viewport }: State): number {
  return bodyRows(viewport) - 4;
}

/** Columns inside of a box in place of the list; 0 without room for one. */
function boxRoom(state: State): number {
  const { columns, rows } = state.viewport;
  return rows < roomForFrames || columns < minBox ? 0 : boxWidth(state) - frameColumns;
}

function boxOf(state: State, title: SafeText, lines: Lines): Lines {
  const width = boxWidth(state);
  const edge = { tone: 'accent', width } as const;
  const inside = insideRows(state);
  const above = Math.min(1, Math.floor((inside - lines.length) / 2));
  const rows = [...blank(above), ...lines, ...blank(inside - above - lines.length)];
  const left = spaces(Math.floor((state.viewport.columns - width) / 2));
  return [
    frameTop({ ...edge, title: heading(title) }),
    ...rows.map(parts => frameRow(parts, edge)),
    frameBottom(edge),
  ].map(parts => [{ text: left }, ...parts]);
}
