import { renderToString } from 'ink';
import { StoreProvider } from '#screens/storeView.ts';
import { hideNames } from './hideNames.ts';
import type { State } from '#store/state.ts';
import { rowsDrawnBy } from '#terminal/ink/cellOutput.ts';
import { pictureRows, svgOf } from '#terminal/picture/svg.ts';
import type { Theme } from '#terminal/theme/roles.ts';
import { App } from '#app/App.tsx';

/** What the screen shows of a state, as SVG. `hides`: with example names and an index in place of names and numbers. */
export function drawPicture(state: State, theme: Theme, hides: boolean): string {
  const shown = hides ? hideNames(state) : state;
  const view = { getState: () => shown, getInitialState: () => shown, subscribe: () => () => undefined };
  const { columns } = state.viewport;
  const app = (
    <StoreProvider value={view}>
      <App />
    </StoreProvider>
  );
  const rows = rowsDrawnBy(() => renderToString(app, { columns }));
  return svgOf(pictureRows(rows, theme), theme.own);
}
