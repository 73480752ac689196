import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { holds, ratio, type Figure } from './figure.ts';
import { groups } from './groups.ts';
import { number } from './table.ts';

const path = fileURLToPath(new URL('../../docs/design/speed.md', import.meta.url));
const start = '<!-- bench: written by npm run bench -- --write -->';
const end = '<!-- /bench -->';
const titles = ['group', 'figure', 'measured', 'floor', 'ratio', 'limit', 'on'];

/** The rows of the table in docs/design/speed.md, as they are now: the cells of each. */
export function reportedRows(): string[][] {
  const text = readFileSync(path, 'utf8');
  const table = text.slice(text.indexOf(start), text.indexOf(end));
  const lines = table.split('\n').filter(line => line.startsWith('|'));
  return lines.slice(2).map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  );
}

/** Puts a group's figures into the table in docs/design/speed.md, and today's machine above it. */
export async function writeReport(group: string, figures: readonly Figure[]): Promise<void> {
  const old = reportedRows();
  const today = new Date().toISOString().slice(0, 10);
  const rows = Object.entries(groups).flatMap(([each, { names }]) =>
    names.map(name => {
      const figure = each === group ? figures.find(figure => figure.name === name) : undefined;
      const kept = old.find(([of, at]) => of === each && at === name);
      if (each === group)
        return figure === undefined
          ? [each, name, 'not built', '', '', '', today]
          : rowOf(each, figure, today);
      return kept ?? [each, name, 'not measured', '', '', '', ''];
    }),
  );
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table = [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n');
  const text = readFileSync(path, 'utf8');
  const [before, behind] = [text.slice(0, text.indexOf(start)), text.slice(text.indexOf(end))];
  const fresh = `${before}${start}\n\n${machine()}\n\n${table}\n\n${behind}`;
  writeFileSync(path, await format(fresh, { ...(await resolveConfig(path)), parser: 'markdown' }));
}

function rowOf(group: string, figure: Figure, today: string): string[] {
  const { name, value, floor, unit, limit, note = '' } = figure;
  const isAlone = note.endsWith('not installed');
  const missed = holds(figure) === false ? ', missed' : '';
  return [
    group,
    name,
    `${number(value)} ${unit}`,
    isAlone ? 'not installed' : floor === undefined ? '' : `${number(floor)} ${unit}`,
    number(ratio(figure)),
    limit === undefined ? '' : `${number(limit)}${missed}`,
    today,
  ];
}

function machine(): string {
  const [cpu] = cpus();
  return `${cpu?.model ?? process.arch}, ${availableParallelism()} cores, Node ${process.versions.node}. The ratio is to the floor, where there is one: the least that is possible, or the peer.`;
}
