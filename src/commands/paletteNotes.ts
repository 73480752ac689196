import { formatChange } from '#model/comparison/change.ts';
import { describeChoice } from '#model/period/period.ts';
import { countsOf } from '#model/service/capabilities.ts';
import { orderWords } from '#model/own/choices.ts';
import { goalsOf } from '#model/website/goal.ts';
import { ownTags } from '#model/website/tags.ts';
import { type Website, websiteName } from '#model/website/website.ts';
import { comparisonChoices } from '#store/period.ts';
import { attentionList, rowNumbers } from '#store/queries/overview.ts';
import type { State } from '#store/state.ts';
import { chosenWebsites, markedCount } from '#store/websites/marks.ts';
import { websiteOf } from '#store/websites/records.ts';
import { chosenWebsiteId, countOf, selectedWebsite } from '#store/websites/websites.ts';
import { counted } from '#text/words.ts';

/** What the palette says beside a command: what it is about, or what holds now. */
export function noteOfCommand(id: string, state: State): string | undefined {
  return (notes[id] ?? notes[id.replace(/^.*(?=\.)/, '')])?.(state);
}

/** By the id of the command or the end of it. */
const notes: Readonly<Record<string, (state: State) => string | undefined>> = {
  'websites.open': selectedName,
  why: state => noteOfWebsite(state, website => visitorsNote(state, website)),
  'websites.search': ({ websites }) => noteOfCount(countOf(websites.whole), 'websites'),
  'websites.sort': ({ websites: { sortBy, sort }, capabilities }) => orderWords(sortBy, sort, capabilities),
  year: () => '53 weeks by weekday',
  'websites.record': state => noteOfWebsite(state, ({ id }) => `id ${id}`),
  'websites.attention': state => noteOfCount(attentionList(state).websites.length, 'websites'),
  'websites.overview': ({ overview }) => (overview.on ? 'shown' : 'hidden'),
  '.more': pageNote,
  '.fewer': pageNote,
  'websites.edit': state => noteOfWebsite(state, ({ privacy }) => privacy),
  'websites.delete': state => noteOfChosen(chosenWebsites(state)),
  'websites.tags': state => noteOfWebsite(state, website => ownTags(state.tags.all, website).join(', ')),
  'websites.mark': state => noteOfCount(markedCount(state), 'marked'),
  'websites.markAll': ({ websites }) => noteOfCount(websites.rows.length, 'rows'),
  'goal.set': state =>
    noteOfWebsite(state, website => noteOfCount(goalsOf(state.goals.all, website).length, 'goals')),
  'period.menu': ({ period }) => describeChoice(period.choice),
  '.compare': state => comparisonChoices(state).find(({ isChosen }) => isChosen)?.title,
  'filter.menu': ({ filter }) => noteOfCount(filter.where.length, 'conditions'),
  profiles: ({ profile }) => profile.name,
};

/** Why a command does nothing now, in at most 24 columns, which the line of a command has beside its title: all of it is said of the selected one. */
export function shortReason(reason: string): string {
  const [first = reason] = reason.split(/[:.] /);
  return (
    shortReasons.find(([known]) => known.test(reason))?.[1] ??
    first.replace(/^(There (is|are)|This|The) |\.$/g, '')
  );
}

const shortReasons: readonly (readonly [RegExp, string])[] = [
  [/your own logs/, 'own logs only'],
  [/^This service/, 'not of this service'],
  [/read-only/, 'read-only profile'],
  [/kiosk/, 'not in a kiosk'],
  [/(the|a) cursor/, 'no cursor on the chart'],
  [/still|^Loading/, 'still being read'],
  [/nothing can be changed/, 'no answer by now'],
  [/leave the search/, 'leave the search first'],
  [/^n shows the numbers/, 'numbers are hidden'],
  [/^Press Esc|: Esc /, 'Esc first'],
  [/ have a map/, 'only of countries'],
  [/^Only for/, 'not for these rows'],
  [/could not be (read|loaded)/, 'not read'],
  [/in these days/, 'nothing in these days'],
  [/no address/, 'no address'],
  [/the (first|last) website/, 'no more in the list'],
  [/once it is over/, 'today is not over'],
  [/stop the run/, 'stop the run first'],
  [/order of the day/, 'always in their order'],
  [/not in the list/, 'not in the list'],
  [/chooses no panels/, 'no panels are chosen'],
  [/on this page/, 'none on this page'],
  [/^Themes need/, 'needs 256 colours'],
];

function selectedName({ websites }: State): string | undefined {
  const website = selectedWebsite(websites);
  return website && websiteName(website);
}

/** Of the website that the view is of, or the selected one. */
function noteOfWebsite(state: State, noteOf: (website: Website) => string | undefined): string | undefined {
  const id = chosenWebsiteId(state);
  const website = id === undefined ? undefined : websiteOf(state, id);
  return (website && noteOf(website)) || undefined;
}

export function visitorsNote(state: State, website: Website): string | undefined {
  const { visitors, change } = rowNumbers(state, website);
  if (visitors?.total === undefined) return undefined;
  return `${counted(visitors.total, countsOf('visitors', state.capabilities))} ${formatChange(change)}`.trim();
}

function noteOfCount(count: number | undefined, noun: string): string | undefined {
  if (count === undefined) return undefined;
  if (noun === 'marked') return `${count === 0 ? 'none' : count} marked`;
  return count === 0 ? `no ${noun}` : counted(count, noun);
}

function noteOfChosen(websites: readonly Website[]): string | undefined {
  const [first] = websites;
  return websites.length > 1 ? counted(websites.length, 'websites') : first && websiteName(first);
}

function pageNote({ websites: { perPage } }: State): string {
  return perPage === 'fit' ? 'as many as fit' : `${perPage} a page`;
}
