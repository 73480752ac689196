import { barRows, cutParts, dim, heading } from '#components/parts.ts';
import type { ChartRow } from '#charts/canvas.ts';
import { parseDay } from '#model/period/day.ts';
import { formatDay, formatDayShort } from '#model/period/format.ts';
import { countsOf, whyNoSettings } from '#model/service/capabilities.ts';
import { goalsOf, goalWords } from '#model/website/goal.ts';
import { ownTags, type Tags } from '#model/website/tags.ts';
import { ownName, type Privacy, privacyWords, type Website } from '#model/website/website.ts';
import { blank } from '#screens/layout.ts';
import { websiteTitle } from '#screens/words.ts';
import { cutTitle } from './cells.ts';
import { shownNotes } from '#store/kept/notes.ts';
import type { State } from '#store/state.ts';
import { sharedIn, websiteOf } from '#store/websites/records.ts';
import { textWidth } from '#text/characters.ts';
import { cutEnd, cutFacts, fitEnd, spaces, wrapSafe } from '#text/fit.ts';
import { memoizeByObject } from '#text/memo.ts';
import { joinSafe, label, safeText, type SafeText } from '#text/safeText.ts';
import { counted, groupThousands, keyOf } from '#text/words.ts';

/**
 * What the pane says of the selected website while no numbers are read, and lines that the list leaves free. `hasAll`: below it the
 * settings of all, where whole ones fit; `isAlone`: no title says which website it is.
 */
export function settingsPane(
  state: State,
  {
    hasAll = false,
    isAlone = false,
    ...room
  }: Room & { readonly hasAll?: boolean; readonly isAlone?: boolean },
): ChartRow[] {
  const { width, height } = room;
  const { websiteId } = state.preview;
  const website = websiteId === undefined ? undefined : websiteOf(state, websiteId);
  if (website === undefined) return [];
  const title: ChartRow[] = isAlone
    ? []
    : [heading(cutTitle(state, websiteTitle(website, noneShared), width)), []];
  const own = [
    ...title,
    ...settingsOf(state, website, { width, height: hasAll ? 0 : height - title.length }),
  ];
  const all = hasAll ? settingsOfAll(state, { width, height: height - own.length - 1 }) : [];
  return [...own, ...(all.length === 0 ? [] : [[], ...all])].slice(0, height);
}

interface Room {
  readonly width: number;
  readonly height: number;
}

/** How a website is set and what is kept of it: with what each setting means, and with blank lines between them, where so many lines have room for it. */
export function settingsOf(state: State, website: Website, { width, height }: Room): ChartRow[] {
  const canEdit =
    ['websites', 'dashboard'].includes(state.navigation.view.screen) &&
    !state.profile.readOnly &&
    state.websites.list.error === undefined &&
    whyNoSettings(state.capabilities) === undefined;
  return inRoom(height, look => [
    heading(
      label`SETTINGS`,
      canEdit ? label`${keyOf('websites.edit')} changes them` : label`of this website`,
    ),
    ...factLines(settingFacts(website), { width, ...look }),
    [],
    ...keptLines(state, website, { width, ...look }),
  ]);
}

/** What this program keeps of a website. */
export function keptLines(
  state: State,
  website: Website,
  look: FactsStyle & { readonly width: number; readonly titleWidth?: number },
): ChartRow[] {
  return [heading(label`KEPT HERE`, label`on this machine`), ...factLines(keptFacts(state, website), look)];
}

interface FactsStyle {
  /** A number: of so many, the first. */
  readonly isExplained: boolean | number;
  readonly isSpaced: boolean;
}

const maxExplained = 8;
/** The first facts with what they mean, of fewer and fewer. */
export const tighterStyles: readonly FactsStyle[] = Array.from({ length: maxExplained }, (_, index) => ({
  isExplained: maxExplained - index,
  isSpaced: false,
}));

/** In the most spacious look that so many lines have room for. */
export function inRoom(height: number, lines: (look: FactsStyle) => ChartRow[]): ChartRow[] {
  const looks = [
    { isExplained: true, isSpaced: true },
    { isExplained: true, isSpaced: false },
    ...tighterStyles,
  ];
  return (
    looks.map(lines).find(({ length }) => length <= height) ?? lines({ isExplained: false, isSpaced: false })
  );
}

