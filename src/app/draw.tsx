import { render } from 'ink';
import { Component, type ReactNode, useEffect } from 'react';
import type { FocusedField } from '#commands/command.ts';
import { dispatchKey, focusedField, passesField } from '#commands/registry.ts';
import { batchNotifications, freezeView, StoreProvider, type StoreView } from '#screens/storeView.ts';
import type { Store } from '#store/createStore.ts';
import type { Services } from '#store/profile/services.ts';
import type { State } from '#store/state.ts';
import { keyNameOfSequence } from '#terminal/input/keys.ts';
import type { Token } from '#terminal/input/reader.ts';
import { frameBytes, type FrameOptions } from '#terminal/screen/screen.ts';
import type { Session } from '#terminal/session.ts';
import { editByKey, insertText } from '#terminal/textEdit.ts';
import { App } from './App.tsx';
import type { NextStart, OpenedProfile } from './openProfile.ts';
import { previewTheme } from './theme.ts';

/** Handles keys and pastes that arrived together, in order: each goes to the focused field, else to its command. */
export function handleInput(tokens: readonly Token[], store: Store, services: Services): void {
  const keys = new Set(tokens.map(token => (token.type === 'key' ? token.sequence : undefined)));
  // Within a paste, with its marks or without, keys that do nothing do not say why.
  const isSilent = keys.size > maxTyped || keys.has(undefined);
  let at = 0;
  while (at < tokens.length) {
    const field = focusedField(store.getState());
    const typed = field === undefined ? 0 : typedLength(tokens, at, field);
    // Typed characters, or a paste without paste marks, go into the field as one text: one change of any length.
    if (field !== undefined && typed > 1) {
      const texts = tokens
        .slice(at, at + typed)
        .map(token => (token.type === 'key' ? token.sequence : token.text));
      insert(field, texts.join(''), store);
    } else handleToken(tokens[at], field, { store, services }, isSilent);
    at += Math.max(1, typed);
  }
}

/** More different keys than anyone types at once, even over a slow line: a paste without paste marks. */
const maxTyped = 4;

function typedLength(tokens: readonly Token[], from: number, field: FocusedField): number {
  let end = from;
  for (let token = tokens[end]; token?.type === 'key'; token = tokens[++end]) {
    const key = keyNameOfSequence(token.sequence);
    if ((key !== token.sequence && key !== 'Space') || passesField(key, field)) break;
  }
  return end - from;
}

function handleToken(
  token: Token | undefined,
  field: FocusedField | undefined,
  { store, services }: { readonly store: Store; readonly services: Services },
  isSilent: boolean,
): void {
  if (token === undefined) return;
  // Pasted text goes into the focused field only: it never runs commands.
  if (token.type === 'paste') {
    if (field !== undefined) return insert(field, token.text, store);
    return store.getState().notices.say('Pasted text goes into a field: open one first, for example with /.');
  }
  const key = keyNameOfSequence(token.sequence);
  if (key === undefined) return;
  if (field !== undefined && !passesField(key, field)) {
    const edited = editByKey(field.text, key, { multiline: field.manyLines });
    if (edited !== undefined) change(field, edited, store);
    return;
  }
  dispatchKey(key, store, services, isSilent);
}

function insert(field: FocusedField, text: string, store: Store): void {
  change(field, insertText(field.text, text, { multiline: field.manyLines }), store);
}

/** What was said is of what was typed before. */
function change(field: FocusedField, text: FocusedField['text'], store: Store): void {
  const { notices } = store.getState();
  if (notices.current !== undefined) notices.clear();
  field.change(text);
}

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

class ErrorBoundary extends Component<
  { readonly onError: (error: unknown) => void; readonly children: ReactNode },
  { readonly failed: boolean }
> {
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
  const held = shown && freezeView(batchNotifications(first.store), shown);
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
