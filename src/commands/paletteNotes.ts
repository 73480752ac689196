import { type StatisticName } from '#model/statistics/statistics.ts';
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
import { chosenWebsite, countOf, selectedWebsite } from '#store/websites/websites.ts';
import { counted } from '#text/words.ts';

/** What the palette says beside a command: what it is about, or what holds now. */
export function noteOfCommand(id: string, state: State): string | undefined {
  return (notes[id] ?? notes[id.replace(/^.*(?=\.)/, '')])?.(state);
}

/** By the id of the command or the end of it. */
const notes: Readonly<Record<string, (state: State) => string | undefined>> = {
  'websites.open': ({ websites }) => nameOf(selectedWebsite(websites)),
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

/** Of the website that the view is of, or the selected one. */
function noteOfWebsite(state: State, noteOf: (website: Website) => string | undefined): string | undefined {
  const website = chosenWebsite(state);
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
  return websites.length > 1 ? counted(websites.length, 'websites') : nameOf(first);
}

function nameOf(website: Website | undefined): string | undefined {
  return website && websiteName(website);
}

function pageNote({ websites: { perPage } }: State): string {
  return perPage === 'fit' ? 'as many as fit' : `${perPage} a page`;
}

/** What no view does, with other words for it and the command line that does, where SITE is the selected website. */
export const commandLines: readonly (readonly [title: string, words: string, line: string])[] = [
  ['Set an alarm', 'alerts threshold notify cron watch warn', 'watch SITE --drop 50'],
  ['Mail a report', 'email html weekly print', 'report SITE --format html'],
  ['Import access logs', 'file nginx apache', 'import SITE access.log'],
  ['Count logs of this machine', 'follow nginx apache import', 'logs add SITE /var/log/nginx/access.log'],
  ['Serve your own statistics', 'server http api', 'serve'],
  ['Let agents read the numbers', 'ai mcp llm assistant', 'mcp'],
  ['Show it on a screen', 'kiosk fullscreen wall rotate', '--kiosk --rotate 20s'],
  ['Print average and total', 'sum stats', 'overview'],
  ['Save settings as a file', 'backup restore yaml plan apply', 'websites export'],
  ['Remove a profile', 'logout sign out account', 'profile list'],
  ['Choose the time zone', 'timezone utc clock', 'profile add --help'],
  ['Choose the columns', 'list table layout preferences config.yaml', 'config edit'],
  ['Choose the panels', 'dashboard layout preferences config.yaml', 'config edit'],
  ['Change the keys', 'shortcuts bindings preferences config.yaml', 'config edit'],
  ['Add a command of yours', 'own run shell plugin config.yaml', 'config edit'],
  ['Complete commands in the shell', 'completion bash zsh fish', 'completion --help'],
  ['Examine this installation', 'version about bug debug error doctor license', 'doctor'],
];

/** What these lines print is of the service in use, which is not always the default. */
export const asksService: ReadonlySet<string> = new Set([
  'watch',
  'report',
  'mcp',
  '--kiosk',
  'overview',
  'websites',
  'doctor',
]);

/** What else a statistic is found by. */
export const statisticWords: Readonly<Partial<Record<StatisticName, string>>> = {
  visitors: 'users people sessions traffic average total',
  pageviews: 'traffic hits',
  page: 'urls paths content',
  landing_page: 'entry pages',
  referrer: 'sources traffic search engines',
  campaign: 'utm marketing sources',
  event: 'conversions funnel clicks',
  country: 'places geo world map',
  device: 'mobile desktop phone tablet',
  resolution: 'screen size',
  os: 'operating',
  not_found: '404 errors broken links',
  failed: '500 errors',
  response_time: 'speed latency',
};