/** How many websites have which setting, and where there is room which ones differ from most; nothing where not one setting fits. */
export function settingsOfAll(state: State, { width, height }: Room): ChartRow[] {
  const websites = listedWebsites(state);
  const groups = settingGroups(websites, state.tags.all);
  const look = { width, count: websites.length, shared: sharedIn(state) };
  const linesOf = (names: number) => groups.map(group => [[], ...groupLines(group, { ...look, names })]);
  const all = [maxNameLines, 1].map(linesOf).find(each => each.flat().length < height) ?? linesOf(0);
  let used = 1;
  const shown = all.filter(rows => (used += rows.length) <= height);
  const title = heading(
    safeText(counted(websites.length, 'websites').toUpperCase()),
    label`by their settings`,
  );
  return shown.length === 0 ? [] : [title, ...shown.flat()];
}

/** The same, a line for each setting: where there is no room beside the list. */
export function settingsInShort(state: State, width: number, height: number): ChartRow[] {
  return settingGroups(listedWebsites(state), state.tags.all)
    .slice(0, height)
    .map(({ title, values }) => {
      const texts = values.map(
        ({ value, websites: { length } }) => label`${value} ${safeText(groupThousands(length))}`,
      );
      return [
        dim(fitEnd(title, titleColumns)),
        { text: cutFacts(joinSafe(texts, label`   `), width - titleColumns) },
      ];
    });
}

const noneShared: ReadonlySet<string> = new Set();

export interface Fact {
  readonly title: SafeText;
  readonly value: SafeText;
  readonly isUsual?: boolean | undefined;
  /** What it means, where there is room. */
  readonly about: SafeText;
  /** Its field on the service, of settings. */
  readonly field?: string;
}

const titleColumns = 12;

/** With as many columns what is not told below stands beside. */
const roomBeside = 72;
const valueColumns = 17;

/** A title and a value that goes on below itself; where explained, what they mean below them; where spaced, a blank line between. */
export function factLines(
  facts: readonly Fact[],
  {
    width,
    isExplained: explained,
    isSpaced,
    titleWidth = titleColumns,
    isKeys = false,
  }: FactsStyle & { readonly width: number; readonly titleWidth?: number; readonly isKeys?: boolean },
): ChartRow[] {
  const below = (title: SafeText, texts: readonly SafeText[], tone: 'dim' | 'plain') =>
    texts.map((text, index): ChartRow => [
      {
        text: fitEnd(index === 0 ? title : label``, titleWidth),
        tone: isKeys ? 'accent' : 'dim',
        bold: isKeys,
      },
      { text, tone },
    ]);
  const room = width - titleWidth;
  const beside = room - valueColumns - 1;
  return facts.flatMap(({ title, value, isUsual = false, about }, index) => {
    const isExplained = typeof explained === 'number' ? index < explained : explained;
    return [
      ...(isSpaced && index > 0 ? [[]] : []),
      ...(!isExplained &&
      width >= roomBeside &&
      textWidth(value) <= valueColumns &&
      textWidth(about) <= beside
        ? [
            [
              ...below(title, [fitEnd(value, valueColumns)], isUsual ? 'dim' : 'plain').flat(),
              dim(label` ${about}`),
            ],
          ]
        : below(title, wrapSafe(value, room), isUsual && !isExplained ? 'dim' : 'plain')),
      ...(isExplained ? below(label``, wrapSafe(about, room), 'dim') : []),
    ];
  });
}

/** What the value of a field means; undefined of one that says it itself. */
export function meaningOfField(website: Website, name: string): SafeText | undefined {
  if (name === 'domain') return label`The address of its pages.`;
  if (name === 'updated_at') return label`When its settings were last changed.`;
  return settingFacts(website).find(({ field }) => field === name)?.about;
}

