import { cutParts, dim, heading, type Part } from '#components/parts.ts';
import type { ChartRow } from '#charts/canvas.ts';
import { parseDay } from '#model/period/day.ts';
import { formatDay, formatDayShort } from '#model/period/format.ts';
import { countsOf, whyNoSettings } from '#model/service/capabilities.ts';
import { goalsOf, goalWords } from '#model/website/goal.ts';
import { ownTags } from '#model/website/tags.ts';
import { ownName, type Privacy, privacyWords, type Website } from '#model/website/website.ts';
import { blank, inPieces, type Size, sideBySide } from '#screens/layout.ts';
import { websiteTitle } from '#screens/words.ts';
import { cutTitle, noneShared } from './cells.ts';
import { shownNotes } from '#store/kept/notes.ts';
import type { State } from '#store/state.ts';
import { websiteOf } from '#store/websites/records.ts';
import { textWidth } from '#text/characters.ts';
import { fitEnd, wrapSafe } from '#text/fit.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { counted, keyOf } from '#text/words.ts';

/** What the pane says of the selected website while no numbers are read, and lines that the list leaves free. `isAlone`: no title says which website it is. */
export function settingsPane(
  state: State,
  { isAlone = false, width, height }: Size & { readonly isAlone?: boolean },
): ChartRow[] {
  const { websiteId } = state.preview;
  const website = websiteId === undefined ? undefined : websiteOf(state, websiteId);
  if (website === undefined) return [];
  const title = isAlone ? [] : [heading(cutTitle(state, websiteTitle(website, noneShared), width)), []];
  const sections = [settingsSection(state, website), keptSection(state, website)];
  return [...title, ...fittingSections(sections, width, height - title.length)].slice(0, height);
}

export function settingsSection(state: State, website: Website): Section {
  const canEdit =
    ['websites', 'dashboard'].includes(state.navigation.view.screen) &&
    !state.profile.readOnly &&
    state.websites.list.error === undefined &&
    whyNoSettings(state.capabilities) === undefined;
  return {
    title: label`SETTINGS`,
    note: canEdit ? label`${keyOf('websites.edit')} changes them` : label`of this website`,
    facts: settingFacts(website),
  };
}

/** What this program keeps of a website. */
export function keptSection(state: State, website: Website): Section {
  return { title: label`KEPT HERE`, note: label`on this machine`, facts: keptFacts(state, website) };
}

export interface Fact {
  readonly title: SafeText;
  readonly value: SafeText;
  readonly isUsual?: boolean | undefined;
  /** What it means, where there is room. */
  readonly about: SafeText;
  readonly tone?: Part['tone'];
  readonly isLit?: boolean;
}

export function fact(title: SafeText, value: SafeText, about = label``): Fact {
  return { title, value, about };
}

/** Titled facts. */
export interface Section {
  /** Of keys that need none it is empty. */
  readonly title: SafeText;
  readonly note: SafeText;
  readonly facts: readonly Fact[];
  /** Columns of the titles of its facts. */
  readonly titleWidth?: number;
  /** Columns of their values: what they mean stands beside them wherever it has room. */
  readonly valueWidth?: number;
  readonly isKeys?: boolean;
}

interface SectionLook {
  /** Of so many facts, the first ones, what they mean is told. */
  readonly explained: number;
  readonly isSpaced: boolean;
  /** Lines between sections. */
  readonly gap: number;
}

const titleColumns = 12;

/** With as many columns what is not told below stands beside. */
const minTwoColumns = 60;
const valueColumns = 17;

/** A title and a value that goes on below itself, and what that means below it, or beside it where there is room. */
function factLines(
  { title, value, about, isUsual = false, tone, isLit = false }: Fact,
  { titleWidth = titleColumns, valueWidth, isKeys = false }: Section,
  { width, isExplained }: { readonly width: number; readonly isExplained: boolean },
): ChartRow[] {
  const room = width - titleWidth;
  const titled = (text: SafeText): Part => ({
    text: fitEnd(text, titleWidth),
    tone: isKeys ? 'accent' : (tone ?? 'dim'),
    bold: isKeys || isLit,
  });
  const valueTone = tone ?? (isUsual && !isExplained ? 'dim' : 'plain');
  const columns = valueWidth ?? valueColumns;
  const isRoom = textWidth(value) <= columns && textWidth(about) < room - columns;
  if (isRoom && (valueWidth !== undefined || (!isExplained && width >= minTwoColumns)))
    return [[titled(title), { text: fitEnd(value, columns), tone: valueTone }, dim(label` ${about}`)]];
  const lines = wrapSafe(inPieces(value, room), room).map((text, line): ChartRow => [
    titled(line === 0 ? title : label``),
    { text, tone: valueTone },
  ]);
  const explanation = isExplained && about !== '' ? wrapSafe(about, room) : [];
  return [...lines, ...explanation.map(text => [titled(label``), dim(text)])];
}

