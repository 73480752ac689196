import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { flagsOf } from '#headless/options/optionTable.ts';
import { listedCommandLines, subcommands } from '#headless/subcommands.ts';

const folder = new URL('../../src/headless/commands/', import.meta.url);

test('every definition in headless/commands is in the table, by itself or in its group', async () => {
  const inTable = Object.values(subcommands).flatMap(found =>
    'run' in found ? [found] : [found, ...Object.values(found.subcommands)],
  );
  const files = readdirSync(folder);
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const definitions: Record<string, unknown> = await import(new URL(file, folder).href);
    for (const [name, definition] of Object.entries(definitions))
      expect({ file, name, isInTable: inTable.some(found => found === definition) }).toEqual({
        file,
        name,
        isInTable: true,
      });
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
