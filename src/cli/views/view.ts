import { inputName, inputText } from '#cli/input.ts';
import { columnsOf, outputOf, print, say, writeTable } from '#cli/output.ts';
import { defineSubcommand, type ListedSubcommand, quietOption } from '#cli/subcommand.ts';
import { readPaths } from '#config/paths.ts';
import { openSavedViews, readViewsText, viewsText } from '#config/kept/savedViews.ts';
import type { DataTable } from '#model/export/dataTable.ts';
import { RefusedError, UsageError } from '#model/failure.ts';
import { addDays, todayIn } from '#model/period/day.ts';
import {
  asViewName,
  chosenPeriodOf,
  filterOfView,
  periodTitle,
  type SavedView,
  type SavedViews,
  viewCalled,
  viewNameRule,
  viewNames,
  viewTitle,
  viewWords,
  websitesOfView,
  withoutViews,
  withViews,
} from '#model/savedView.ts';
import { filterLabel, parseCondition } from '#model/service/filterText.ts';
import { didYouMean } from '#text/match.ts';
import { safeText } from '#text/safeText.ts';
import { counted } from '#text/words.ts';

const nameArgument = { description: 'its name, with or without @', suggestions: 'views' } as const;

const views = () => openSavedViews(readPaths(process.env).data);

/** Throws a UsageError for what is no name, and a RefusedError where there is none of that name. */
function nameOf(all: SavedViews, word: string): { readonly name: string; readonly view: SavedView } {
  const name = asViewName(word);
  if (name === undefined)
    throw new UsageError(`"${safeText(word, 60)}" is no name for a view: a name is ${viewNameRule}.`);
  const view = viewCalled(all, name);
  if (view === undefined)
    throw new RefusedError(
      `There is no view "${name}": sitedeck view list prints those there are.${didYouMean(name, viewNames(all))}`,
    );
  return { name, view };
}

function viewsTable(all: SavedViews, names: readonly string[]): DataTable {
  const row = (name: string) => {
    const view = viewCalled(all, name);
    if (view === undefined) return [];
    const websites = websitesOfView(view).map(({ id, domain }) => domain || id);
    const { profile, compare } = view;
    const where = filterLabel(filterOfView(view));
    const cells = [viewTitle(view), websites.join(' '), periodTitle(view), compare, where, profile];
    return [[name, name === all.default, view.screen, ...cells]];
  };
  return {
    title: 'Views',
    about: {},
    columns: columnsOf({
      name: 'Name',
      default: 'First',
      screen: 'Screen',
      shows: 'Shows',
      websites: 'Websites',
      period: 'Period',
      compare: 'Compared with',
      filter: 'Filter',
      profile: 'Profile',
    }),
    rows: names.flatMap(row),
  };
}

const list = defineSubcommand({
  description: 'print the views that were saved in the application',
  arguments: [],
  options: {},
  examples: [['sitedeck view list', 'their names, and what each shows']],
  async run(_args, options) {
    const all = views().read();
    const names = viewNames(all);
    await writeTable(viewsTable(all, names), outputOf(options), {
      columns: ['name', 'default', 'shows', 'websites', 'period', 'filter', 'profile'],
      cell: (key, row) =>
        key === 'default' ? { text: row.includes(true) ? safeText('*') : safeText('') } : undefined,
    });
    if (names.length === 0) say('There is no view yet: the application saves what is on its screen as one.');
  },
});

const show = defineSubcommand({
  description: 'print what a view shows',
  arguments: [{ name: '<NAME>', ...nameArgument }],
  options: {},
  examples: [['sitedeck view show germany', 'its website, screen, period and filter']],
  async run([word], options) {
    const all = views().read();
    const { name, view } = nameOf(all, word);
    const output = outputOf(options);
    if (output.format !== 'table') return await writeTable(viewsTable(all, [name]), output);
    await print(`${safeText(`${name}: ${viewWords(view)} (${view.profile}).`, 1_000)}\n`);
  },
});

