import type { RateLimit } from './rateLimit.ts';
import type { Page, StatisticQuery, WebsitesQuery } from '#model/paging/query.ts';
import type {
  HoursName,
  Period,
  SeriesName,
  SeriesPoint,
  StatisticRow,
} from '#model/statistics/statistics.ts';
import type { Website, WebsiteFields } from '#model/website/website.ts';

/** What the limiter is doing: shown in the header. */
export interface Activity {
  /** Requests under way. */
  readonly inFlight: number;
  /** Requests waiting for a place. */
  readonly queued: number;
  /** Of both, those that nobody waits for. */
  readonly background: number;
  /** Such a request waits until the service has more to give. */
  readonly isHeldBack: boolean;
  /** What the service last said of its limit, where it says it. */
  readonly rateLimit?: RateLimit | undefined;
  /** When the last answer came, milliseconds since 1970; undefined before the first. */
  readonly lastAnswer?: number | undefined;
  /** Until when a 429 holds everything back, milliseconds since 1970. */
  readonly pausedUntil?: number | undefined;
}

/** Who waits for a read: somebody, or nobody yet. */
export type Urgency = 'now' | 'background';

/**
 * One service, seen through its six endpoints. Every method rejects with an ApiError, or with the signal's reason when
 * it was aborted. Reads take a signal; writes are never aborted and never retried.
 */
export interface Api {
  /** With its path prefix, without a trailing slash and without /api/v1. */
  readonly baseUrl: string;
  listWebsites(query: WebsitesQuery, signal?: AbortSignal, urgency?: Urgency): Promise<Page<Website>>;
  showWebsite(id: string, signal?: AbortSignal): Promise<Website>;
  /** Undefined where the service answers without a body. */
  createWebsite(fields: WebsiteFields): Promise<Website | undefined>;
  /** Sends only the fields given; an empty one is sent empty. */
  updateWebsite(id: string, fields: Partial<Omit<WebsiteFields, 'domain'>>): Promise<Website | undefined>;
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
  /** 24 counts, midnight first. */
  readHours(id: string, name: HoursName, period: Period, signal?: AbortSignal): Promise<number[]>;
  activity(): Activity;
  /** Calls back on every change; returns the way to stop. */
  onActivity(listener: (activity: Activity) => void): () => void;
}
