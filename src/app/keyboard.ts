import type { FocusedField } from '#commands/command.ts';
import { passesField, dispatchKey } from '#commands/dispatch.ts';
import { focusedField } from '#commands/registry.ts';
import type { Store } from '#store/createStore.ts';
import type { Services } from '#store/profile/services.ts';
import type { Token } from '#terminal/input/reader.ts';
import { keyNameOfSequence } from '#terminal/input/keys.ts';
import { editByKey, insertText } from '#terminal/textEdit.ts';

/** Handles keys and pastes that arrived together, in order: each goes to the focused field, else to its command. */
export function handleInput(tokens: readonly Token[], store: Store, services: Services): void {
  const isSilent = !isTyped(tokens);
  let at = 0;
  while (at < tokens.length) {
    const field = focusedField(store.getState());
    const typed = field === undefined ? 0 : typedLength(tokens, at, field);
    // Typed characters, or a paste without paste marks, go into the field as one text: one change of any length.
    if (field !== undefined && typed > 1) insert(field, typedText(tokens, at, typed), store);
    else handleToken(tokens[at], field, { store, services, isSilent });
    at += Math.max(1, typed);
  }
}

interface Target {
  readonly store: Store;
  readonly services: Services;
  /** Keys that do nothing do not say why. */
  readonly isSilent: boolean;
}

/** More different keys than anyone types at once, even over a slow line: a paste without paste marks. */
const mostTyped = 4;

/** No paste, with its marks or without. */
function isTyped(tokens: readonly Token[]): boolean {
  const keys = new Set(tokens.map(token => (token.type === 'key' ? token.sequence : undefined)));
  return keys.size <= mostTyped && !keys.has(undefined);
}

function typedLength(tokens: readonly Token[], from: number, field: FocusedField): number {
  let end = from;
  for (let token = tokens[end]; token?.type === 'key'; token = tokens[++end]) {
    const key = keyNameOfSequence(token.sequence);
    if ((key !== token.sequence && key !== 'Space') || passesField(key, field)) break;
  }
  return end - from;
}

function typedText(tokens: readonly Token[], from: number, length: number): string {
  return tokens
    .slice(from, from + length)
    .map(token => (token.type === 'key' ? token.sequence : token.text))
    .join('');
}

function handleToken(
  token: Token | undefined,
  field: FocusedField | undefined,
  { store, services, isSilent }: Target,
): void {
  if (token === undefined) return;
  if (token.type === 'paste') return handlePaste(token.text, field, store);
  const key = keyNameOfSequence(token.sequence);
  if (key === undefined) return;
  if (field !== undefined && !passesField(key, field)) {
    const edited = editByKey(field.text, key, { multiline: field.manyLines });
    if (edited !== undefined) change(field, edited, store);
    return;
  }
  dispatchKey(key, store, services, isSilent);
}

/** Pasted text goes into the focused field only: it never runs commands. */
function handlePaste(text: string, field: FocusedField | undefined, store: Store): void {
  if (field !== undefined) insert(field, text, store);
  else store.getState().notices.say('Pasted text goes into a field: open one first, for example with /.');
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