const remove = defineSubcommand({
  description: 'remove views; websites and numbers stay',
  arguments: [{ name: '<NAME...>', ...nameArgument }],
  options: quietOption,
  examples: [['sitedeck view remove monday', 'forget a view']],
  async run([words]) {
    let names: readonly string[] = [];
    views().change(all => {
      names = words.map(word => nameOf(all, word).name);
      return withoutViews(all, names);
    });
    say(`${counted(new Set(names).size, 'views')} removed.`);
  },
});

const exportViews = defineSubcommand({
  description: 'print views as view import reads them',
  arguments: [{ name: '[NAME...]', ...nameArgument, description: 'which; left out, all of them' }],
  options: {},
  examples: [['sitedeck view export > views.json', 'a copy of all of them']],
  async run([words]) {
    const all = views().read();
    const names = words.length === 0 ? viewNames(all) : words.map(word => nameOf(all, word).name);
    await print(viewsText({ views: Object.fromEntries(names.map(name => [name, nameOf(all, name).view])) }));
  },
});

const importViews = defineSubcommand({
  description: 'add the views of a file that view export has printed',
  arguments: [{ name: '<FILE>', description: 'the file; - reads stdin', suggestions: 'files' }],
  options: { replace: { description: 'in place of those with the same names' }, ...quietOption },
  examples: [['sitedeck view import views.json', 'on another machine']],
  async run([file], { replace }) {
    const added = readViewsText(await inputText(file, 'views'));
    if (added === undefined)
      throw new UsageError(
        `${inputName(file)} holds no views as view export prints them. Nothing was added.`,
      );
    const names = Object.keys(added);
    for (const [name, view] of Object.entries(added)) {
      // By the rules of what is typed, which has no control characters. Another zone may have its next day.
      const period = chosenPeriodOf(view, addDays(todayIn('UTC', new Date()), 1));
      for (const each of [period, ...(view.where ?? []).map(text => parseCondition(safeText(text)))])
        if (typeof each === 'object' && 'problem' in each)
          throw new UsageError(`View ${name}: ${safeText(each.problem, 300)} Nothing was added.`);
    }
    views().change(all => {
      const taken = names.filter(name => viewCalled(all, name) !== undefined);
      if (taken.length > 0 && replace !== true)
        throw new RefusedError(
          `${safeText(taken.slice(0, 5).join(', '), 300)}: there ${taken.length === 1 ? 'is such a view' : 'are such views'} already. Nothing was added: give --replace.`,
        );
      return names.length === 0 ? all : withViews(all, added);
    });
    say(`${counted(names.length, 'views')} added.`);
  },
});

const defaultCommand = defineSubcommand({
  description: 'say which view a start without a website opens',
  arguments: [{ name: '[NAME]', ...nameArgument, description: 'left out, the one there is is printed' }],
  options: { none: { description: 'the list of websites again' }, ...quietOption },
  notes: '\nNot in a kiosk, nor where --profile, --url or the environment names a service.',
  examples: [
    ['sitedeck view default monday', 'the first screen from now on'],
    ['sitedeck view default --none', 'the list again'],
  ],
  async run([word], { none }) {
    if (word !== undefined && none === true) throw new UsageError('Give a name, or --none: not both.');
    if (word === undefined && none !== true) {
      const { default: name } = views().read();
      if (name === undefined) return say('No view is the first screen: sitedeck view default NAME');
      return await print(`${name}\n`);
    }
    let name: string | undefined;
    views().change(all => {
      name = word === undefined ? undefined : nameOf(all, word).name;
      return name === undefined ? { views: all.views } : { ...all, default: name };
    });
    say(name === undefined ? 'The first screen is the list.' : `The first screen is the view ${name}.`);
  },
});

export const view: ListedSubcommand = {
  docs: 'yours#views',
  description: 'screens that you saved under a name, which stands as @NAME for a website',
  subcommands: {
    list,
    show,
    remove,
    export: exportViews,
    import: importViews,
    default: defaultCommand,
  },
};
