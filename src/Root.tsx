import { Component, type ReactNode } from 'react';
import { type StoreView, StoreProvider } from '#screens/useAppState.ts';
import type { Store } from '#store/core/createStore.ts';
import type { Services } from '#store/core/services.ts';
import { App } from './App.tsx';
import { Keyboard, type KeyboardProps } from './Keyboard.tsx';

/** The application: its store, keyboard and screens. An error in any of them calls onError, which restores the terminal. */
export function Root(props: {
  readonly store: Store;
  /** The store as the screens subscribe to it. */
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
