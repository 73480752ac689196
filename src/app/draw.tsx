import { render } from 'ink';
import { Component, type ReactNode, useEffect } from 'react';
import { batchNotifications, holdAt, StoreProvider, type StoreView } from '#screens/storeView.ts';
import type { Store } from '#store/createStore.ts';
import type { Services } from '#store/profile/services.ts';
import type { State } from '#store/state.ts';
import type { Token } from '#terminal/input/reader.ts';
import { frameBytes, type FrameOptions } from '#terminal/screen/screen.ts';
import type { Session } from '#terminal/session.ts';
import { App } from './App.tsx';
import { handleInput } from './keyboard.ts';
import type { NextStart, OpenedProfile } from './openProfile.ts';
import { previewTheme } from './theme.ts';

interface KeyboardProps {
  readonly store: Store;
  readonly services: Services;
  /** Calls back with all keys and pastes that arrived together; returns the way to stop. */
  onInput(listener: (tokens: readonly Token[]) => void): () => void;
}

/** The only reader of keys and pastes. Draws nothing. */
function Keyboard({ store, services, onInput }: KeyboardProps) {
  useEffect(
    () =>
      onInput(tokens => {
        store.getState().rotation.hold();
        handleInput(tokens, store, services);
        previewTheme(store.getState());
      }),
    [store, services, onInput],
  );
  return null;
}

/** The application: its store, keyboard and screens. An error in any of them calls onError, which restores the terminal. */
function Root(props: {
  readonly store: Store;
  readonly storeView: StoreView;
  readonly services: Services;
  readonly onInput: KeyboardProps['onInput'];
  readonly onError: (error: unknown) => void;
}) {
  const { store, storeView, services, onInput, onError } = props;
  return (
    <ErrorBoundary onError={onError}>
      <StoreProvider value={storeView}>
        <Keyboard store={store} services={services} onInput={onInput} />
        <App />
      </StoreProvider>
    </ErrorBoundary>
  );
}

interface BoundaryProps {
  readonly onError: (error: unknown) => void;
  readonly children: ReactNode;
}

class ErrorBoundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override readonly state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}

export { loadViews } from './App.tsx';

/** Until the user quits. React is loaded with this file. `follow` gets what shows another profile; `shown`: the first frame's state. */
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
