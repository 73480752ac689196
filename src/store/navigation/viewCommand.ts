import { presets, type PeriodChoice } from '#model/period/period.ts';
import { shellQuote } from '#text/words.ts';
import { pageHolding } from '#model/service/query.ts';
import { shownComparison } from '#store/queries/question.ts';
import type { PagedTable } from './table.ts';
import { sharedIn, websiteOf } from '#store/websites/records.ts';
import type { State } from '#store/state.ts';
import { viewRules } from './screenRules.ts';

/** The command line that prints what the view shows, quoted for a shell; undefined where no subcommand does. */
export function viewCommand(state: State): string | undefined {
  const words = viewRules(state).commandWords?.(state, state.navigation.view);
  return words === undefined ? undefined : commandOf(state, words);
}

/** A command line for the service in use, quoted for a shell. */
export function commandOf({ profile }: Pick<State, 'profile'>, words: readonly string[]): string {
  const service = profile.fromEnvironment === true ? [] : ['--profile', profile.name];
  return ['sitedeck', ...service, ...words].map(shellQuote).join(' ');
}

/** By domain, which still means the same next year; by id where the website has none, or others have it too. */
export function siteOf(state: State, id: string): string {
  const domain = websiteOf(state, id)?.domain;
  const isShared = domain !== undefined && sharedIn(state).has(domain);
  return domain === undefined || domain === '' || domain.startsWith('-') || isShared ? id : domain;
}

/** With a period of today alone there is nothing to compare, and --compare would be an error. */
export function numberWords(state: State): string[] {
  const baseline = shownComparison(state) === undefined ? undefined : state.comparison.baseline;
  return [...periodWords(state.period.choice), `--compare=${baseline ?? 'none'}`];
}

/** A preset stays a preset, so that the command follows the calendar. */
export function periodWords(choice: PeriodChoice): string[] {
  if (choice.kind === 'range') return ['--from', choice.from, '--to', choice.to];
  const preset = presets.find(({ name }) => name === choice.preset);
  return preset === undefined ? [] : ['--period', preset.shortcut];
}

type Listed = Pick<PagedTable<unknown, string>, 'search' | 'sortBy' | 'sort' | 'perPage' | 'page' | 'list'>;

export function listWords({ search, sortBy, sort, perPage, page, list }: Listed): string[] {
  const searched = search === '' ? [] : [`--search=${search}`];
  const further = page > 1 ? ['--page', String(page)] : [];
  const rows = perPage === 'fit' ? rowWords(list.data?.rows.length ?? 0) : ['--per-page', String(perPage)];
  return [...searched, '--sort-by', sortBy, '--sort', sort, ...rows, ...further];
}

/** No subcommand sorts by change: the command prints all rows with their changes. */
export function rowsWords(statistic: State['statistic']): string[] {
  if (statistic.sortBy !== 'change') return listWords(statistic);
  return [...(statistic.search === '' ? [] : [`--search=${statistic.search}`]), '--all'];
}

/** As many rows as were read of a list without pages. */
function rowWords(count: number): string[] {
  return count > 100 ? ['--all'] : ['--per-page', String(pageHolding(count))];
}
