import type { ChartRow } from '#charts/canvas.ts';
import { columnWidths, dim, fitParts, heading, type Part } from '#components/parts.ts';
import { canWrite, countsOf, panelsOf, statisticTitle } from '#model/service/capabilities.ts';
import { type Website, websiteName } from '#model/website/website.ts';
import {
  type Fact,
  factLines,
  inRoom,
  keptLines,
  settingsOf,
  tighterStyles,
} from '#screens/websites/settings.ts';
import { type State } from '#store/state.ts';
import { commandOf, viewRules } from '#store/viewRules.ts';
import { textWidth } from '#text/characters.ts';
import { fitEnd, spaces, wrapSafe } from '#text/fit.ts';
import { keyOf } from '#text/words.ts';
import { label, safeText, type SafeText, shownAddress } from '#text/safeText.ts';

/** Of what is said of a website beside its numbers, or in their place. */
export type ZeroPart =
  'helps' | 'keys' | 'checks' | 'settings' | 'kept' | 'counts' | 'statistics' | 'helpsAndShell' | 'shell';

/** One part of what is said where nothing is counted. */
export function zeroLines(
  state: State,
  website: Website,
  part: ZeroPart,
  { width, height }: Room,
): ChartRow[] {
  const withWidth = (of: ZeroLook) => ({ width, ...of });
  if (part === 'settings') return whole(settingsOf(state, website, { width, height }), height);
  const shell = (look: ZeroLook) => [
    heading(label`IN THE SHELL`, label`what tells more`),
    ...factLines(shellFacts(state, website), withWidth(look)),
  ];
  if (part === 'shell') return whole(inRoom(height, shell), height);
  if (part === 'kept') {
    const titled = (look: ZeroLook) => ({
      ...withWidth(look),
      ...(width >= roomForTitles && { titleWidth: wideTitles }),
    });
    const lines = (look: ZeroLook) => [
      ...keptLines(state, website, titled(look)),
      [],
      heading(label`IN THE SHELL`, label`what tells more`),
      ...factLines(shellFacts(state, website), titled(look)),
    ];
    return whole(inRoom(height, lines), height);
  }
  const counts = (look: ZeroLook) => countsLines(state, width, look);
  if (part === 'counts') return whole(inRoom(height, counts), height);
  if (part === 'statistics')
    return whole(
      [
        [...counts(roomy), [], ...shell(roomy)],
        [...counts(roomy), [], ...shell(plain)],
      ].find(({ length }) => length <= height) ??
        inRoom(height, look => [...counts(plain), [], ...shell(look)]),
      height,
    );
  const facts = keyFacts(state);
  // Most are a letter; of a longer one the whole name stands before a gap.
  const titleWidth = Math.max(6, ...facts.map(({ title }) => textWidth(title) + 1));
  const keysIn = (look: ZeroLook) => factLines(facts, { ...withWidth(look), titleWidth, isKeys: true });
  const checksIn = (look: ZeroLook) => [
    heading(label`COUNTED`, label`what meets all of these`),
    ...factLines(checkFacts(state, website), withWidth(look)),
  ];
  if (part === 'keys') return whole(inRoom(height, keysIn), height);
  if (part === 'checks') return whole(inRoom(height, checksIn), height);
  const lines = ([keys, checks]: readonly [ZeroLook, ZeroLook]) => [
    ...keysIn(keys),
    [],
    ...checksIn(checks),
    ...(part === 'helpsAndShell' ? [[], ...shell(checks)] : []),
  ];
  // What a key does is told before what is looked into, that of the first keys before the others.
  const looks: readonly [ZeroLook, ZeroLook][] = [
    [roomy, roomy],
    [meaning, meaning],
    ...tighterStyles.map((keys): [ZeroLook, ZeroLook] => [keys, plain]),
  ];
  const found = looks.map(lines).find(({ length }) => length <= height);
  return found ?? whole(lines([plain, plain]), height);
}

/** With as many columns a value stands further from its title. */
const roomForTitles = 80;
const wideTitles = 22;

/** With as many columns many statistics stand in two of them. */
const roomForTwo = 56;
const manyStatistics = 16;
const halfTitles = 18;

