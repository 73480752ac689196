import { render } from 'ink';
import { batchNotifications } from '#screens/useAppState.ts';
import type { Session } from '#terminal/session.ts';
import type { OpenedProfile } from './openProfile.ts';
export { loadViews } from './CurrentScreen.tsx';
import { Root } from './Root.tsx';

/**
 * Renders the application until the user quits. Everything that needs React is loaded with this file. Calls `follow` with
 * the function that shows another profile.
 */
export async function draw(
  first: OpenedProfile,
  session: Session,
  follow: (show: (opened: OpenedProfile) => void) => void,
): Promise<void> {
  const { onInput, fail } = session;
  const view = ({ store, services }: OpenedProfile) => (
    <Root
      store={store}
      storeView={batchNotifications(store)}
      services={services}
      onInput={onInput}
      onError={fail}
    />
  );
  const { rerender, waitUntilExit, waitUntilRenderFlush } = render(view(first), session.ink);
  session.drawnBy(waitUntilRenderFlush);
  follow(opened => rerender(view(opened)));
  await waitUntilExit();
}
