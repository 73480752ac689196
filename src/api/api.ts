import type { RateLimit } from './rateLimit.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import type { Page, StatisticQuery, WebsitesQuery } from '#model/paging/query.ts';
import type {
  HoursName,
  Period,
  SeriesName,
  SeriesPoint,
  StatisticRow,
} from '#model/statistics/statistics.ts';
import type { Website, WebsiteFields } from '#model/website/website.ts';

/** The state of the request queue, shown in the header. */
export interface Activity {
  /** Requests sent and not answered. */
  readonly inFlight: number;
  /** Requests waiting to be sent. */
  readonly queued: number;
  /** Of both, the background requests. */
  readonly background: number;
  /** A background request waits because the rate limit is nearly used up. */
  readonly isHeldBack: boolean;
  /** The rate limit in the last answer, where the service sends it. */
  readonly rateLimit?: RateLimit | undefined;
  /** Time of the last answer, milliseconds since 1970; undefined before the first. */
  readonly lastAnswer?: number | undefined;
  /** End of the pause after a 429, milliseconds since 1970. */
  readonly pausedUntil?: number | undefined;
}

/** Whether the user waits for a read. */
export type Urgency = 'now' | 'background';

/**
 * One service, whichever interface it has. Every method rejects with an ApiError, or with the signal's reason when
 * it was aborted. Reads take a signal; writes are never aborted and never retried.
 */
export interface Api {
  /** With its path prefix, without a trailing slash and without /api/v1. */
  readonly baseUrl: string;
  /** What the service has, and what its counts mean: an answer may offer more. Callers ask for nothing else. */
  readonly capabilities: Capabilities;
  listWebsites(query: WebsitesQuery, signal?: AbortSignal, urgency?: Urgency): Promise<Page<Website>>;
  showWebsite(id: string, signal?: AbortSignal): Promise<Website>;
  /** Undefined where the service answers without a body. */
  createWebsite(fields: WebsiteFields): Promise<Website | undefined>;
  /**
   * Sends only the fields given; an empty one is sent empty.
   * @param former the website before an edit that is taken back: one that becomes public again gets its share links back
   */
  updateWebsite(
    id: string,
    fields: Partial<Omit<WebsiteFields, 'domain'>>,
    former?: Website,
  ): Promise<Website | undefined>;
  deleteWebsite(id: string): Promise<void>;
  readStatistic(id: string, query: StatisticQuery, signal?: AbortSignal): Promise<Page<StatisticRow>>;
  /** A point for every day of the period, in order, zero where the service has no row. Windows of at most 100 days. */
  readSeries(
    id: string,
    name: SeriesName,
    period: Period,
    signal?: AbortSignal,
    urgency?: Urgency,
  ): Promise<SeriesPoint[]>;
  /** The visitors of a period: where the service counts them, everybody once; else the sum of the days. */
  readVisitors(id: string, period: Period, signal?: AbortSignal, urgency?: Urgency): Promise<number>;
  /** 24 counts, midnight first. */
  readHours(id: string, name: HoursName, period: Period, signal?: AbortSignal): Promise<number[]>;
  /** The address of the page on which the service shows a website; undefined where none is known. */
  pageOf?(id: string): Promise<string | undefined>;
  /** Before a refresh: nothing that was read before is answered again. */
  forget(): void;
  activity(): Activity;
  /** Calls the listener on every change; returns the function that unsubscribes it. */
  onActivity(listener: (activity: Activity) => void): () => void;
}
