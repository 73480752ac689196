import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Home } from '../helpers/home.ts';
import { temporaryFolder } from '../helpers/temporaryFolder.ts';
import { lackingServer, startWebServer, type WebServer, webServers } from '../helpers/webServers.ts';
import { run, start, temporaryHome } from './fixture.ts';

/** The counts of every page of the own service. */
function pages(home: Home): Record<string, number> {
  const file = join(home.env['XDG_DATA_HOME'] ?? '', 'sitedeck', 'sites.sqlite');
  const database = new DatabaseSync(file, { readOnly: true, timeout: 60_000 });
  try {
    const rows = database
      .prepare('select value, sum(count) as count from stat where name = 3 group by value')
      .all();
    return Object.fromEntries(rows.map(({ value, count }) => [String(value), Number(count)]));
  } finally {
    database.close();
  }
}

/** Asks for pages, each once, several at a time, while something else is done. */
async function askMany(server: WebServer, from: number, to: number, meanwhile?: () => void): Promise<void> {
  const paths = Array.from({ length: to - from }, (_, at) => `/page-${from + at}`);
  for (let at = 0; at < paths.length; at += 5) {
    if (at >= paths.length / 2) {
      meanwhile?.();
      meanwhile = undefined;
    }
    await Promise.all(paths.slice(at, at + 5).map(path => server.ask(path)));
  }
}

async function follow(home: Home) {
  const child = start(['serve', '--port', '0'], { home });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said += part.toString()));
  await vi.waitFor(() => expect(said).toContain('Following 1 source of logs.'), { timeout: 60_000 });
  return async () => {
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  };
}

test.for(webServers)(
  'the log of $name, rotated by logrotate while it is followed and while it is not, is counted to the request',
  async (kind, { skip }) => {
    const lacking = lackingServer(kind);
    if (lacking !== undefined) skip(lacking);
    const home = temporaryHome();
    const server = await startWebServer(kind, temporaryFolder());
    const [first, second, third] = kind.rotations;
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('three rotations');
    const counted = (most: number) =>
      vi.waitFor(
        () => {
          const found = pages(home);
          const wrong = Object.entries(found).filter(([, count]) => count !== 1);
          expect({ pages: Object.keys(found).length, wrong }).toEqual({ pages: most, wrong: [] });
        },
        { timeout: 60_000, interval: 250 },
      );
    // What is written between the copy and the truncation is lost to everybody: then nobody asks meanwhile.
    const isCopy = (how: string) => how === 'copytruncate';

    await askMany(server, 0, 100);
    const added = await run(['logs', 'add', 'example.com', server.log], { home });
    expect(added.code).toBe(0);
    await counted(100);
    const kill = await follow(home);
    await askMany(server, 100, 300, isCopy(first) ? undefined : () => server.rotate(first));
    if (isCopy(first)) server.rotate(first);
    await askMany(server, 300, 400);
    await counted(400);
    server.rotate(second);
    await askMany(server, 400, 500);
    await kill();
    // Nobody follows now: at most one rotation, of which the pattern knows nothing.
    await askMany(server, 500, 600, isCopy(third) ? undefined : () => server.rotate(third));
    if (isCopy(third)) server.rotate(third);
    await askMany(server, 600, 650);
    await follow(home);
    await askMany(server, 650, 700);
    await counted(700);

    const cold = temporaryHome();
    const logs = readdirSync(dirname(server.log)).map(name => join(dirname(server.log), name));
    expect((await run(['import', 'example.com', ...logs], { home: cold })).code).toBe(0);
    expect(pages(home)).toEqual(pages(cold));
  },
);
