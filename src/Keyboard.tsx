import { useEffect } from 'react';
import type { Store } from '#store/core/createStore.ts';
import type { Services } from '#store/core/services.ts';
import type { Token } from '#terminal/input/inputGuard.ts';
import { handleInput } from './handleInput.ts';
import { previewTheme } from './previewTheme.ts';

export interface KeyboardProps {
  readonly store: Store;
  readonly services: Services;
  /** Calls back with all keys and pastes that arrived together; returns the way to stop. */
  onInput(listener: (tokens: readonly Token[]) => void): () => void;
}

/** The only reader of keys and pastes. Draws nothing. */
export function Keyboard({ store, services, onInput }: KeyboardProps) {
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