function settingFacts(website: Website): Fact[] {
  const { id, excludeBots, email, excludeParams, excludeIps, retention, createdAt } = website;
  const { bots, email: reports } = settingWords(website);
  const privacy = privacyWords(website);
  const name = ownName(website);
  const added = createdAt === undefined ? undefined : parseDay(createdAt.slice(0, 10));
  const fact = (
    field: string,
    title: SafeText,
    value: SafeText | undefined,
    about: SafeText,
    isUsual = false,
  ): Fact[] => (value === undefined ? [] : [{ field, title, value, about, isUsual }]);
  return [
    ...fact('name', label`Name`, name === undefined ? undefined : safeText(name), label`What it is called.`),
    ...fact(
      'privacy',
      label`Privacy`,
      privacy === undefined ? undefined : safeText(privacy),
      website.privacy === undefined
        ? label`Whoever has that address may see its statistics.`
        : whoSees[website.privacy],
      privacy === 'private',
    ),
    ...fact('exclude_bots', label`Bots`, bots, label`Known bots and crawlers.`, excludeBots),
    ...fact(
      'email',
      label`Email`,
      reports,
      label`Periodic reports to the account's address.`,
      email === false,
    ),
    ...listFact(
      'exclude_params',
      label`Parameters`,
      excludeParams,
      label`Of page addresses: those named are cut.`,
    ),
    ...listFact(
      'exclude_ips',
      label`Addresses`,
      excludeIps,
      label`Of visitors: those named are not counted.`,
    ),
    ...fact(
      'retention',
      label`Kept`,
      retention === undefined
        ? undefined
        : retention === ''
          ? label`for ever`
          : safeText(`${retention} days`),
      label`Older visits are deleted.`,
      retention === '',
    ),
    ...fact(
      'created_at',
      label`Added`,
      added && safeText(formatDay(added)),
      label`The day it was added to the service.`,
    ),
    ...fact('id', label`Id`, safeText(id), label`Commands take it in place of the domain.`),
  ];
}

const whoSees: Readonly<Record<Privacy, SafeText>> = {
  public: label`Everybody may see its statistics.`,
  private: label`Only who signs in may see its statistics.`,
  password: label`Whoever knows the password may see its statistics.`,
};

function listFact(field: string, title: SafeText, stored: string | undefined, about: SafeText): Fact[] {
  if (stored === undefined) return [];
  const entries = stored.split(/[\n,]/).filter(entry => entry.trim() !== '');
  if (entries.length === 0) return [{ field, title, value: label`all are counted`, about, isUsual: true }];
  return [
    { field, title, value: safeText(`without ${entries.map(entry => entry.trim()).join(', ')}`), about },
  ];
}

function keptFacts(state: State, website: Website): Fact[] {
  const notes = shownNotes(state, website.id);
  const last = notes.at(-1);
  const kept = (title: SafeText, texts: readonly string[], about: SafeText): Fact =>
    texts.length === 0
      ? { title, value: label`none`, about, isUsual: true }
      : {
          title,
          value: joinSafe(
            texts.map(text => safeText(text)),
            label`, `,
          ),
          about,
        };
  return [
    kept(
      label`Tags`,
      ownTags(state.tags.all, website),
      label`${keyOf('websites.tags')} tags it; ${keyOf('websites.search')}tag:name finds all with it.`,
    ),
    kept(
      label`Goals`,
      goalsOf(state.goals.all, website).map(goal => goalWords(goal, countsOf(goal.name, state.capabilities))),
      label`${keyOf('goal.set')} sets one: so many a month or a week.`,
    ),
    kept(
      label`Notes`,
      last === undefined ? [] : [counted(notes.length, 'notes'), `${formatDayShort(last.day)} ${last.text}`],
      label`${keyOf('dashboard.note')} on a day of a chart notes what happened.`,
    ),
  ];
}

/** Which websites have each value of a setting. */
interface SettingGroup {
  readonly title: SafeText;
  readonly values: readonly { readonly value: SafeText; readonly websites: readonly Website[] }[];
}

const maxValues = 4;
const maxNameLines = 2;
const nameIndent = 2;
/** A line has no more of them. */
const maxNames = 40;

function groupLines(
  { title, values }: SettingGroup,
  {
    width,
    names,
    count,
    shared,
  }: {
    readonly width: number;
    /** Lines of names below each value that not most have. */
    readonly names: number;
    readonly count: number;
    readonly shared: ReadonlySet<string>;
  },
): ChartRow[] {
  const shown = values.slice(0, maxValues);
  const cells = shown.map(({ value, websites: { length } }) => ({
    label: { text: value },
    value: length,
    numbers: [{ text: safeText(groupThousands(length)) }],
  }));
  const rows = barRows(cells, { width, family: 'content' });
  const own = shown.map(({ websites }): ChartRow[] => {
    if (names === 0 || websites.length * 2 > count) return [];
    const titles = websites.slice(0, maxNames).map(website => websiteTitle(website, shared));
    const lines = wrapSafe(joinSafe(titles, label`, `), width - nameIndent);
    const end = lines[names - 1];
    const last =
      lines.length > names && end !== undefined ? [cutEnd(label`${end} …`, width - nameIndent)] : [];
    return [...lines.slice(0, names - last.length), ...last].map(text => [
      { text: spaces(nameIndent) },
      dim(text),
    ]);
  });
  return [[dim(fitEnd(title, width))], ...rows.flatMap((lines, at) => [...lines, ...(own[at] ?? [])])];
}

