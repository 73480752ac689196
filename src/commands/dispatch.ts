import type { Store } from '#store/createStore.ts';
import type { Services } from '#store/profile/services.ts';
import type { State } from '#store/state.ts';
import {
  passedByEveryField,
  type Command,
  type CommandContext,
  type FocusedField,
  type KeyName,
} from './command.ts';
import { commandOfKey, focusedField, liveCommands, whereKeyWorks } from './registry.ts';
import { keyOf } from '#text/words.ts';

/** Runs the command that a key means now. Where none works, a notice says why, unless `isSilent`. False where nothing was run. */
export function dispatchKey(key: KeyName, store: Store, services: Services, isSilent = false): boolean {
  const state = store.getState();
  const found = commandOfKey(state, key);
  const isCommand = typeof found === 'object';
  const reason = isCommand || isSilent ? undefined : whyDead(state, key, found);
  if (reason !== undefined) state.notices.say(reason);
  // Drawing the screen anew shows what was on it.
  else if (key !== '^L' && state.notices.current !== undefined) state.notices.clear();
  if (isCommand) found.run(new Context(store, services));
  return isCommand;
}

/** Often no key press: Esc and a key in a row read as Alt, a terminal's reply as a key with modifiers, noise as a control. */
const noise = /^(Alt-|Ctrl-|Shift-|\^[^A-Z])/;

/** What to say of a key that does nothing now. Nothing of Esc: people press it until they are at the first view. */
function whyDead(state: State, key: KeyName, reason: string | undefined): string | undefined {
  if (key === 'Esc') return undefined;
  if (reason !== undefined) return reason;
  if (noise.test(key) || focusedField(state) !== undefined) return undefined;
  const elsewhere = whereKeyWorks(state, key);
  if (elsewhere !== undefined) return elsewhere;
  return typeof commandOfKey(state, keyOf('help')) === 'object'
    ? `${keyOf('help')} shows the keys.`
    : 'Not a key here: Esc back.';
}

/** A class, because creating an object with a getter costs more than most commands. */
class Context implements CommandContext {
  readonly services: Services;
  readonly #store: Store;

  constructor(store: Store, services: Services) {
    this.#store = store;
    this.services = services;
  }

  get state(): State {
    return this.#store.getState();
  }
}

/** The commands that a key reaches now, of those asked about, each with the first of its keys that does. */
export function reachableCommands(
  state: State,
  isAsked?: (command: Command) => boolean,
): { command: Command; key: KeyName }[] {
  const field = focusedField(state);
  return liveCommands(state, isAsked).flatMap(command => {
    const key = command.keys.find(name => field === undefined || passesField(name, field));
    return key === undefined ? [] : [{ command, key }];
  });
}

export function passesField(key: KeyName, field: FocusedField): boolean {
  return passedByEveryField.includes(key) || field.passes.includes(key);
}
