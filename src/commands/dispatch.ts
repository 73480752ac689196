import type { Store } from '#store/core/createStore.ts';
import type { Services } from '#store/core/services.ts';
import type { State } from '#store/core/state.ts';
import {
  passedByEveryField,
  type Command,
  type CommandContext,
  type FocusedField,
  type KeyName,
} from './command.ts';
import { commandOfKey, focusedField, liveCommands } from './registry.ts';

/**
 * Runs the command that a key means now, and takes the notice of the last key away. Where it means none, says why, unless
 * `isSilent`. False where nothing was run.
 */
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

/** Keys that come by themselves, or of Esc and another key: with modifiers, and controls that are no letters. */
const noise = /^(Alt-|Ctrl-|Shift-|\^[^A-Z])/;

/** What to say of a key that does nothing now. Esc only goes back: where there is no way back, nothing is amiss. */
function whyDead(state: State, key: KeyName, reason: string | undefined): string | undefined {
  if (key === 'Esc') return undefined;
  if (reason !== undefined) return reason;
  if (noise.test(key) || focusedField(state) !== undefined) return undefined;
  return typeof commandOfKey(state, '?') === 'object'
    ? '? shows the keys.'
    : 'Not a key here: Esc goes back.';
}

/** A class, for an object made with a getter of its own costs more than most commands. */
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

/** The commands that a key reaches now, each with the first of its keys that does: what the footer shows. */
export function reachableCommands(state: State): { command: Command; key: KeyName }[] {
  const field = focusedField(state);
  return liveCommands(state).flatMap(command => {
    const key = command.keys.find(name => field === undefined || passesField(name, field));
    return key === undefined ? [] : [{ command, key }];
  });
}

/** Whether a key goes past the focused field to the commands. */
export function passesField(key: KeyName, field: FocusedField): boolean {
  return passedByEveryField.includes(key) || field.passes.includes(key);
}
