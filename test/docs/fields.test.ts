import { expect, test } from 'vitest';
import { commandPlaces, outputs, placeholders } from '#model/own/command.ts';
import { columnNames } from '#model/own/yours.ts';
import { run } from '../cli/fixture.ts';
import { fencedBlocks } from './markdown.ts';
import { readPage } from './pages.ts';
import { temporaryDemo } from '../helpers/temporaryHome.ts';

/** The names that a row of "What is in the JSON and the CSV" has, by its commands. */
function named(command: string): string[] {
  const [, table = ''] = readPage('docs/commands.md').text.split('## What is in the JSON and the CSV');
  const row = table.split('\n').find(line => line.split('|')[1]?.includes(`\`${command}\``));
  return [...(row ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
}

/** A command line, the row that has its fields, and another one that this row refers to. */
const printed = [
  ['websites list', 'websites list'],
  ['websites list --all', 'websites list'],
  ['websites show shop.example.com', 'websites show', 'websites list'],
  ['stats shop.example.com visitors pageviews country --compare --search a', 'stats'],
  ['report shop.example.com', 'report', 'stats'],
  ['report --all', 'overview'],
  ['why shop.example.com --period yesterday', 'why'],
  ['overview', 'overview'],
  ['compare shop.example.com docs.example.com --period yesterday', 'compare'],
  ['history shop.example.com page /', 'history'],
  ['watch shop.example.com --drop 90 --below 1 --above 100000', 'watch'],
  ['view list', 'view list'],
  ['watch shop.example.com --goal', 'watch --goal'],
  ['goal list --progress', 'watch --goal'],
  ['profile list', 'profile list'],
  ['doctor', 'doctor'],
] as const;

test('docs/commands.md names every field that is printed', { timeout: 240_000 }, async () => {
  const home = await temporaryDemo();
  const views = fencedBlocks(readPage('docs/yours.md').text, 'json').find(block => block.includes('"views"'));
  await run(['view', 'import', '-'], { home, stdin: views ?? '' });
  await run(['goal', 'set', 'shop.example.com', 'visitors', '50000'], { home });
  for (const [line, ...rows] of printed) {
    const { stdout } = await run([...line.split(' '), '--json'], { home });
    const found: Record<string, unknown> = JSON.parse(stdout);
    const each = Object.values(found['rows'] ?? {}).flatMap(row => Object.keys(Object(row)));
    const fields = new Set([...Object.keys(found).filter(name => name !== 'rows'), ...each]);
    expect(fields.size).toBeGreaterThan(3);
    const known = rows.flatMap(named);
    expect({ line, unnamed: [...fields].filter(name => !known.includes(name)) }).toEqual({
      line,
      unnamed: [],
    });
  }
});

test('docs/yours.md names every view, placeholder, output and column that config.yaml may have', () => {
  const { text } = readPage('docs/yours.md');
  const named = new Set([...text.matchAll(/`\{?(\w+)\}?`/g)].map(([, name]) => name));
  const all = [...commandPlaces, ...placeholders, ...outputs, ...columnNames];
  expect(all.filter(name => !named.has(name))).toEqual([]);
});
