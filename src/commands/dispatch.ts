import type { Services } from '#store/services.ts';
import type { Store } from '#store/createStore.ts';
import { passedByEveryField, type FocusedField, type KeyName } from './command.ts';
import { liveCommands } from './registry.ts';

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

/** Whether a key goes past the focused field to the commands. */
export function passesField(key: KeyName, field: FocusedField): boolean {
  return passedByEveryField.includes(key) || field.passes.includes(key);
}
