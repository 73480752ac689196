import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { updateSource } from '#logs/follow/Follower.ts';
import { FileMemory } from '#logs/follow/planReadings.ts';
import { readingOf, sourceLogs } from '#logs/follow/sourceLogs.ts';
import { ImportError } from '#logs/summary.ts';
import { expandPattern } from '#logs/files/find.ts';
import { fileSource } from '#logs/files/LogSource.ts';
import { runImport } from '#logs/import/runImport.ts';
import { changeZone } from '#logs/storage/formerCounts.ts';
import { addSources, selectLogSources } from '#logs/storage/sources.ts';
import type { Database } from '#server/database/Database.ts';
import { openDatabase } from '#server/database/openDatabase.ts';
import { temporaryFile, temporaryFolder } from '../server/serverFixture.ts';
import { chrome, countedIn, googlebot, query, safari, writeLog } from './importFixture.ts';

// Berlin ends its summer time in them, Lord Howe moves by half an hour, New York comes a week later; a day of Kathmandu begins in the
// middle of ten minutes of UTC.
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
] as const;
const firstSecond = Date.UTC(2026, 9, 23) / 1000;
const days = 6;
const domain = 'a.example';
const today = '2026-11-20' as const;
const quarter = 900;

interface Line {
  readonly time: number;
  readonly client: number;
  readonly isOther: boolean;
  readonly path: string;
  readonly status: number;
  readonly agent: string;
  /** In which of the logs it is, the first one at least. */
  readonly logs: readonly number[];
}

const logCount = 3;
const eachHost = { fewestViews: 1, mostWebsites: 100, patterns: [] };

// Most stand near the beginning of a day somewhere.
const time = fc
  .tuple(fc.integer({ min: 0, max: days * 96 - 1 }), fc.integer({ min: -2, max: 2 }), fc.boolean())
  .map(([part, beside, isNear]) => firstSecond + part * quarter + (isNear ? beside : 433));
const someLines = fc.array(
  fc.record({
    time,
    client: fc.integer({ min: 1, max: 4 }),
    isOther: fc.boolean(),
    path: fc.constantFrom('/', '/a', '/b.css', '/c?utm_campaign=x'),
    status: fc.constantFrom(200, 200, 200, 304, 404),
    agent: fc.constantFrom(chrome, safari, googlebot),
    logs: fc.uniqueArray(fc.integer({ min: 0, max: logCount - 1 }), { minLength: 1, maxLength: 2 }),
  }),
  { minLength: 8, maxLength: 40 },
);

const someZone = fc.constantFrom(...zones);
const action = fc.oneof(
  fc.record({ does: fc.constant('update' as const), zone: someZone }),
  fc.record({ does: fc.constant('recount' as const) }),
  fc.record({ does: fc.constant('zone' as const), zone: someZone }),
  fc.record({ does: fc.constant('client' as const), isForwarded: fc.boolean() }),
  fc.record({ does: fc.constant('move' as const), log: fc.integer({ min: 0, max: logCount - 1 }) }),
);
const olderAction = fc.oneof(
  action,
  fc.record({
    does: fc.constant('import' as const),
    log: fc.integer({ min: 0, max: logCount - 1 }),
    zone: someZone,
  }),
  // As it was before counts had a zone.
  fc.record({ does: fc.constant('forget' as const) }),
);

/** Without a page view a host is no website. */
const pageView: Line = {
  time: firstSecond + 86_400,
  client: 1,
  isOther: false,
  path: '/',
  status: 200,
  agent: chrome,
  logs: [0],
};

/** The line with its number, so that no two are the same. */
function textOf({ time, client, isOther, path, status, agent }: Line, number: number): string {
  const [date = '', clock = ''] = new Date(time * 1000).toISOString().split(/[T.]/);
  const [year, month, day] = date.split('-');
  const name = month === '10' ? 'Oct' : 'Nov';
  const host = isOther ? 'b.example' : domain;
  return `${host}:443 10.0.0.${client % 2} - - [${day}/${name}/${year}:${clock} +0000] "GET ${path} HTTP/1.1" ${status} ${number} "-" "${agent}" "203.0.113.${client}" rt=${(number % 7) / 1000}`;
}

