import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { holds, ratio, type Figure } from './figure.ts';
import { groups } from './groups.ts';
import { writeReport } from './report.ts';
import { tableOf } from './table.ts';

/** --write puts the figures into docs/design/speed.md, in place of those of the same groups. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, write: { type: 'boolean' } },
});
const figures: Figure[] = [];
for (const name of positionals.length === 0 ? Object.keys(groups) : positionals) {
  const group = groups[name];
  if (group === undefined) {
    process.stderr.write(`No such group: ${name}. There are ${Object.keys(groups).join(', ')}.\n`);
    process.exit(2);
  }
  process.stderr.write(`measuring ${name} ...\n`);
  const measured = await group.measure();
  const unlisted = measured.find(figure => !group.names.includes(figure.name));
  if (unlisted !== undefined) throw new Error(`"${unlisted.name}" is missing in test/bench/groups.ts.`);
  figures.push(...measured);
  if (values.write === true) await writeReport(name, measured);
}
process.stdout.write(`${tableOf(figures)}\n`);
if (values.json !== undefined) {
  const report = figures.map(figure => ({ ...figure, ratio: ratio(figure), holds: holds(figure) }));
  writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
}
process.exit(figures.some(figure => holds(figure) === false) ? 1 : 0);
