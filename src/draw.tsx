import { render } from 'ink';
import { oncePerTurn } from '#screens/oncePerTurn.ts';
import type { Store } from '#store/createStore.ts';
import type { Services } from '#store/services.ts';
import type { Session } from '#terminal/session.ts';
import { Root } from './Root.tsx';

/** Draws the application until it is quit. All that needs React is read with this file. */
export async function draw(store: Store, services: Services, session: Session): Promise<void> {
  const { onInput, fail } = session;
  await render(
    <Root store={store} watched={oncePerTurn(store)} services={services} onInput={onInput} onError={fail} />,
    session.ink,
  ).waitUntilExit();
}
