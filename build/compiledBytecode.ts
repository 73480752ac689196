import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';

/** What is pressed once a text is on screen: a start, a look at a website, and the end. */
const visit = [
  { shown: '13 websites', press: '\r' },
  { shown: 'Landing pages', press: '' },
] as const;

/** Runs the program, in the demo. Resolves to the cache files it leaves behind, by the names of the chunks. */
export async function compiledBytecode(program: string): Promise<ReadonlyMap<string, string>> {
  const home = mkdtempSync(join(tmpdir(), 'sitedeck-build-'));
  try {
    const folder = join(home, 'cache', 'sitedeck');
    await run(program, home);
    const files = readdirSync(folder).map(
      name => [`${name.split('.js.')[0]}.js`, join(folder, name)] as const,
    );
    return new Map(files);
  } finally {
    process.once('exit', () => rmSync(home, { recursive: true, force: true }));
  }
}

function run(program: string, home: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = { HOME: home, XDG_CACHE_HOME: join(home, 'cache'), TERM: 'xterm-256color', LANG: 'C.UTF-8' };
    const terminal = spawn(program, [], { name: 'xterm-256color', cols: 120, rows: 40, env });
    const left = [...visit];
    let output = '';
    terminal.onData(data => {
      output += data;
      const next = left[0];
      if (next === undefined || !output.includes(next.shown)) return;
      left.shift();
      output = '';
      terminal.write(next.press);
      // By then it has written its bytecode cache.
      if (left.length === 0) setTimeout(() => terminal.write('qq'), 3_000);
    });
    terminal.onExit(({ exitCode }) =>
      exitCode === 0 && left.length === 0
        ? resolve()
        : reject(new Error(`The new executable ended with ${exitCode}: ${output}`)),
    );
  });
}
