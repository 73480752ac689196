import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { parseAnswer, mapYielding } from '#api/decode.ts';
import { errorOf, useFaultServer } from '../helpers/apiFixture.ts';
import { json } from '../helpers/faultAnswers.ts';

const fixture = useFaultServer();
const period = { from: '2026-01-01', to: '2026-01-31' } as const;
const refused = 'The answer holds more than 400,000 values: ask for less, or check the address.';
const zeros = (length: number) => `[${'0,'.repeat(length - 1)}0]`;

test('400,000 values are read, and one more is not', () => {
  expect(parseAnswer(zeros(400_000))).toHaveLength(400_000);
  expect(() => parseAnswer(zeros(400_001))).toThrow(refused);
  expect(() => parseAnswer(`${'['.repeat(400_001)}${']'.repeat(400_001)}`)).toThrow(refused);
  expect(() => parseAnswer(`{${'"a":1,'.repeat(400_001)}"b":1}`)).toThrow(refused);
});

test.each([
  ['commas and brackets', ',[{'.repeat(300_000)],
  ['quotes', '",'.repeat(450_000)],
  ['backslashes', '\\,'.repeat(450_001)],
  ['a backslash at the end', `${','.repeat(450_000)}\\`],
])('%s inside of a string are no values', (_, text) => {
  expect(parseAnswer(JSON.stringify([text, text]))).toEqual([text, text]);
});

test('what is no JSON is none, also where a string does not end', () => {
  expect(parseAnswer(`"${','.repeat(500_000)}`)).toBeUndefined();
});

test('an answer with too many values is refused in a line, and asked for once', async () => {
  fixture.server.answerWith(json({ data: Array(400_001).fill(0) }));
  const error = await errorOf(fixture.api().listWebsites({}));
  expect([error.kind, error.message]).toEqual(['shape', refused]);
  expect(fixture.server.requests).toHaveLength(1);
});

test.each([
  ['a list', Array.from({ length: 50_001 }, (_, place) => ({ value: `/${place}`, count: 1 }))],
  ['an object', Object.fromEntries(Array.from({ length: 50_001 }, (_, place) => [`/${place}`, 1]))],
])('of 50,001 rows of a statistic in %s the first 50,000 are read, and there are more', async (_, data) => {
  fixture.server.answerWith(json({ data }));
  const page = await fixture.api().readStatistic('1', { name: 'page', period });
  expect([page.rows.length, page.isCut, page.next]).toEqual([50_000, true, 'no']);
});

test('of 50,001 websites the first 50,000 are read, and there are more', async () => {
  fixture.server.answerWith(json({ data: Array.from({ length: 50_001 }, (_, id) => ({ id })) }));
  const page = await fixture.api().listWebsites({});
  expect([page.rows.length, page.isCut, page.next]).toEqual([50_000, true, 'no']);
});

function stopper() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

test('a long list lets others run in between, and keeps its order', async () => {
  const items = Array.from({ length: 640 }, (_, place) => place);
  let turns = 0;
  const { signal, abort } = stopper();
  const counting = (async () => {
    for (; !signal.aborted; turns += 1) await nextTurn();
  })();
  const results = await mapYielding(items, item => {
    for (const end = performance.now() + 0.5; performance.now() < end;);
    return item * 2;
  });
  abort();
  await counting;
  expect(results).toEqual(items.map(item => item * 2));
  expect(turns).toBeGreaterThanOrEqual(5);
});
