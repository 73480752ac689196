import { emptyText, type TextValue } from '#model/text/textValue.ts';
import type { Website } from '#model/website/website.ts';
import type { StoreContext } from '#store/core/context.ts';
import { apiErrorOf } from '#store/core/remote.ts';
import type { Outcome } from './runEach.ts';

/** The dialog that deletes several websites with all their statistics; it wants their number typed. */
export interface BulkDeletionSlice {
  readonly websites: readonly Website[];
  readonly typed: TextValue;
  open(websites: readonly Website[]): void;
  edit(text: TextValue): void;
  /** A no-op until the typed text is their number. */
  confirm(): Promise<void>;
}

export function createBulkDeletion({ get, patch, services }: StoreContext): BulkDeletionSlice {
  const work = async ({ id }: Website): Promise<Outcome> => {
    const note = await services.api.deleteWebsite(id).then(
      () => undefined,
      (error: unknown) => {
        if (apiErrorOf(error)?.kind !== 'notFound') throw error;
        return 'was gone already';
      },
    );
    get().records.forget(id);
    return { kind: 'done', note };
  };

  return {
    websites: [],
    typed: emptyText,
    open(websites) {
      patch('bulkDeletion', { websites, typed: emptyText });
      get().navigation.push({ screen: 'bulkDelete' });
    },
    edit: typed => patch('bulkDeletion', { typed }),
    async confirm() {
      const { bulkDeletion, bulkRun } = get();
      if (isCountTyped(bulkDeletion)) await bulkRun.start('delete', bulkDeletion.websites, work);
    },
  };
}

/** Whether the typed text is exactly the number of websites. */
export function isCountTyped({ typed, websites }: Pick<BulkDeletionSlice, 'typed' | 'websites'>): boolean {
  return websites.length > 0 && typed.value.trim() === String(websites.length);
}
