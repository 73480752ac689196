import { expect, onTestFinished, test } from 'vitest';
import { capabilities } from '#api/umami/capabilities.ts';
import { connectUmami } from '../../helpers/apiFixture.ts';
import { windows } from '#model/statistics/series.ts';
import { whyNoField, whyNoPrivacy, whyNoStatistic } from '#model/service/capabilities.ts';
import { exampleSeed } from '../../helpers/umami/example.ts';
import { startUmami } from '../../helpers/umami/server.ts';

const period = { from: '2026-10-12', to: '2026-11-20' } as const;

test('hours of 40 days are asked in pieces of 30: in one they would be days', async () => {
  const server = await startUmami(exampleSeed);
  onTestFinished(() => server.close());
  const api = connectUmami({ baseUrl: server.url, apiKey: server.tokenOf('anna'), timeZone: 'UTC' });
  const id = server.world.websites.find(({ name }) => name === 'The shop')?.id ?? '';
  const before = server.asked.length;
  const hours = await api.readHours(id, 'pageviews_hours', period);
  expect(server.asked.length - before).toBe(2);
  const days = await Promise.all(windows(period, 1).map(day => api.readHours(id, 'pageviews_hours', day)));
  expect(hours).toEqual(hours.map((_, hour) => days.reduce((sum, counts) => sum + (counts[hour] ?? 0), 0)));
  // 12:00 has one view, at 14 November; 8:00 has those of 30 October and 2 November.
  expect([hours[12], hours[8]]).toEqual([1, 6]);
});

test('what Umami lacks says why', () => {
  expect(whyNoStatistic(capabilities, 'bot')).toBe('Umami does not record bots.');
  expect(whyNoField(capabilities, 'email')).toBe('Umami does not send reports by email.');
  expect(whyNoPrivacy(capabilities, 'password')).toBe(
    'Umami does not have the privacy "password", only public and private.',
  );
});
