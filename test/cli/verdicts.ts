import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { addDays } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { preparedDemo } from '../helpers/preparedDemo.ts';
import { temporaryFolder } from '../helpers/temporaryFolder.ts';
import { type Ran, run, serve, today } from './fixture.ts';
import { connect } from './mcpClient.ts';

/** What is said of one day of one website, and which day it is compared with; undefined where with none. */
export interface Verdict {
  readonly count: number | undefined;
  readonly before: number | undefined;
  readonly day: string | undefined;
}

/** A service, as commands and agents are told of it. */
export interface Asked {
  readonly shell: (...args: string[]) => Promise<Ran>;
  readonly env: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

/** What the commands and agents say of a day of a website, by the name of the place. */
export async function printed(
  { shell, env, args }: Asked,
  site: string,
  day: Day,
): Promise<Record<string, Verdict>> {
  const days = ['--from', day, '--to', day];
  const json = async (...words: string[]) => {
    const { stdout } = await shell(...words, '--json');
    return stdout === '' ? undefined : JSON.parse(stdout);
  };
  const [overview, stats, why, report] = await Promise.all([
    json('overview', ...days),
    json('stats', site, 'visitors', ...days, '--compare'),
    json('why', site, ...days),
    json('report', site, ...days),
  ]);
  const rowOf = ({ rows }: { rows: Record<string, unknown>[] }) =>
    rows.find(({ id, domain }) => id === site || domain === site) ?? {};
  const number = (value: unknown) => (typeof value === 'number' ? value : undefined);
  const facts = (from: Record<string, unknown>, count = from['visitors']): Verdict => {
    const other = from['before_day'] ?? from['before_from'];
    return {
      count: number(count),
      before: number(from['visitors_before'] ?? from['count_before']),
      day: typeof other === 'string' ? other : undefined,
    };
  };
  const agent = await connect(env, args);
  const answer = async (tool: string, asked: object) =>
    JSON.parse((await agent.call(tool, { ...asked, from: day, to: day })).texts[0] ?? '');
  const found: Record<string, Verdict> = {
    overview: facts(rowOf(overview)),
    stats: facts(stats),
    report: facts(report, report.visitors_compared ?? report.visitors),
    'compare of agents': facts(await answer('compare', { site, names: ['visitors'] })),
    'overview of agents': facts(rowOf(await answer('overview', {}))),
  };
  // Without a day to compare it with, why has nothing to explain.
  if (why?.before_from !== undefined) found['why'] = facts(why);
  if (day === addDays(today, -1)) {
    const [watched] = (await json('watch', site, '--drop', '1')).rows;
    found['watch'] = facts(watched, watched.count);
  }
  return found;
}

/** A copy of the demo, served. */
export async function serveDemo() {
  const folder = temporaryFolder();
  cpSync(await preparedDemo(today), folder, { recursive: true });
  const { api, env } = await serve({ file: join(folder, 'demo.sqlite'), demo: true });
  return { api, env, shell: async (...args: string[]) => await run(args, { env }) };
}
