import type { Store } from '#store/createStore.ts';
import { until } from '../../helpers/storeFixture.ts';

/** Reads the list without its numbers. */
export async function loadList(store: Store): Promise<void> {
  store.getState().overview.toggle();
  await store.getState().websites.load();
}

/** Opens the form of a website, once it is read. */
export async function openForm(store: Store, id: string): Promise<void> {
  store.getState().editor.edit(id);
  await until(store, ({ editor }) => editor.form !== undefined);
}
