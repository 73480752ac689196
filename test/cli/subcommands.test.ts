import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { flagsOf } from '#cli/subcommand.ts';
import { listedCommandLines, subcommands } from '#cli/subcommands.ts';

const folder = fileURLToPath(new URL('../../src/cli/', import.meta.url));

test('every definition in cli is in the table, by itself or in its group', async () => {
  const inTable = new Set<unknown>(
    Object.values(subcommands).flatMap(found =>
      'run' in found ? [found] : [found, ...Object.values(found.subcommands)],
    ),
  );
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    file => file.endsWith('.ts') && readFileSync(join(folder, file), 'utf8').includes('= defineSubcommand('),
  );
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const exported: Record<string, unknown> = await import(join(folder, file));
    const missing = Object.entries(exported).filter(
      ([, value]) =>
        typeof value === 'object' &&
        value !== null &&
        'description' in value &&
        'docs' in value &&
        !inTable.has(value),
    );
    expect([file, missing.map(([name]) => name)]).toEqual([file, []]);
  }
});

test('an argument is written as help shows it, and only the last one repeats', () => {
  for (const { words, subcommand } of listedCommandLines())
    subcommand.arguments.forEach(({ name }, index) => {
      const pattern =
        index === subcommand.arguments.length - 1 ? /^[<[][A-Z]+(\.\.\.)?[>\]]$/ : /^[<[][A-Z]+[>\]]$/;
      expect({ words, name }).toEqual({ words, name: expect.stringMatching(pattern) });
    });
});

test('an option is its key in words; one that can be taken back is two', () => {
  const flags = flagsOf({
    perPage: { value: '<rows>', description: 'rows' },
    email: { short: '-e', description: 'mail', off: 'no mail' },
    color: { off: 'no colours' },
  });
  expect(flags.map(({ long, short, description }) => [long, short, description])).toEqual([
    ['--per-page', undefined, 'rows'],
    ['--email', '-e', 'mail'],
    ['--no-email', undefined, 'no mail'],
    ['--no-color', undefined, 'no colours'],
  ]);
});
