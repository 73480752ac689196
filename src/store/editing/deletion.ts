import type { ApiError } from '#model/failure.ts';
import { type Website, websiteName } from '#model/website/website.ts';
import { apiErrorOf } from '#store/queries/answers.ts';
import type { NoticesSlice } from '#store/display.ts';
import type { NavigationSlice } from '#store/navigation/navigation.ts';
import type { SliceContext } from '#store/slice.ts';
import { emptyText, type TextValue } from '#text/textField.ts';
import type { BulkRunSlice, Outcome } from './run.ts';

/** The dialog that deletes websites with all their statistics. It wants the domain typed, or of marked ones their number. */
export interface DeletionSlice {
  readonly websites: readonly Website[];
  /** They were marked. */
  readonly isBulk: boolean;
  readonly typed: TextValue;
  readonly deleting: boolean;
  readonly error?: ApiError | undefined;
  open(website: Website): void;
  openAll(websites: readonly Website[]): void;
  edit(text: TextValue): void;
  /** A no-op until what is wanted is typed. */
  confirm(): Promise<void>;
}

interface Beside {
  readonly navigation: NavigationSlice;
  readonly notices: NoticesSlice;
  readonly bulkRun: BulkRunSlice;
  readonly records: { forget(id: string): void };
  readonly websites: { removeWebsites(ids: ReadonlySet<string>): void; load(): Promise<void> };
}

export function createDeletion(context: SliceContext<{ deletion: DeletionSlice }, Beside>): DeletionSlice {
  const { get, patch, services } = context;
  const slice = () => get().deletion;
  const closed = { websites: [], isBulk: false, typed: emptyText, deleting: false, error: undefined };

  const deleteOne = async (websites: readonly Website[], website: Website) => {
    const isOpen = () => slice().websites === websites;
    patch('deletion', { deleting: true, error: undefined });
    try {
      await services.api.deleteWebsite(website.id);
    } catch (error) {
      const failure = apiErrorOf(error);
      if (failure === undefined) throw error;
      if (isOpen()) patch('deletion', { deleting: false, error: failure });
      else get().notices.say(failure.message, 'bad');
      return;
    }
    get().records.forget(website.id);
    get().websites.removeWebsites(new Set([website.id]));
    get().notices.say(`Deleted ${websiteName(website)} and its statistics.`, 'good');
    if (isOpen()) patch('deletion', closed);
    get().navigation.leave(route => 'websiteId' in route && route.websiteId === website.id);
    void get().websites.load();
  };

  const deleteEach = async ({ id }: Website): Promise<Outcome> => {
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
    ...closed,
    open(website) {
      patch('deletion', { ...closed, websites: [website] });
      get().navigation.push({ screen: 'delete', websiteId: website.id });
    },
    openAll(websites) {
      patch('deletion', { ...closed, websites, isBulk: true });
      get().navigation.push({ screen: 'delete' });
    },
    edit: typed => patch('deletion', { typed, error: undefined }),
    async confirm() {
      const { websites, isBulk, deleting } = slice();
      const [first] = websites;
      if (first === undefined || deleting || !isConfirmed(slice())) return;
      await (isBulk ? get().bulkRun.start('delete', websites, deleteEach) : deleteOne(websites, first));
    },
  };
}

/** What has to be typed: the domain, or the id where the website has no domain; of marked ones their number. */
export function wantedText({ websites, isBulk }: Pick<DeletionSlice, 'websites' | 'isBulk'>): string {
  const [first] = websites;
  return isBulk ? String(websites.length) : first === undefined ? '' : websiteName(first);
}

/** Whether what is wanted is typed. */
export function isConfirmed(deletion: Pick<DeletionSlice, 'websites' | 'isBulk' | 'typed'>): boolean {
  return deletion.websites.length > 0 && plain(deletion.typed.value) === plain(wantedText(deletion));
}

/** Whether what is typed can still become that. */
export function isOnTheWay(deletion: Pick<DeletionSlice, 'websites' | 'isBulk' | 'typed'>): boolean {
  return plain(wantedText(deletion)).startsWith(plain(deletion.typed.value));
}

function plain(text: string): string {
  return text.trim().toLowerCase();
}
