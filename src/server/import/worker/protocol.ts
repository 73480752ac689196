import type { Day } from '#model/statistics/statistics.ts';
import type { ClientField } from '#server/import/fields/clientField.ts';
import type { HostRules } from '#server/import/sites/HostSites.ts';
import type { ImportProgress, ImportSummary } from '#server/import/ImportSummary.ts';
import type { Recount } from '#server/import/recount.ts';

/** What the worker is started with. */
export interface ImportTask {
  readonly sitedeck: 'import';
  readonly file: string;
  readonly domain: string;
  readonly hosts: HostRules | undefined;
  readonly source: string;
  readonly timeZone: string;
  /** nginx's log_format or Apache's LogFormat, where it was given. */
  readonly logFormat: string | undefined;
  readonly today: Day;
  readonly client: ClientField | undefined;
  readonly trustedProxies: readonly string[] | undefined;
  readonly recounts: boolean;
  /** Whether messages may have lines of the logs. */
  readonly quotesLines: boolean;
  /** Whether the logs are those of the website's own sources, in place of `sources`. */
  readonly fromSources: boolean;
  /** Whether the only source is a stream that may never end. */
  readonly follows: boolean;
  /** A path, or null for a stream that the main thread reads: streams cannot be passed to a worker. */
  readonly sources: readonly (string | null)[];
  /** Of a StopFlag. */
  readonly stop: SharedArrayBuffer;
}

export type FromWorker =
  | { readonly kind: 'progress'; readonly progress: ImportProgress }
  /** Another process counts logs into the same file: its end is awaited. Sent once. */
  | { readonly kind: 'waiting' }
  /** Wants the next bytes of a stream, by its place among the sources. */
  | { readonly kind: 'pull'; readonly source: number }
  /** Asks whether to go on. */
  | { readonly kind: 'confirm'; readonly recount: Recount }
  | { readonly kind: 'done'; readonly summary: ImportSummary }
  /** An ImportError or a ServiceFileError: one line for the user. */
  | { readonly kind: 'refused'; readonly message: string };

export type ToWorker =
  | { readonly kind: 'bytes'; readonly source: number; readonly bytes: Uint8Array }
  | { readonly kind: 'end'; readonly source: number; readonly error: string | undefined }
  | { readonly kind: 'confirmed'; readonly isConfirmed: boolean };

export function isImportTask(data: unknown): data is ImportTask {
  return typeof data === 'object' && data !== null && 'sitedeck' in data && data.sitedeck === 'import';
}

export const interrupted = 'Interrupted: nothing was imported.';
