import { useEffect } from 'react';
import { passesField, dispatchKey } from '#commands/dispatch.ts';
import { focusedField } from '#commands/registry.ts';
import type { Store } from '#store/createStore.ts';
import type { Services } from '#store/services.ts';
import type { Token } from '#terminal/input/inputGuard.ts';
import { keyNameOfSequence } from '#terminal/keys.ts';
import { editByKey, insertText } from '#terminal/textEdit.ts';

export interface KeyboardProps {
  readonly store: Store;
  readonly services: Services;
  /** Calls back with all keys and pastes that arrived together; returns the way to stop. */
  onInput(listener: (tokens: readonly Token[]) => void): () => void;
}

/** The only reader of keys and pastes: event -> focused field, else command. Draws nothing. */
export function Keyboard({ store, services, onInput }: KeyboardProps) {
  useEffect(
    () => onInput(tokens => tokens.forEach(token => handleToken(token, store, services))),
    [store, services, onInput],
  );
  return null;
}

function handleToken(token: Token, store: Store, services: Services): void {
  if (token.type === 'paste') return handlePaste(token.text, store);
  const key = keyNameOfSequence(token.sequence);
  if (key === undefined) return;
  const field = focusedField(store.getState());
  if (field !== undefined && !passesField(key, field)) {
    const edited = editByKey(field.text, key, { multiline: field.manyLines });
    if (edited !== undefined) field.change(edited);
    return;
  }
  // Drawing the screen anew shows what was on it.
  if (key !== '^L' && store.getState().notices.current !== undefined) store.getState().notices.clear();
  dispatchKey(key, store, services);
}

/** Pasted text goes into the focused field and nowhere else: it never runs commands. */
function handlePaste(text: string, store: Store): void {
  const field = focusedField(store.getState());
  if (field !== undefined) field.change(insertText(field.text, text, { multiline: field.manyLines }));
  else store.getState().notices.say('Pasted text goes into a field: open one first, for example with /.');
}
