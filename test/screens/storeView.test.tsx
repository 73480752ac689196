import { Text } from 'ink';
import { render } from 'ink-testing-library';
import { expect, test } from 'vitest';
import type { Activity } from '#api/api.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { batchNotifications, StoreProvider, useMade } from '#screens/storeView.ts';
import type { State } from '#store/state.ts';
import { storeWith } from '../helpers/storeFixture.ts';

test('what is made of the state is made again for what it read, its inputs, a theme and a day, and for nothing else', async () => {
  const made: string[] = [];
  let day: Day = '2026-11-20';
  const { store } = await storeWith([], { today: () => day });
  function View({ input }: { readonly input: string }) {
    const { panel } = useMade(
      (state: State) => {
        made.push(input);
        return { panel: state.dashboard.panel };
      },
      [input],
    );
    return <Text>{`${input} ${panel}`}</Text>;
  }
  const view = (input: string) => (
    <StoreProvider value={store}>
      <View input={input} />
    </StoreProvider>
  );
  const { lastFrame, rerender } = render(view('a'));
  expect(made).toEqual(['a']);

  store.getState().navigation.push({ screen: 'help' });
  store.getState().notices.say('Not read.');
  rerender(view('a'));
  expect(made).toEqual(['a']);

  store.getState().dashboard.focusPanel(2);
  rerender(view('a'));
  expect(made).toEqual(['a', 'a']);
  expect(lastFrame()).toBe('a 2');

  rerender(view('b'));
  expect(made).toEqual(['a', 'a', 'b']);
  expect(lastFrame()).toBe('b 2');

  store.getState().theme.changed();
  rerender(view('b'));
  expect(made).toEqual(['a', 'a', 'b', 'b']);

  day = '2026-11-21';
  rerender(view('b'));
  expect(made).toEqual(['a', 'a', 'b', 'b', 'b']);
  rerender(view('b'));
  expect(made).toHaveLength(5);
});

const noon = Date.UTC(2026, 10, 20, 12);

test('requests in the background draw nothing by themselves; those of a view, a pause and another minute do', async () => {
  const { store } = await storeWith([]);
  const view = batchNotifications(store);
  let frames = 0;
  view.subscribe(() => (frames += 1));
  const framesOf = async (change: Partial<Activity>) => {
    const before = frames;
    store.setState(({ activity }) => ({ activity: { ...activity, ...change } }));
    await new Promise(resolve => setImmediate(resolve));
    return frames - before;
  };
  expect(await framesOf({ lastAnswer: noon })).toBe(1);
  expect(await framesOf({ inFlight: 2, background: 2 })).toBe(0);
  expect(await framesOf({ queued: 300, background: 302 })).toBe(0);
  expect(await framesOf({ inFlight: 3 })).toBe(1);
  expect(await framesOf({ inFlight: 2 })).toBe(1);
  expect(await framesOf({ lastAnswer: noon + 59_000 })).toBe(0);
  expect(await framesOf({ lastAnswer: noon + 60_000 })).toBe(1);
  expect(await framesOf({ isHeldBack: true })).toBe(1);
  // What has changed meanwhile is there with the next frame.
  expect(await framesOf({ inFlight: 1, background: 301 })).toBe(0);
  expect(view.getState().activity.inFlight).toBe(1);
  expect(await framesOf({ pausedUntil: noon + 90_000 })).toBe(1);
});
