import { globalCommands } from '#commands/global.ts';
import { commandsOf } from '#commands/registry.ts';
import { keyTable } from '#commands/keyTable.ts';
import type { KeyRow } from '#model/text/keyLines.ts';
import type { ScreenName } from '#store/navigation/route.ts';

/** The key table of the README, from the same commands that the program runs. */
export function keyMarkdown(): string {
  const websites = rowsOf('websites');
  const statistic = rowsOf('statistic');
  const shared = websites.filter(row => statistic.some(other => isSame(row, other)));
  const without = (rows: readonly KeyRow[]) => rows.filter(row => !shared.some(other => isSame(row, other)));
  return [
    section('Everywhere', keyTable(globalCommands)),
    section('In a list', shared),
    section('Websites', without(websites)),
    section('Statistics of a website', rowsOf('dashboard')),
    section('One statistic', without(statistic)),
    section('A row over time', without(rowsOf('history'))),
    section('Movers', without(rowsOf('movers'))),
    section('Export', rowsOf('export')),
    section('Form', rowsOf('editor')),
  ].join('\n\n');
}

function rowsOf(screen: ScreenName): KeyRow[] {
  const own = commandsOf(screen).filter(({ id }) => !globalCommands.some(global => global.id === id));
  return keyTable(own);
}

function isSame(a: KeyRow, b: KeyRow): boolean {
  return a.keys === b.keys && a.does === b.does;
}

function section(title: string, rows: readonly KeyRow[]): string {
  const lines = rows.map(({ keys, does }) => `| ${keys.split(' ').map(code).join(' ')} | ${does} |`);
  return [`**${title}**`, '', '| Keys | |', '| --- | --- |', ...lines].join('\n');
}

function code(key: string): string {
  return `\`${key === '|' ? '\\|' : key}\``;
}