/** Logs of a folder, and a database that counts them. */
class Counted {
  readonly file = temporaryFile();
  readonly #folder: string;
  readonly #isHosts: boolean;
  #options: object = {};

  constructor(folder: string, isHosts: boolean) {
    this.#folder = folder;
    this.#isHosts = isHosts;
  }

  async readAs(isForwarded: boolean): Promise<void> {
    const hosts = this.#isHosts ? eachHost : undefined;
    this.#options = isForwarded ? { client: 'x-forwarded-for' } : {};
    await this.#with(async database => {
      const owner = this.#isHosts ? undefined : domain;
      const patterns = [join(this.#folder, 'access.log.*')];
      await addSources(
        database,
        { domain: owner, patterns, options: { ...this.#options, hosts } },
        '2026-11-20 10:00:00',
      );
    });
  }

  async update(timeZone: string): Promise<void> {
    await this.#with(async database => {
      for (const source of selectLogSources(database)) {
        const context = { ...this.#context(timeZone), file: this.file, check: () => undefined };
        const paths = expandPattern(source.pattern);
        const { problems } = await updateSource(database, source, {
          memory: new FileMemory(),
          context,
          paths,
        });
        if (problems.length > 0) throw new Error(problems.join('\n'));
      }
    });
  }

  async import(path: string, timeZone: string): Promise<void> {
    if (!existsSync(path)) return;
    await this.#with(async database => {
      const hosts = this.#isHosts ? eachHost : undefined;
      const run = { ...this.#context(timeZone), ...this.#options, database, domain, hosts };
      await refusedAtMost(runImport({ ...run, sources: [await fileSource(path)] }));
    });
  }

  async recount(): Promise<void> {
    await this.#with(async database => {
      const recount = async () => {
        const sources = await sourceLogs(database, domain);
        return await runImport({
          ...this.#context('Asia/Tokyo'),
          ...readingOf(database, domain),
          database,
          domain,
          sources,
          recount: () => Promise.resolve(true),
          wholeDaysOnly: true,
        });
      };
      await refusedAtMost(recount());
    });
  }

  async changeZone(timeZone: string): Promise<void> {
    const now = firstSecond + days * 86_400;
    await this.#with(
      async database => void (await database.write(() => changeZone(database, timeZone, now))),
    );
  }

  async forgetZone(): Promise<void> {
    await this.#with(async database => database.execute('delete from log_zone; delete from former_count'));
  }

  #context(timeZone: string) {
    return { timeZone, today, pause: () => undefined, beginStoring: () => undefined };
  }

  async #with(work: (database: Database) => Promise<void>): Promise<void> {
    const database = await openDatabase(this.file);
    try {
      await work(database);
    } finally {
      database.close();
    }
  }
}

/** Logs that are not there, or not whole, change nothing. */
async function refusedAtMost(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof ImportError)) throw error;
  });
}

type Action = typeof olderAction extends fc.Arbitrary<infer T> ? T : never;

interface Case {
  readonly lines: readonly Line[];
  readonly isHosts: boolean;
  readonly actions: readonly Action[];
  readonly last: { readonly zone: string; readonly isForwarded: boolean };
}

const someCase = (actions: fc.Arbitrary<Action>) =>
  fc.record({
    lines: someLines.map((lines): readonly Line[] => [pageView, ...lines]),
    isHosts: fc.boolean(),
    actions: fc.array(actions, { minLength: 1, maxLength: 7 }),
    last: fc.record({ zone: someZone, isForwarded: fc.boolean() }),
  });

