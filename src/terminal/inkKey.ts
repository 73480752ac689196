import { keyNameOfSequence, type KeyName } from './keys.ts';

/** What Ink's useInput says about a key, as far as a name needs it. */
export interface InkKeyLike {
  readonly upArrow: boolean;
  readonly downArrow: boolean;
  readonly leftArrow: boolean;
  readonly rightArrow: boolean;
  readonly pageDown: boolean;
  readonly pageUp: boolean;
  readonly home: boolean;
  readonly end: boolean;
  readonly return: boolean;
  readonly escape: boolean;
  readonly ctrl: boolean;
  readonly shift: boolean;
  readonly tab: boolean;
  readonly backspace: boolean;
  readonly delete: boolean;
  readonly meta: boolean;
}

const named = [
  ['upArrow', 'Up'],
  ['downArrow', 'Down'],
  ['leftArrow', 'Left'],
  ['rightArrow', 'Right'],
  ['pageUp', 'PgUp'],
  ['pageDown', 'PgDn'],
  ['home', 'Home'],
  ['end', 'End'],
  ['return', 'Enter'],
  ['tab', 'Tab'],
  ['backspace', 'Backspace'],
  ['delete', 'Delete'],
] as const;

/**
 * The name of a key that came through Ink. Ink says nothing about function keys and calls ^H Backspace: where the bytes
 * are at hand, keyNameOfSequence knows more.
 */
export function keyName(input: string, key: InkKeyLike): KeyName | undefined {
  if (key.escape) return 'Esc';
  const alt = key.meta ? 'Alt-' : '';
  const name = named.find(([flag]) => key[flag])?.[1];
  if (name !== undefined) return `${key.ctrl ? 'Ctrl-' : ''}${alt}${key.shift ? 'Shift-' : ''}${name}`;
  if (input === '') return undefined;
  if (key.ctrl) return `${alt}^${input === ' ' ? '@' : input.toUpperCase()}`;
  const plain = keyNameOfSequence(input);
  return plain === undefined ? undefined : alt + plain;
}
