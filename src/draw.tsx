import { render } from 'ink';
import { batchNotifications, holdAt, type StoreView } from '#screens/useAppState.ts';
import type { State } from '#store/core/state.ts';
import { frameBytes, type FrameOptions } from '#terminal/screen/frameBytes.ts';
import type { Session } from '#terminal/session.ts';
import type { NextStart, OpenedProfile } from './openProfile.ts';
export { loadViews } from './CurrentScreen.tsx';
import { Root } from './Root.tsx';

/**
 * Renders the application until the user quits. Everything that needs React is loaded with this file. Calls `follow` with
 * the function that shows another profile. With `shown` the first frame is of that state, whatever has changed since.
 */
export async function draw(
  first: OpenedProfile,
  session: Session,
  follow: (show: (opened: OpenedProfile) => void) => void,
  shown?: State,
): Promise<void> {
  const { onInput, fail } = session;
  const view = ({ store, services }: OpenedProfile, storeView: StoreView = batchNotifications(store)) => (
    <Root store={store} storeView={storeView} services={services} onInput={onInput} onError={fail} />
  );
  const held = shown && holdAt(batchNotifications(first.store), shown);
  const { rerender, waitUntilExit, waitUntilRenderFlush } = render(view(first, held), session.ink);
  if (held !== undefined) setImmediate(held.release);
  session.drawnBy(waitUntilRenderFlush);
  follow(opened => rerender(view(opened)));
  await waitUntilExit();
}

/** What a start writes to the terminal for its first frame. */
export function drawnBytes({ store, services }: NextStart, options: FrameOptions): string {
  return frameBytes(options, ink => {
    render(
      <Root
        store={store}
        storeView={store}
        services={services}
        onInput={() => () => undefined}
        onError={() => undefined}
      />,
      ink,
    );
  });
}