/** The statistics there are, and what each counts. */
export function countsLines(
  state: State,
  width: number,
  { isSpaced }: Pick<ZeroLook, 'isSpaced'>,
): ChartRow[] {
  const facts = statisticFacts(state);
  const linesOf = (shown: readonly Fact[], columns: number, titleWidth = 20) =>
    factLines(shown, { width: columns, isExplained: false, isSpaced, titleWidth });
  const title = heading(label`STATISTICS`, label`and what each counts`);
  if (width < roomForTwo || facts.length <= manyStatistics) return [title, ...linesOf(facts, width)];
  const half = Math.ceil(facts.length / 2);
  const left = Math.floor(width / 2) + columnGap;
  const right = linesOf(facts.slice(half), width - left, halfTitles);
  return [
    title,
    ...linesOf(facts.slice(0, half), left - columnGap, halfTitles).map((line, at) => [
      ...fitParts(line, [], left),
      ...(right[at] ?? []),
    ]),
    ...right.slice(half).map(line => [{ text: spaces(left) }, ...line]),
  ];
}

/** Without the last groups, where those are not whole in so many lines. */
function whole(lines: readonly ChartRow[], height: number): ChartRow[] {
  if (lines.length <= height) return [...lines];
  const end = lines.slice(0, height + 1).findLastIndex(({ length }) => length === 0);
  return lines.slice(0, end > 0 ? end : height);
}

/** The parts beside each other. */
export function zeroColumns(
  state: State,
  website: Website,
  parts: readonly ZeroPart[],
  { width, height }: Room,
): ChartRow[] {
  const each = partWidths(width, parts);
  const columns = parts.map((part, index) =>
    zeroLines(state, website, part, { width: (each[index] ?? 0) - columnGap, height }),
  );
  return Array.from({ length: Math.max(...columns.map(({ length }) => length)) }, (_, line) =>
    columns.flatMap((lines, index) => fitParts(lines[line] ?? [], [], each[index] ?? 0)),
  );
}

const columnGap = 2;
/** Of several parts one that has only short lines leaves its columns to the others. */
export const countsColumns = 44;

function partWidths(width: number, parts: readonly ZeroPart[]): readonly number[] {
  if (parts.length < 3 || !parts.includes('counts')) return columnWidths(width, parts.length);
  const others = columnWidths(width - countsColumns, parts.length - 1);
  return others.toSpliced(parts.indexOf('counts'), 0, countsColumns);
}

type ZeroLook = Parameters<Parameters<typeof inRoom>[1]>[0];

const plain: ZeroLook = { isExplained: false, isSpaced: false };
const meaning: ZeroLook = { isExplained: true, isSpaced: false };
const roomy: ZeroLook = { isExplained: true, isSpaced: true };

interface Room {
  readonly width: number;
  readonly height: number;
}

function statisticFacts({ capabilities }: State): Fact[] {
  return panelsOf(capabilities).map(name => ({
    title: safeText(statisticTitle(name, capabilities)),
    value: safeText(countsOf(name, capabilities)),
    about: label``,
  }));
}

/** The keys that help here, the one that does most often first. */
function keyFacts(state: State): Fact[] {
  const { navigation, profile, capabilities } = state;
  const counts = safeText(countsOf('visitors', capabilities));
  const { hasPeriod, autoRefreshes } = viewRules(state);
  const { screen } = navigation.view;
  const fact = (isHere: boolean, id: string, value: Fact['value'], about: Fact['about']): Fact[] =>
    isHere ? [{ title: label` ${keyOf(id)}`, value, about }] : [];
  const canEdit =
    (screen === 'dashboard' || screen === 'websites') &&
    !profile.readOnly &&
    canWrite(capabilities, 'excludeIps');
  return [
    ...fact(
      state.filter.where.length > 0,
      'filter.less',
      label`Take the last condition off`,
      label`Without it there may be more.`,
    ),
    ...fact(
      hasPeriod === true,
      'period.menu',
      label`Choose another period`,
      screen === 'why' ? label`Fewer days may have as many before.` : label`Other days may have numbers.`,
    ),
    ...fact(
      screen !== 'year',
      'year',
      label`Look at the whole year`,
      label`Days that had ${counts} stand out in it.`,
    ),
    ...fact(
      autoRefreshes === true,
      'autoRefresh',
      label`Refresh every 30 seconds`,
      label`The first ${counts} then appear by themselves.`,
    ),
    ...fact(
      canEdit,
      'dashboard.edit',
      label`Edit the website`,
      canWrite(capabilities, 'excludeBots')
        ? label`Addresses and bots may be left out of what is counted.`
        : label`Addresses may be left out of what is counted.`,
    ),
    ...fact(
      profile.isKiosk !== true,
      'profiles',
      label`Choose a service or logs`,
      capabilities.countsLogs === true
        ? label`Another may count this website too.`
        : label`Access logs need no code on the pages.`,
    ),
    ...fact(true, 'refresh', label`Read the numbers again`, label`A service may take minutes to count.`),
    ...fact(true, 'palette', label`Go to another website`, label`Or to a command, by its name.`),
  ];
}