function listedWebsites({ websites: { whole, list } }: State): readonly Website[] {
  return (whole ?? list.data)?.rows ?? [];
}

// Every key draws them.
const groupsOf = memoizeByObject<readonly SettingGroup[]>();

function settingGroups(websites: readonly Website[], tags: Tags): readonly SettingGroup[] {
  return groupsOf(websites, [tags], () => groups(websites, tags));
}

function groups(websites: readonly Website[], tags: Tags): SettingGroup[] {
  const group = (title: SafeText, read: (website: Website) => readonly string[], isByCount = true) => {
    const found = new Map<string, Website[]>();
    for (const website of websites)
      for (const value of read(website)) {
        const same = found.get(value);
        if (same === undefined) found.set(value, [website]);
        else same.push(website);
      }
    const values = [...found]
      .toSorted(
        ([a, { length: countA }], [b, { length: countB }]) =>
          (isByCount ? countB - countA : 0) || (a < b ? 1 : -1),
      )
      .map(([value, same]) => ({ value: safeText(value), websites: same }));
    return { title, values };
  };
  const known = (value: string | undefined) => (value === undefined ? [] : [value]);
  return [
    group(label`Privacy`, website => known(privacyWords(website))),
    group(label`Bots`, website => known(settingWords(website).bots)),
    group(label`Email`, website => known(settingWords(website).email)),
    group(label`Added`, ({ createdAt }) => known(createdAt?.slice(0, 4)), false),
    group(label`Tags`, website => ownTags(tags, website)),
  ].filter(({ values }) => values.length > 0);
}

/** Undefined where the service does not say it. */
function settingWords({ excludeBots, email }: Website) {
  return {
    bots: excludeBots === undefined ? undefined : excludeBots ? label`excluded` : label`counted`,
    email: email === undefined ? undefined : email ? label`reports` : label`no reports`,
  };
}

type Lines = readonly ChartRow[];

/** Titled rows that stand one below the other as room allows. */
export interface Section {
  readonly title: SafeText;
  readonly note: SafeText;
  /** Each in as many lines as it needs in so many columns; with what it means, where that is told. */
  readonly rows: readonly ((width: number, isFull: boolean) => Lines)[];
}

/** In the most spacious way that has room, what is left over between them; the last ones go where none has. */
export function fittingSections(sections: readonly Section[], width: number, height: number): Lines {
  const lines = ({ isFull, isSpaced, gap = 1 }: { isFull: boolean; isSpaced: boolean; gap?: number }) =>
    sections.flatMap(({ title, note, rows }, index): Lines => [
      ...(index > 0 ? blank(gap) : []),
      cutParts(heading(title, textWidth(title) + textWidth(note) + 2 > width ? label`` : note), width),
      ...(isSpaced && gap > 1 ? [[]] : []),
      ...rows.flatMap((row, at): Lines => [...(isSpaced && at > 0 ? [[]] : []), ...row(width, isFull)]),
    ]);
  const looks = [true, false].flatMap(isFull => [true, false].map(isSpaced => ({ isFull, isSpaced })));
  const gaps = [6, 5, 4, 3, 2, 1];
  const all = looks.flatMap(look => gaps.map(gap => lines({ ...look, gap })));
  const found = all.find(({ length }) => length <= height);
  if (found !== undefined || sections.length > 1)
    return found ?? fittingSections(sections.slice(0, -1), width, height);
  // Rows that are whole.
  const [{ title, note, rows } = { title: label``, note: label``, rows: [] }] = sections;
  const shown = rows
    .map(row => row(width, false))
    .reduce(
      (before, row) => (before.length + row.length <= height ? [...before, ...row] : before),
      [heading(title, note)],
    );
  return shown.length > 1 ? shown : [];
}