function writeLogs(folder: string, lines: readonly Line[]): void {
  const ordered = lines.toSorted((a, b) => a.time - b.time);
  for (let log = 0; log < logCount; log++) {
    const own = ordered.flatMap((line, number) => (line.logs.includes(log) ? [textOf(line, number)] : []));
    if (own.length > 0) writeLog(folder, `access.log.${log}`, own);
  }
}

/** Does what is asked, in its order; `afterEach` is called after each action. */
async function act(
  folder: string,
  counted: Counted,
  actions: readonly Action[],
  afterEach: (action: Action) => void = () => undefined,
): Promise<void> {
  const pathOf = (log: number) => join(folder, `access.log.${log}`);
  const away = temporaryFolder();
  const awayOf = (log: number) => join(away, `access.log.${log}`);
  const move = (from: string, to: string) => existsSync(from) && renameSync(from, to);
  for (const action of actions) {
    if (action.does === 'update') await counted.update(action.zone);
    else if (action.does === 'recount') await counted.recount();
    else if (action.does === 'zone') await counted.changeZone(action.zone);
    else if (action.does === 'client') await counted.readAs(action.isForwarded);
    else if (action.does === 'import') await counted.import(pathOf(action.log), action.zone);
    else if (action.does === 'forget') await counted.forgetZone();
    else if (existsSync(awayOf(action.log))) move(awayOf(action.log), pathOf(action.log));
    else move(pathOf(action.log), awayOf(action.log));
    afterEach(action);
  }
  for (let log = 0; log < logCount; log++) move(awayOf(log), pathOf(log));
}

/** Of a website: its counts, its sessions and how many lines are known of it. */
function countsIn(file: string): unknown {
  const [website] = query(file, `select id from website where domain = '${domain}'`);
  const all = Object(countedIn(file));
  const of = (rows: readonly Record<string, unknown>[]) =>
    rows.filter(row => row['website_id'] === website?.['id']).map(row => ({ ...row, website_id: undefined }));
  return { stat: of(all.stat), visits: of(all.visits), lines: of(all.lines) };
}

/** All logs read once, in one zone and in one way. */
async function coldly(folder: string, { isHosts, last }: Case): Promise<unknown> {
  const cold = new Counted(folder, isHosts);
  await cold.readAs(last.isForwarded);
  await cold.update(last.zone);
  return countsIn(cold.file);
}

test('whatever was counted before, in whichever zones and ways, counted again from all logs it is as if it was the first time', async () => {
  await fc.assert(
    fc.asyncProperty(someCase(olderAction), async one => {
      const folder = temporaryFolder();
      writeLogs(folder, one.lines);
      const counted = new Counted(folder, one.isHosts);
      await counted.readAs(false);
      await act(folder, counted, one.actions);
      await counted.readAs(one.last.isForwarded);
      await counted.update(one.last.zone);
      await counted.changeZone(one.last.zone);
      await counted.recount();
      expect(countsIn(counted.file)).toEqual(await coldly(folder, one));
    }),
    { numRuns: 25 },
  );
});

test('no line is lost or counts twice while logs come and go and the zone changes', async () => {
  await fc.assert(
    fc.asyncProperty(someCase(action), async one => {
      const folder = temporaryFolder();
      writeLogs(folder, one.lines);
      const counted = new Counted(folder, one.isHosts);
      await counted.readAs(false);
      await counted.update('UTC');
      const own = one.lines.filter(({ isOther }) => !isOther);
      const views = own.filter(
        ({ path, status, agent }) => path !== '/b.css' && status !== 404 && agent !== googlebot,
      );
      const sum = (name: number) => {
        const [row] = query(
          counted.file,
          `select sum(count) as sum from stat where name = ${name} and website_id = (select id from website where domain = '${domain}')`,
        );
        return Number(row?.['sum'] ?? 0);
      };
      await act(folder, counted, one.actions, () => {
        expect({ views: sum(2), lines: sum(20) }).toEqual({ views: views.length, lines: own.length });
      });
    }),
    { numRuns: 25 },
  );
});
