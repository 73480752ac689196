import type { ChartRow } from '#charts/canvas.ts';
import { formatDayShort } from '#model/period/format.ts';
import { canWrite, countsOf, panelsOf, statisticTitle } from '#model/service/capabilities.ts';
import { type Website, websiteName } from '#model/website/website.ts';
import {
  type Fact,
  fact,
  keptSection,
  type Section,
  sectionColumns,
  settingsSection,
} from '#screens/websites/settings.ts';
import { request } from '#queries/answers/request.ts';
import type { Size } from '#screens/layout.ts';
import { shownPeriod } from '#store/queries/question.ts';
import { type State } from '#store/state.ts';
import { commandOf, viewRules } from '#store/viewRules.ts';
import { textWidth } from '#text/characters.ts';
import { total } from '#text/fit.ts';
import { keyOf } from '#text/words.ts';
import { label, safeText, type SafeText, shownAddress } from '#text/safeText.ts';

/** Of what is said of a website beside its numbers, or in their place. */
export type ZeroPart = 'helps' | 'settings' | 'kept' | 'counts';

const sectionsOf: Readonly<Record<ZeroPart, (state: State, website: Website) => readonly Section[]>> = {
  helps: (state, website) => [keysSection(state, website), checksSection(state, website)],
  settings: (state, website) => [settingsSection(state, website), keptSection(state, website)],
  kept: (state, website) => [keptSection(state, website)],
  counts: (state, website) => [countsSection(state), shellSection(state, website)],
};

/** The statistics there are, and what each counts. */
export function countsSection({ capabilities }: State): Section {
  return {
    title: label`STATISTICS`,
    note: label`and what each counts`,
    titleWidth: 20,
    facts: panelsOf(capabilities).map(name =>
      fact(safeText(statisticTitle(name, capabilities)), safeText(countsOf(name, capabilities))),
    ),
  };
}

/** What is said where nothing is counted, in columns. */
export function zeroColumns(
  state: State,
  website: Website,
  parts: readonly ZeroPart[],
  { width, height }: Size,
): ChartRow[] {
  const columns = parts.map(part => sectionsOf[part](state, website));
  // What is counted is told in fewer columns than the others need.
  const weights = parts.map(part => (part === 'counts' ? 2 : 3));
  const widths = weights.map(weight => Math.floor((width * weight) / total(weights)));
  return sectionColumns(columns, widths, height);
}

/** The keys that help here, the one that does most often first. */
function keysSection(state: State, { id }: Website): Section {
  const { navigation, profile, capabilities } = state;
  const counts = safeText(countsOf('visitors', capabilities));
  const { hasPeriod, autoRefreshes } = viewRules(state);
  const { screen } = navigation.view;
  const key = (isHere: boolean, id: string, ...words: readonly [value: SafeText, about: SafeText]): Fact[] =>
    isHere ? [fact(label` ${keyOf(id)}`, ...words)] : [];
  const canEdit =
    (screen === 'dashboard' || screen === 'websites') &&
    !profile.readOnly &&
    canWrite(capabilities, 'excludeIps');
  const isOff = screen === 'websites' && !state.overview.on;
  const facts = [
    ...key(isOff, 'websites.overview', label`Read the numbers`, label`None are read for this list.`),
    ...key(
      state.filter.where.length > 0,
      'filter.less',
      label`Take the last condition off`,
      label`Without it there may be more.`,
    ),
    ...key(hasPeriod === true && !isOff, 'period.menu', ...otherPeriod(state, id)),
    ...key(
      screen !== 'year',
      'year',
      label`Look at the whole year`,
      label`Days that had ${counts} stand out in it.`,
    ),
    ...key(
      autoRefreshes === true && !isOff,
      'autoRefresh',
      label`Refresh every 30 seconds`,
      label`The first ${counts} then appear by themselves.`,
    ),
    ...key(
      canEdit,
      'dashboard.edit',
      label`Edit the website`,
      canWrite(capabilities, 'excludeBots')
        ? label`Addresses and bots may be left out of what is counted.`
        : label`Addresses may be left out of what is counted.`,
    ),
    ...key(
      profile.isKiosk !== true,
      'profiles',
      label`Choose a service or logs`,
      capabilities.countsLogs === true
        ? label`Another may count this website too.`
        : label`Access logs need no code on the pages.`,
    ),
    ...key(!isOff, 'refresh', label`Read the numbers again`, label`A service may take minutes to count.`),
    ...key(true, 'palette', label`Go to another website`, label`Or to a command, by its name.`),
  ];
  // Most are a letter; of a longer one the whole name stands before a gap.
  const titleWidth = Math.max(6, ...facts.map(({ title }) => textWidth(title) + 1));
  return { title: label``, note: label``, facts, titleWidth, isKeys: true };
}