function sectionLines(section: Section, width: number, { explained, isSpaced }: SectionLook): ChartRow[] {
  const { title, note, facts } = section;
  const noted = textWidth(title) + textWidth(note) + 2 > width ? undefined : note;
  const lines = facts.map((fact, at) => factLines(fact, section, { width, isExplained: at < explained }));
  return [
    ...(title === '' ? [] : [cutParts(heading(title, noted), width)]),
    ...lines.flatMap((rows, at) => (isSpaced && at > 0 ? [[], ...rows] : rows)),
  ];
}

const maxExplained = 8;
const maxGap = 8;

/** In the most spacious way that has room, what is left over between them; the last ones go where none has, of the first one rows that have none. */
export function fittingSections(sections: readonly Section[], width: number, height: number): ChartRow[] {
  const begins = sections.map((_, at) => sections.slice(0, at).flatMap(({ facts }) => facts).length);
  const draw = (look: SectionLook) =>
    sections.flatMap((section, at) => [
      ...blank(at === 0 ? 0 : look.gap),
      ...sectionLines(section, width, { ...look, explained: look.explained - (begins[at] ?? 0) }),
    ]);
  const looks = [
    { explained: Infinity, isSpaced: true },
    ...[Infinity, ...Array.from({ length: maxExplained + 1 }, (_, at) => maxExplained - at)].map(
      explained => ({
        explained,
        isSpaced: false,
      }),
    ),
  ];
  const gaps = Array.from({ length: maxGap }, (_, at) => maxGap - at);
  for (const look of looks)
    for (const gap of sections.length > 1 ? gaps : [1]) {
      const lines = draw({ ...look, gap });
      if (lines.length <= height) return lines;
    }
  if (sections.length > 1) return fittingSections(sections.slice(0, -1), width, height);
  const [section] = sections;
  if (section === undefined) return [];
  const facts = section.facts.slice(0, -1);
  return facts.length === 0 ? [] : fittingSections([{ ...section, facts }], width, height);
}

const columnGap = 2;

/** Sections in columns, each column as spacious as it has room for. */
export function sectionColumns(
  columns: readonly (readonly Section[])[],
  widths: readonly number[],
  height: number,
): ChartRow[] {
  const drawn = columns.map((sections, at) =>
    fittingSections(sections, (widths[at] ?? 0) - columnGap, height),
  );
  return sideBySide(drawn, widths);
}

function settingFacts(website: Website): Fact[] {
  const { id, excludeBots, email, excludeParams, excludeIps, retention, createdAt } = website;
  const privacy = privacyWords(website);
  const name = ownName(website);
  const added = createdAt === undefined ? undefined : parseDay(createdAt.slice(0, 10));
  const known = (title: SafeText, value: string | undefined, about: SafeText, isUsual = false): Fact[] =>
    value === undefined ? [] : [{ title, value: safeText(value), about, isUsual }];
  const sees =
    website.privacy === undefined
      ? label`Whoever has that address may see its statistics.`
      : whoSees[website.privacy];
  const bots = excludeBots === undefined ? undefined : excludeBots ? 'excluded' : 'counted';
  const reports = email === undefined ? undefined : email ? 'reports' : 'no reports';
  const kept = retention === '' ? 'for ever' : retention && `${retention} days`;
  return [
    ...known(label`Name`, name, label`What it is called.`),
    ...known(label`Privacy`, privacy, sees, privacy === 'private'),
    ...known(label`Bots`, bots, label`Known bots and crawlers.`, excludeBots),
    ...known(label`Email`, reports, label`Periodic reports to the account's address.`, email === false),
    ...listFact(label`Parameters`, excludeParams, label`Of page addresses: those named are cut.`),
    ...listFact(label`Addresses`, excludeIps, label`Of visitors: those named are not counted.`),
    ...known(label`Kept`, kept, label`Older visits are deleted.`, retention === ''),
    ...known(label`Added`, added && formatDay(added), label`The day it was added to the service.`),
    ...known(label`Id`, id, label`Commands take it in place of the domain.`),
  ];
}

const whoSees: Readonly<Record<Privacy, SafeText>> = {
  public: label`Everybody may see its statistics.`,
  private: label`Only who signs in may see its statistics.`,
  password: label`Whoever knows the password may see its statistics.`,
};

function listFact(title: SafeText, stored: string | undefined, about: SafeText): Fact[] {
  if (stored === undefined) return [];
  const entries = stored.split(/[\n,]/).flatMap(entry => entry.trim() || []);
  const value = entries.length === 0 ? 'all are counted' : `without ${entries.join(', ')}`;
  return [{ title, value: safeText(value), about, isUsual: entries.length === 0 }];
}

function keptFacts(state: State, website: Website): Fact[] {
  const notes = shownNotes(state, website.id);
  const last = notes.at(-1);
  const kept = (title: SafeText, texts: readonly string[], about: SafeText): Fact => ({
    title,
    value: texts.length === 0 ? label`none` : safeText(texts.join(', '), 500),
    about,
    isUsual: texts.length === 0,
  });
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
