import { Text } from 'ink';
import { render } from 'ink-testing-library';
import { expect, test } from 'vitest';
import { StoreProvider, useMade } from '#screens/storeView.ts';
import type { Day } from '#model/statistics/statistics.ts';
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
