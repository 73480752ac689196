import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeWith, type StoreFixture } from '../../helpers/storeFixture.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const domains = ['one.example', 'two.example', 'three.example'];

async function rotating(names = domains): Promise<StoreFixture> {
  const fixture = await storeWith(names, { rotateEvery: 20 });
  const { store } = fixture;
  await store.getState().websites.load();
  store.getState().rotation.begin();
  return fixture;
}

/** What is shown: the list, or a screen with the domain of its website. */
function shown({ store }: Pick<StoreFixture, 'store'>): string {
  const { navigation, websites } = store.getState();
  const { view } = navigation;
  if (!('websiteId' in view)) return view.screen;
  const website = websites.arranged.find(({ id }) => id === view.websiteId);
  return `${view.screen} of ${website?.domain}`;
}

/** What is shown after each of so many turns. */
const turns = (fixture: Pick<StoreFixture, 'store'>, count: number, seconds = 20) =>
  Array.from({ length: count }, () => {
    vi.advanceTimersByTime(seconds * 1000);
    return shown(fixture);
  });

test('goes from the list through all websites in its order and back to it', async () => {
  const fixture = await rotating();
  // The newest first.
  const [first, second, third] = domains.toReversed().map(domain => `dashboard of ${domain}`);
  expect(turns(fixture, 6)).toEqual([first, second, third, 'websites', first, second]);
});

test('a view that somebody has opened is kept from website to website', async () => {
  const fixture = await rotating();
  const { store } = fixture;
  vi.advanceTimersByTime(20_000);
  const { view } = store.getState().navigation;
  const websiteId = 'websiteId' in view ? (view.websiteId ?? '') : '';
  store.getState().navigation.push({ screen: 'statistic', websiteId, name: 'page' });
  expect(turns(fixture, 3)).toEqual(['statistic of two.example', 'statistic of one.example', 'websites']);
});

test('stays where it is behind a menu and in a form, and for a minute after a key', async () => {
  const fixture = await rotating();
  const { store } = fixture;
  store.getState().navigation.push({ screen: 'period' });
  expect(turns(fixture, 2)).toEqual(['websites', 'websites']);
  store.getState().navigation.pop();
  store.getState().editor.open([]);
  expect(turns(fixture, 2)).toEqual(['websites', 'websites']);
  store.getState().navigation.popTo(1);
  store.getState().rotation.hold();
  expect(turns(fixture, 3, 19)).toEqual(['websites', 'websites', 'websites']);
  expect(turns(fixture, 2, 3)).toEqual(['dashboard of three.example', 'dashboard of three.example']);
  expect(turns(fixture, 1)).toEqual(['dashboard of two.example']);
});

test('without websites it waits for some, and without --rotate nothing moves', async () => {
  const fixture = await rotating([]);
  expect(turns(fixture, 2)).toEqual(['websites', 'websites']);
  const still = await storeWith(domains);
  await still.store.getState().websites.load();
  still.store.getState().rotation.begin();
  still.store.getState().rotation.hold();
  expect(turns(still, 5)).toEqual(Array.from({ length: 5 }, () => 'websites'));
});

test('it goes on to websites that are read only as the list is scrolled', async () => {
  const fixture = await rotating(Array.from({ length: 45 }, (_, place) => `site-${place}.example`));
  const { store } = fixture;
  const seen = new Set<string>();
  for (let turn = 0; turn < 45; turn += 1) {
    vi.advanceTimersByTime(20_000);
    seen.add(shown(fixture));
    // Requests in the background wait for a timer between them.
    while (store.getState().websites.list.loading) {
      vi.advanceTimersByTime(1);
      await new Promise(resolve => setImmediate(resolve));
    }
  }
  expect(seen.size).toBe(45);
});
