import { ApiError } from '#model/failure.ts';
import { type Website, websiteName } from '#model/website/website.ts';
import type { NavigationSlice } from '#store/navigation/navigation.ts';
import type { NoticesSlice } from '#store/notices.ts';
import type { SliceContext } from '#store/slice.ts';
import { emptyText, type TextValue } from '#text/textField.ts';
import type { BulkRunSlice, Outcome } from './run.ts';

/** The dialog that deletes websites with all their statistics. It wants the domain typed, or of several their number. */
export interface DeletionSlice {
  readonly websites: readonly Website[];
  readonly typed: TextValue;
  readonly deleting: boolean;
  readonly problem?: string | undefined;
  open(websites: readonly Website[]): void;
  edit(text: TextValue): void;
  /** A no-op until what is wanted is typed. */
  confirm(): Promise<void>;
}

interface Needs {
  readonly navigation: NavigationSlice;
  readonly notices: NoticesSlice;
  readonly bulkRun: BulkRunSlice;
  readonly records: { forget(id: string): void };
}

export function createDeletion(context: SliceContext<{ deletion: DeletionSlice }, Needs>): DeletionSlice {
  const { get, patch, services } = context;
  const slice = () => get().deletion;
  const closed = { websites: [], typed: emptyText, deleting: false, problem: undefined };

  const deleteOne = async ({ id }: Website): Promise<Outcome> => {
    const note = await services.api.deleteWebsite(id).then(
      () => undefined,
      (error: unknown) => {
        if (!(error instanceof ApiError) || error.kind !== 'notFound') throw error;
        return 'was gone already';
      },
    );
    get().records.forget(id);
    return { kind: 'done', note };
  };

  return {
    ...closed,
    open(websites) {
      patch('deletion', { ...closed, websites });
      const [only, ...others] = websites;
      const route = only === undefined || others.length > 0 ? {} : { websiteId: only.id };
      get().navigation.push({ screen: 'delete', ...route });
    },
    edit: typed => patch('deletion', { typed, problem: undefined }),
    async confirm() {
      const { websites, deleting } = slice();
      const [first, ...others] = websites;
      if (first === undefined || deleting || !isConfirmed(slice())) return;
      patch('deletion', { deleting: true, problem: undefined });
      const [outcome] = await get().bulkRun.start('delete', websites, deleteOne);
      // The user may have opened the dialog for another website meanwhile.
      const isOpen = slice().websites === websites;
      if (isOpen)
        patch(
          'deletion',
          outcome?.kind === 'failed' ? { deleting: false, problem: outcome.message } : closed,
        );
      if (others.length > 0) return;
      if (outcome?.kind !== 'failed') {
        get().notices.say(`Deleted ${websiteName(first)} and its statistics.`, 'good');
        get().navigation.leave(route => 'websiteId' in route && route.websiteId === first.id);
      } else if (!isOpen) get().notices.say(outcome.message, 'bad');
    },
  };
}

/** What has to be typed: the domain, or the id where the website has no domain; of several their number. */
export function wantedText({ websites }: Pick<DeletionSlice, 'websites'>): string {
  const [first] = websites;
  return first === undefined || websites.length > 1 ? String(websites.length) : websiteName(first);
}

export function isConfirmed(deletion: Pick<DeletionSlice, 'websites' | 'typed'>): boolean {
  return deletion.websites.length > 0 && plain(deletion.typed.value) === plain(wantedText(deletion));
}

export function isOnTheWay(deletion: Pick<DeletionSlice, 'websites' | 'typed'>): boolean {
  return plain(wantedText(deletion)).startsWith(plain(deletion.typed.value));
}

function plain(text: string): string {
  return text.trim().toLowerCase();
}
