import { globalCommands } from '#commands/global.ts';
import { commandsOf, keyTable, screens } from '#commands/registry.ts';
import type { ScreenName } from '#store/navigation/route.ts';

type KeyRow = Pick<ReturnType<typeof keyTable>[number], 'allKeys' | 'action'>;

/** The headings of docs/keys.md, in their order; undefined: a menu or dialog, or keys that its footer shows. */
const headings: Readonly<Record<ScreenName, string | undefined>> = {
  websites: 'Websites',
  dashboard: 'Statistics of a website',
  statistic: 'One statistic',
  history: 'A row over time',
  why: 'Why',
  year: 'The year',
  sideBySide: 'Side by side',
  export: 'Export',
  editor: 'Form',
  heatMap: undefined,
  now: undefined,
  lines: undefined,
  output: undefined,
  record: undefined,
  bulkReview: undefined,
  bulkRun: undefined,
  delete: undefined,
  tags: undefined,
  note: undefined,
  goal: undefined,
  saveView: undefined,
  sort: undefined,
  period: undefined,
  compare: undefined,
  filter: undefined,
  profiles: undefined,
  connect: undefined,
  ownLogs: undefined,
  confirm: undefined,
  palette: undefined,
  help: undefined,
};

/** Those that have the keys of a list, which the page has once. */
const lists: ReadonlySet<ScreenName> = new Set<ScreenName>(['websites', 'statistic', 'history', 'why']);

/** The key tables of docs/keys.md, from the same commands that the program runs. */
export function keyMarkdown(): string {
  const statistic = rowsOf('statistic');
  const shared = rowsOf('websites').filter(row => statistic.some(other => isSame(row, other)));
  const without = (rows: readonly KeyRow[]) => rows.filter(row => !shared.some(other => isSame(row, other)));
  const ofScreens = screens.flatMap(({ screen }) => {
    const heading = headings[screen];
    return heading === undefined
      ? []
      : [{ heading, rows: lists.has(screen) ? without(rowsOf(screen)) : rowsOf(screen) }];
  });
  const order = Object.values(headings);
  ofScreens.sort((a, b) => order.indexOf(a.heading) - order.indexOf(b.heading));
  return [
    section('Everywhere', keyTable(globalCommands)),
    section('In a list', shared),
    ...ofScreens.map(({ heading, rows }) => section(heading, rows)),
  ].join('\n\n');
}

function rowsOf(screen: ScreenName): KeyRow[] {
  const own = commandsOf(screen).filter(({ id }) => !globalCommands.some(global => global.id === id));
  return keyTable(own);
}

function isSame(a: KeyRow, b: KeyRow): boolean {
  return a.allKeys.join() === b.allKeys.join() && a.action === b.action;
}

function section(title: string, rows: readonly KeyRow[]): string {
  const lines = rows.map(
    ({ allKeys, action }) =>
      `| ${allKeys.length === 0 ? 'in `:`' : allKeys.map(code).join(' ')} | ${action} |`,
  );
  return [`**${title}**`, '', '| Keys | |', '| --- | --- |', ...lines].join('\n');
}

function code(key: string): string {
  return `\`${key === '|' ? '\\|' : key}\``;
}
