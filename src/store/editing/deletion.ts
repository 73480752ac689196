import type { ApiError } from '#api/error.ts';
import { type Website, websiteName } from '#model/website/website.ts';
import { apiErrorOf } from '#store/queries/answers.ts';
import type { StoreContext } from '#store/state.ts';
import { emptyText, type TextValue } from '#text/textField.ts';
import type { Outcome } from './run.ts';

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

/** The dialog that deletes a website with all its statistics; it wants the domain typed. */
export interface DeletionSlice {
  readonly website?: Website | undefined;
  readonly typed: TextValue;
  readonly deleting: boolean;
  readonly error?: ApiError | undefined;
  open(website: Website): void;
  edit(text: TextValue): void;
  /** A no-op until the typed text is the domain. */
  confirm(): Promise<void>;
}

export function createDeletion({ get, patch, services }: StoreContext): DeletionSlice {
  const slice = () => get().deletion;
  return {
    typed: emptyText,
    deleting: false,
    open(website) {
      patch('deletion', { website, typed: emptyText, deleting: false, error: undefined });
      get().navigation.push({ screen: 'delete', websiteId: website.id });
    },
    edit: typed => patch('deletion', { typed, error: undefined }),
    async confirm() {
      const { website, deleting } = slice();
      if (website === undefined || deleting || !isConfirmed(slice())) return;
      patch('deletion', { deleting: true, error: undefined });
      try {
        await services.api.deleteWebsite(website.id);
      } catch (error) {
        const failure = apiErrorOf(error);
        if (failure === undefined) throw error;
        if (slice().website !== website) get().notices.say(failure.message, 'bad');
        else patch('deletion', { deleting: false, error: failure });
        return;
      }
      get().records.forget(website.id);
      get().websites.removeWebsites(new Set([website.id]));
      get().notices.say(`Deleted ${websiteName(website)} and its statistics.`, 'good');
      if (slice().website === website) patch('deletion', { website: undefined, deleting: false });
      get().navigation.leave(route => 'websiteId' in route && route.websiteId === website.id);
      void get().websites.load();
    },
  };
}

/** Whether the domain is typed, or the id where the website has no domain. */
export function isConfirmed({ website, typed }: Pick<DeletionSlice, 'website' | 'typed'>): boolean {
  return website !== undefined && plain(typed.value) === plain(websiteName(website));
}

/** Whether what is typed can still become that. */
export function isOnTheWay({ website, typed }: Pick<DeletionSlice, 'website' | 'typed'>): boolean {
  return website !== undefined && plain(websiteName(website)).startsWith(plain(typed.value));
}

function plain(text: string): string {
  return text.trim().toLowerCase();
}
