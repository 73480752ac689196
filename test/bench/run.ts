import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { holds, ratio, type Figure } from './figure.ts';
import { tableOf } from './table.ts';

/** What there is to measure; each reads what it needs only when it is asked for. */
const groups: Readonly<Record<string, () => Promise<Figure[]>>> = {
  start: async () => (await import('./startUp.ts')).startUpFigures(),
  keys: async () => (await import('./keys.ts')).keyFigures(),
  memory: async () => (await import('./memory.ts')).memoryFigures(),
  service: async () => (await import('./service.ts')).serviceFigures(),
  import: async () => (await import('./importing.ts')).importFigures(),
};

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' } } });
const wanted = positionals.length === 0 ? Object.keys(groups) : positionals;
const figures: Figure[] = [];
for (const name of wanted) {
  const group = groups[name];
  if (group === undefined) {
    process.stderr.write(`No such group: ${name}. There are ${Object.keys(groups).join(', ')}.\n`);
    process.exit(2);
  }
  process.stderr.write(`measuring ${name} ...\n`);
  figures.push(...(await group()));
}
process.stdout.write(`${tableOf(figures)}\n`);
if (values.json !== undefined) {
  const report = figures.map(figure => ({ ...figure, ratio: ratio(figure), holds: holds(figure) }));
  writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
}
process.exit(figures.some(figure => holds(figure) === false) ? 1 : 0);