function checkFacts({ capabilities, profile, timeZone }: State, website: Website): Fact[] {
  const { countsLogs, isDemo } = capabilities;
  const place = profile.url === undefined ? label`the service` : safeText(shownAddress(profile.url));
  const source: Fact =
    countsLogs === true
      ? {
          title: label`Log`,
          value: label`that is read`,
          about: label`sitedeck logs list says which are, and since when.`,
        }
      : isDemo === true
        ? {
            title: label`Demo`,
            value: label`made-up visitors`,
            about: label`A website added to the demo gets no visitors.`,
          }
        : {
            title: label`Code`,
            value: label`on every page`,
            about: label`The tracking code, as ${place} shows it.`,
          };
  return [
    source,
    {
      title: label`Domain`,
      value: safeText(websiteName(website), 100),
      about: label`Pages at another address are another website.`,
    },
    {
      title: label`Days`,
      value: label`in ${safeText(capabilities.countsIn ?? timeZone)}`,
      about: label`Today has numbers once the service has counted it.`,
    },
  ];
}

type ShellCommand = readonly [command: string, about: SafeText];

export function shellLines([command, about]: ShellCommand, width: number): Part[][] {
  return [
    ...wrapSafe(safeText(command, 200), width).map((text): Part[] => [{ text }]),
    ...wrapSafe(about, width).map((text): Part[] => [dim(text)]),
  ];
}

/** Of a service without a website: the command that adds one, and where there is room others with what each does. */
export function shellFirst(state: State, width: number): { short: SafeText; whole: Part[][] } {
  const ofService: readonly ShellCommand[] = [
    [commandOf(state, ['websites', 'create', 'shop.example.com']), label`Adds one, with the usual settings.`],
    [commandOf(state, ['websites', 'apply', 'sites.yaml']), label`Adds and changes many, as a file says.`],
    ['sitedeck logs add shop.example.com FILE', label`Counts an access log among your own websites.`],
    [commandOf(state, ['doctor']), label`Says how far one gets to the service.`],
  ];
  const ofLogs: readonly ShellCommand[] = [
    [
      'sitedeck logs add shop.example.com /var/log/nginx/access.log',
      label`Reads a log now, and each line as it comes.`,
    ],
    ['sitedeck logs list', label`Says which logs are read, and since when.`],
  ];
  const commands: readonly ShellCommand[] = [
    ...(state.capabilities.countsLogs === true ? ofLogs : ofService),
    ['sitedeck --profile demo', label`Opens example websites meanwhile.`],
  ];
  const columns = Math.max(...commands.map(([command]) => textWidth(safeText(command, 200)))) + 3;
  const isBeside = commands.every(([, about]) => columns + textWidth(about) <= width);
  const lines = commands.flatMap(([command, about], index) => [
    ...(index > 0 ? [[]] : []),
    ...(isBeside
      ? [[{ text: fitEnd(safeText(command, 200), columns) }, dim(about)]]
      : shellLines([command, about], width)),
  ]);
  const title = [...heading(label`IN THE SHELL`, label`what does the same`)];
  return { short: safeText(commands[0]?.[0] ?? '', 200), whole: [title, ...lines] };
}

function shellFacts(state: State, website: Website): Fact[] {
  const site = websiteName(website);
  const fact = (title: Fact['title'], words: readonly string[], about: Fact['about']): Fact => ({
    title,
    value: safeText(commandOf(state, words), 200),
    about,
  });
  return [
    fact(label`Connection`, ['doctor'], label`Says how far one gets to the service.`),
    fact(label`Settings`, ['websites', 'show', site], label`All that the service says of it.`),
    {
      title: label`A log`,
      value: safeText(`sitedeck logs add ${site} FILE`, 200),
      about: label`Counts an access log among your own websites.`,
    },
  ];
}
