import { expect, onTestFinished, test } from 'vitest';
import { ownCapabilities } from '#api/phpAnalytics/capabilities.ts';
import { addDays, dayParts, daysFrom } from '#model/period/day.ts';
import { shortMonth } from '#model/period/format.ts';
import { attentionSentence } from '#model/website/attention.ts';
import { listen } from '#server/http.ts';
import { attentionList } from '#store/queries/overview.ts';
import { createApi } from '../../helpers/apiFixture.ts';
import { isSettled } from '../../helpers/rowsOfToday.ts';
import { storeOver, today, until } from '../../helpers/storeFixture.ts';
import { importHere, line, pipedLines } from '../../logs/importFixture.ts';
import { openForTest, temporaryFile } from '../../server/serverFixture.ts';

const yesterday = addDays(today, -1);

/** Nine weeks of ten visitors and two missing pages a day. */
const days = daysFrom(addDays(today, -63), 63);
function linesOf(more: readonly (readonly [count: number, path: string, status: number])[]): string[] {
  return days.flatMap(day => {
    const { year, month, date } = dayParts(day);
    const many = ([count, path, status]: readonly [number, string, number]) =>
      Array.from({ length: count }, (_, visitor) =>
        line(`${String(date).padStart(2, '0')}/${shortMonth(month)}/${year}:10:00:${10 + visitor}`, path, {
          address: `10.0.0.${visitor}`,
          status,
        }),
      );
    return [
      ...many([10, '/', 200]),
      ...many([2, '/old', 404]),
      ...(day === yesterday ? more : []).flatMap(many),
    ];
  });
}

test('the list names the paths of the errors of a website where they stand out, and asks no other for them', async () => {
  const file = temporaryFile();
  await importHere(file, [pipedLines(linesOf([]))], 'calm.example');
  await importHere(
    file,
    [
      pipedLines(
        linesOf([
          [30, '/checkout', 503],
          [12, '/cart', 503],
        ]),
      ),
    ],
    'broken.example',
  );
  const service = await openForTest({ file, countsLogs: true, timeZone: 'UTC' });
  const asked: string[] = [];
  const listener = await listen({
    async answer(request) {
      const { pathname, searchParams } = new URL(request.url);
      const name = searchParams.get('name') ?? '';
      if (['not_found', 'failed'].includes(name))
        asked.push(
          [pathname.split('/').at(-1), name, searchParams.get('from'), searchParams.get('to')].join(' '),
        );
      return await service.answer(request);
    },
  });
  onTestFinished(() => listener.close());
  const api = createApi({ baseUrl: listener.url, apiKey: 'any', capabilities: ownCapabilities });
  const { store } = storeOver(api, { now: () => Date.parse(`${today}T12:00:00Z`) });
  store.getState().resize({ columns: 120, rows: 40 });
  await store.getState().websites.load();
  const named = (state: Parameters<typeof attentionList>[0]) =>
    attentionList(state).websites.flatMap(({ attention }) =>
      attention.filter(({ kind }) => kind === 'errors').map(reason => attentionSentence(reason)),
    );
  await until(store, state => named(state)[0]?.includes('failed') === true);
  const state = await until(store, isSettled);
  expect(named(state)).toEqual([
    '44 errors on Thu 19 Nov, where 2 are usual; failed: /checkout 30, /cart 12; not found: /old 2.',
  ]);
  const broken = state.websites.rows.find(({ domain }) => domain === 'broken.example')?.id;
  const day = `${yesterday} ${yesterday}`;
  expect(asked.toSorted()).toEqual([`${broken} failed ${day}`, `${broken} not_found ${day}`]);
  // What is known is not asked for again.
  store.getState().websites.move('down');
  store.getState().websites.move('up');
  await until(store, isSettled);
  expect(asked).toHaveLength(2);
});
