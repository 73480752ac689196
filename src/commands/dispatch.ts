import type { Store } from '#store/createStore.ts';
import type { Services } from '#store/services.ts';
import type { State } from '#store/state.ts';
import { passedByEveryField, type Command, type FocusedField, type KeyName } from './command.ts';
import { focusedField, liveCommands } from './registry.ts';

/** Runs the command that a key means now. False where it means none. */
export function dispatchKey(key: KeyName, store: Store, services: Services): boolean {
  const command = liveCommands(store.getState()).find(found => found.keys.includes(key));
  if (command === undefined) return false;
  command.run({
    get state() {
      return store.getState();
    },
    services,
  });
  return true;
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