/** Which period has numbers, where it is known that there are none before. */
function otherPeriod(state: State, websiteId: string): readonly [value: SafeText, about: SafeText] {
  const today = state.today();
  const { from } = state.answers.get(websiteId, request.dataDays(state.capabilities, today)).data ?? {};
  if (from !== undefined && from > shownPeriod(state).to)
    return from === today
      ? [label`Choose today: its first data`, label`There are none of days before.`]
      : [label`Choose days since ${safeText(formatDayShort(from))}`, label`There are no data before.`];
  const isWhy = state.navigation.view.screen === 'why';
  return [
    label`Choose another period`,
    isWhy ? label`Fewer days may have as many before.` : label`Other days may have numbers.`,
  ];
}

function checksSection({ capabilities, profile, timeZone }: State, website: Website): Section {
  const { countsLogs, isDemo } = capabilities;
  const place = profile.url === undefined ? label`the service` : safeText(shownAddress(profile.url));
  const name = safeText(websiteName(website), 100);
  const zone = safeText(capabilities.countsIn ?? timeZone);
  const facts = [
    countsLogs === true
      ? fact(label`Log`, label`that is read`, label`sitedeck logs list says which are, and since when.`)
      : isDemo === true
        ? fact(label`Demo`, label`made-up visitors`, label`A website added to the demo gets no visitors.`)
        : fact(label`Code`, label`on every page`, label`The tracking code, as ${place} shows it.`),
    fact(label`Domain`, name, label`Pages at another address are another website.`),
    fact(label`Days`, label`in ${zone}`, label`Today has numbers once the service has counted it.`),
  ];
  return { title: label`COUNTED`, note: label`what meets all of these`, facts };
}

/** A command line, and what it does. */
export function shellFact(command: string, about: SafeText, title = label``): Fact {
  return fact(title, safeText(command, 200), about);
}

/** Of a service without a website: the command that adds one, and others with what each does. */
export function firstShellSection(state: State): Section {
  const ofService = [
    shellFact(
      commandOf(state, ['websites', 'create', 'shop.example.com']),
      label`Adds one, with the usual settings.`,
    ),
    shellFact(
      commandOf(state, ['websites', 'apply', 'sites.yaml']),
      label`Adds and changes many, as a file says.`,
    ),
    shellFact(
      'sitedeck logs add shop.example.com FILE',
      label`Counts an access log among your own websites.`,
    ),
    shellFact(commandOf(state, ['doctor']), label`Says how far one gets to the service.`),
  ];
  const ofLogs = [
    shellFact(
      'sitedeck logs add shop.example.com /var/log/nginx/access.log',
      label`Reads a log now, and each line as it comes.`,
    ),
    shellFact('sitedeck logs list', label`Says which logs are read, and since when.`),
  ];
  const facts = [
    ...(state.capabilities.countsLogs === true ? ofLogs : ofService),
    shellFact('sitedeck --profile demo', label`Opens example websites meanwhile.`),
  ];
  return {
    title: label`IN THE SHELL`,
    note: label`what does the same`,
    titleWidth: 0,
    valueWidth: 2 + Math.max(...facts.map(({ value }) => textWidth(value))),
    facts,
  };
}

function shellSection(state: State, website: Website): Section {
  const site = websiteName(website);
  const show = commandOf(state, ['websites', 'show', site]);
  const add = `sitedeck logs add ${site} FILE`;
  const facts = [
    shellFact(commandOf(state, ['doctor']), label`Says how far one gets to the service.`, label`Connection`),
    shellFact(show, label`All that the service says of it.`, label`Settings`),
    shellFact(add, label`Counts an access log among your own websites.`, label`A log`),
  ];
  return { title: label`IN THE SHELL`, note: label`what tells more`, facts };
}
