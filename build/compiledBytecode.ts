import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTerminal } from '../test/helpers/terminal.ts';

/** Milliseconds; the build may share a busy machine. */
const patience = 120_000;

/** Runs the program, in the demo. Resolves to the cache files it leaves behind, by the names of the chunks. */
export async function compiledBytecode(program: string): Promise<ReadonlyMap<string, string>> {
  const path = mkdtempSync(join(tmpdir(), 'sitedeck-build-'));
  const remove = () => rmSync(path, { recursive: true, force: true });
  process.once('exit', remove);
  const folder = join(path, 'cache', 'sitedeck');
  const env = {
    HOME: path,
    XDG_CACHE_HOME: join(path, 'cache'),
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    TZ: 'UTC',
  };
  const terminal = startTerminal({
    command: program,
    cols: 120,
    rows: 40,
    home: { path, env, remove },
  });
  await terminal.waitFor('13 websites', patience);
  terminal.press('Enter');
  await terminal.waitFor('Landing pages', patience);
  // By then it has written its bytecode cache.
  await terminal.quiet(3_000);
  terminal.press('q');
  await terminal.waitFor('13 websites', patience);
  terminal.press('q');
  const { code } = await terminal.exit;
  if (code !== 0) throw new Error(`The new executable ended with ${code}: ${terminal.output}`);
  const files = readdirSync(folder).map(name => [`${name.split('.js.')[0]}.js`, join(folder, name)] as const);
  return new Map(files);
}
