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

/** Runs the command that a key means now. False where it means none. */
export function dispatchKey(key: KeyName, store: Store, services: Services): boolean {
  const command = commandOfKey(store.getState(), key);
  if (command === undefined) return false;
  command.run(new Context(store, services));
  return true;
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
