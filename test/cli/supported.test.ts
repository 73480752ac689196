import { expect, test } from 'vitest';
import { Failure } from '#model/failure.ts';
import { readLine } from '#cli/commandLine.ts';
import { runLine } from '#cli/run.ts';
import { root } from '#cli/subcommands.ts';
import { offersFor } from '#cli/help/completion.ts';
import { resolveSite } from '#api/resolveSite.ts';
import { createReader, read } from '#queries/answers/query.ts';
import { websiteReport } from '#queries/report.ts';
import { planSteps, readWebsites, refuseLackingSettings } from '#cli/websites/plan.ts';
import { capabilitiesOf } from '#api/open.ts';
import type { WebsitesQuery } from '#model/service/paging.ts';
import type { Website } from '#model/website/website.ts';
import { lackingCapabilities, withCapabilities } from '../helpers/lacking.ts';
import { startService, startSite, today } from './fixture.ts';

/** The error of a command line for a service that lacks much. Nothing is asked of any service before it. */
async function refusal(...args: string[]): Promise<{ line: string; code: number | undefined }> {
  const error: unknown = await runLine(readLine(args, root), () => lackingCapabilities).catch(
    (fault: unknown) => fault,
  );
  return {
    line: error instanceof Error ? error.message : '',
    code: error instanceof Failure ? error.exitCode : undefined,
  };
}

test.each([
  [['stats', 'one.example', 'campaign'], 'Sparse does not record campaigns.'],
  [['stats', 'one.example', 'page', 'visitors', 'os'], 'Sparse does not record systems.'],
  [
    ['stats', 'one.example', 'page', '--sort-by', 'value'],
    'Sparse does not sort rows by value, only by count.',
  ],
  [['stats', 'one.example', 'page', '--search', 'x'], 'Sparse does not search the rows of a statistic.'],
  [['websites', 'list', '--sort-by', 'id'], 'Sparse does not sort websites by id, only by domain.'],
  [['websites', 'list', '--search', 'x'], 'Sparse does not search websites.'],
  [
    ['websites', 'create', 'one.example', '--privacy', 'password'],
    'Sparse does not have the privacy "password", only public and private.',
  ],
  [['websites', 'update', 'one.example', '--password'], 'Sparse does not have passwords for statistics.'],
  [['websites', 'update', 'one.example', '--email'], 'Sparse does not send reports by email.'],
  [['websites', 'update', 'one.example', '--no-email'], 'Sparse does not send reports by email.'],
  [['websites', 'update', 'one.example', '--no-exclude-bots'], 'Sparse does not let bots be excluded.'],
  [
    ['websites', 'update', 'one.example', '--exclude-ips', '10.0.0.1'],
    'Sparse does not let addresses be excluded.',
  ],
  [
    ['websites', 'create', 'one.example', '--exclude-params', 'q'],
    'Sparse does not let parameters be excluded.',
  ],
])('%j is refused with the reason and exit code 2', async (args, line) => {
  expect(await refusal(...args)).toEqual({ line, code: 2 });
});

test('completion offers what the service has, without asking it', async () => {
  const words = async (...typed: string[]) =>
    (await offersFor(typed, () => lackingCapabilities)).map(({ word }) => word);
  expect(await words('stats', 'one.example', 'c')).toEqual([
    'visitors',
    'pageviews',
    'page',
    'referrer',
    'country',
    'visitors_hours',
  ]);
  expect(await words('stats', '--sort-by', '')).toEqual(['count']);
  expect(await words('websites', 'create', '--privacy', '')).toEqual(['public', 'private']);
  const flags = await words('websites', 'update', '--');
  expect(flags.filter(flag => /privacy|password|email|exclude/.test(flag))).toEqual(['--privacy']);
  expect(await words('websites', 'list', '--s')).toContain('--sort-by');
  expect(await words('websites', 'list', '--s')).not.toContain('--search');
});

test('completion offers everything where the profile is not to be found', async () => {
  const broken = () => {
    throw new Error('There is no such profile.');
  };
  expect((await offersFor(['stats', '--sort-by', ''], broken)).map(({ word }) => word)).toEqual([
    'count',
    'value',
  ]);
  expect((await offersFor(['websites', 'update', '--'], broken)).map(({ word }) => word)).toContain(
    '--email',
  );
});

test('what is known of a connection before it is opened is what its client says', async () => {
  const { api } = await startService();
  expect(capabilitiesOf({ kind: 'service' })).toBe(api.capabilities);
});

test('a report has the statistics that are recorded', async () => {
  const service = await startSite();
  for (const name of ['visitors', 'pageviews', 'page', 'referrer', 'campaign'] as const)
    await service.count('1', name, [today, name.endsWith('s') ? today : 'x', 3]);
  const panelsOf = async (api: typeof service.api) => {
    const website = await api.showWebsite('1');
    const choice = { kind: 'range', from: today, to: today } as const;
    const asked = { choice, baseline: undefined, website, hour: 0, rows: 5 };
    const { panels } = await read(websiteReport, asked, createReader(api, { today, timeZone: 'UTC' }));
    return panels.map(({ name }) => name);
  };
  expect(await panelsOf(service.api)).toEqual(['page', 'referrer', 'campaign']);
  expect(await panelsOf(withCapabilities(service.api, lackingCapabilities))).toEqual(['page', 'referrer']);
});

test('websites are found and listed in an order that the service has, without its search', async () => {
  const service = await startService();
  await service.add('two.example');
  const id = await service.add('one.example');
  const queries: WebsitesQuery[] = [];
  const api = {
    ...withCapabilities(service.api, lackingCapabilities),
    async listWebsites(query: WebsitesQuery) {
      queries.push(query);
      return await service.api.listWebsites(query);
    },
  };
  expect((await resolveSite(api, 'one.example')).id).toBe(id);
  expect((await readWebsites(api)).map(({ domain }) => domain)).toEqual(['one.example', 'two.example']);
  expect(queries.map(({ search, sortBy }) => ({ search, sortBy }))).toEqual([
    { search: undefined, sortBy: 'domain' },
    { search: undefined, sortBy: 'domain' },
  ]);
});

test('a settings file with what the service lacks is refused whole', () => {
  const refuse = (settings: Parameters<typeof planSteps>[0], has = lackingCapabilities) => {
    const website: Website = { id: '1', domain: 'one.example', fields: {} };
    refuseLackingSettings(settings, planSteps(settings, [website], false), has);
  };
  expect(() => refuse([{ domain: 'one.example', email: true }])).toThrow(
    'one.example: Sparse does not send reports by email.',
  );
  expect(() => refuse([{ domain: 'one.example', privacy: 'password', passwordEnv: 'PASSWORD' }])).toThrow(
    'one.example: Sparse does not have the privacy "password", only public and private.',
  );
  expect(() => refuse([{ domain: 'new.example' }], { ...lackingCapabilities, fields: [] })).toThrow(
    'Sparse does not let websites be added.',
  );
  expect(() => refuse([{ domain: 'new.example', privacy: 'public' }])).not.toThrow();
});
