import type { Capabilities } from '#model/service/capabilities.ts';
import type { DataDays } from '#model/comparison/change.ts';
import type { SignIn } from '#model/service/connection.ts';
import type { FilteredPeriod, Page, StatisticQuery, WebsitesQuery } from '#model/service/paging.ts';
import type { ApiError } from '#model/failure.ts';
import type {
  Day,
  DaysName,
  HoursName,
  Period,
  SeriesPoint,
  StatisticName,
  StatisticRow,
} from '#model/statistics/statistics.ts';
import type { Sessions } from '#model/statistics/sessions.ts';
import type { Website, WebsiteFields } from '#model/website/website.ts';

export interface RateLimit {
  /** Requests a minute, X-RateLimit-Limit. */
  readonly limit: number;
  readonly remaining: number;
}

export interface Activity {
  /** Requests sent and not answered. */
  readonly inFlight: number;
  readonly queued: number;
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

export type Urgency = 'now' | 'background';

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** 'now' by default: what is in the background is sent when nothing else is queued and the rate limit is far from used up. */
  readonly urgency?: Urgency | undefined;
  /** A free place goes to the lowest rank of its urgency, 0 by default, then to who came first. Asked whenever a place is free. */
  readonly rank?: (() => number) | undefined;
  /** It has been sent before: it goes before all ranks. */
  readonly isRetry?: boolean | undefined;
}

/** What an adapter makes of one service. Methods reject with an ApiError, or the signal's reason; writes are never aborted or retried. */
export interface ServiceApi {
  /** What the service has, and what its counts mean: an answer may offer more. Callers ask for nothing else. */
  readonly capabilities: Capabilities;
  listWebsites(query: WebsitesQuery, options?: RequestOptions): Promise<Page<Website>>;
  showWebsite(id: string, options?: RequestOptions): Promise<Website>;
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
  readStatistic(id: string, query: StatisticQuery, options?: RequestOptions): Promise<Page<StatisticRow>>;
  /** A point for every day of the period, in order, zero where the service has no row. */
  readSeries(
    id: string,
    name: DaysName,
    period: FilteredPeriod,
    options?: RequestOptions,
  ): Promise<SeriesPoint[]>;
  /** The visitors of a period: where the service counts them, everybody once; else the sum of the days. */
  readVisitors(id: string, period: FilteredPeriod, options?: RequestOptions): Promise<number>;
  /** The count of one row, where the service has a shorter way to it than its rows; undefined where it has none to this one. */
  readCount?(
    id: string,
    row: CountedRow,
    period: FilteredPeriod,
    options?: RequestOptions,
  ): Promise<number | undefined>;
  /** What the sessions of a period add up to, where the service tells it. */
  readSessions(id: string, period: FilteredPeriod, options?: RequestOptions): Promise<Sessions>;
  /** 24 counts, midnight first. */
  readHours(id: string, name: HoursName, period: FilteredPeriod, options?: RequestOptions): Promise<number[]>;
  /** Of which days up to today the service has data: one request. */
  readDataDays(id: string, today: Day, options?: RequestOptions): Promise<DataDays>;
  /** "3.1.0", in figures and points: undefined where the service does not say. One request without the key. */
  readVersion?(): Promise<string | undefined>;
  /** "Europe/Berlin", whose days it counts, where it has a zone of its own: the profile is to have the same. */
  readTimeZone?(): Promise<string | undefined>;
  /** The address that shows a website to everybody who has it, of several the newest; undefined where it has none. */
  shareLinkOf?(id: string): Promise<string | undefined>;
  /** The address of the page on which the service shows a website; undefined where none is known. */
  pageOf?(id: string): Promise<string | undefined>;
}

/** One row of a statistic. The value is raw, as the service returned it. */
export interface CountedRow {
  readonly name: StatisticName;
  readonly value: string;
  /** The days of which other counts of it are asked for too: what has all of them is read once. */
  readonly span: Period;
}

export type WebsiteMethods = Pick<
  ServiceApi,
  'listWebsites' | 'showWebsite' | 'createWebsite' | 'updateWebsite' | 'deleteWebsite'
>;

/** The client of a profile, whichever interface its service has: `open` makes it. */
export interface Api extends Omit<ServiceApi, 'readCount'> {
  /** 'unknown' where the row is not among those that the service returned. */
  readCount(
    id: string,
    row: CountedRow,
    period: FilteredPeriod,
    options?: RequestOptions,
  ): Promise<number | 'unknown'>;
  /** With its path prefix, without a trailing slash and without /api/v1. */
  readonly baseUrl: string;
  /** Before a refresh: nothing that was read before is answered again. */
  forget(): void;
  activity(): Activity;
  /** Calls the listener on every change; returns the function that unsubscribes it. */
  onActivity(listener: (activity: Activity) => void): () => void;
}

/** A complete answer, of any status. */
export interface Answer {
  readonly url: string;
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly text: string;
}

type HeadersOfKey = Readonly<Record<string, string>>;

interface RequestTarget {
  /** It names a website: only then is a 404 about that website. */
  readonly ofWebsite?: boolean;
}

/** One service, as its adapter asks it: a path is what comes behind the base URL. All reject with an ApiError. */
export interface Http {
  /** The JSON of the answer; undefined for an empty one. Retried. Rejects with the signal's reason too. */
  get(
    path: string,
    asked?: RequestTarget & {
      readonly query?: URLSearchParams;
      readonly options?: RequestOptions | undefined;
    },
  ): Promise<unknown>;
  /** Sent once. `sent` is the fields of a form, or what goes as JSON. */
  write(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    target: RequestTarget,
    sent?: URLSearchParams | Readonly<Record<string, unknown>>,
  ): Promise<unknown>;
  /** Equal reads within a minute are one, aborted once nobody waits for it. Forgotten after a write, and before a refresh. */
  shared<A extends readonly string[], T>(
    read: (options: RequestOptions, ...asked: A) => Promise<T>,
  ): (options: RequestOptions, ...asked: A) => Promise<T>;
  /** One request at once, past the queue and without the key. Resolves to an answer of any status. */
  send: Send;
  /** As `get` does with its answer: the JSON, or the ApiError that it is. */
  read(answer: Answer): unknown;
  key(): Promise<string>;
  /** Keeps another secret out of errors and --debug, where it is a part of a path too. */
  hide(secret: string): void;
}

export type Send = (
  method: 'GET' | 'POST',
  path: string,
  input?: { readonly headers?: HeadersOfKey; readonly json?: Readonly<Record<string, unknown>> },
) => Promise<Answer>;

/** How many more requests a service takes, as an answer of it says. */
export interface Allowance {
  /** Now. */
  readonly left: number;
  /** After so many seconds at most. */
  readonly limit: number;
  readonly seconds: number;
}

/** What differs between services; by default a key is sent as a Bearer token and a refusal of it is one. */
export interface ServiceProtocol {
  authorise?(key: string): HeadersOfKey | Promise<HeadersOfKey>;
  /** What the refusal of a key was, where a service says the same to somebody who may not do this. Asks by `send` alone. */
  refused?(error: ApiError, key: string, ofWebsite: boolean): Promise<ApiError>;
  /** Called with the headers of every answer. */
  onAnswer?(headers: Answer['headers']): void;
  /** Of a service that takes few requests at a time: no more than these are sent. */
  allowance?(headers: Answer['headers']): Allowance | undefined;
}

export interface About {
  readonly baseUrl: string;
  /** Whose days are meant, where a service asks: "Europe/Berlin". */
  readonly timeZone: string;
  /** What the service has before its answers say more. */
  readonly capabilities: Capabilities;
}

/** What somebody can have to show a service who asks. */
export type Credential =
  /** A secret of the service's own making: an API key, a token. */
  | 'key'
  /** A name and a password, for which `signIn` gets a key. */
  | 'password'
  /** An address that shows one website to everybody who has it; `readShareLink` makes a key of it. */
  | 'share link';

/** What is known of an adapter without loading it. */
export interface AdapterInfo {
  /** What sentences call the service, "Umami". */
  readonly name: string;
  readonly capabilities: Capabilities;
  /** The usual one first. */
  readonly credentials: readonly Credential[];
  /** Where the service shows its key, or what stands in for one: a sentence for whoever has to type it. */
  readonly whereKey: string;
  /** The newest version that the adapter was tried with, where it was tried with versions that say which they are. */
  readonly newestTried?: string;
  load(): Promise<Adapter>;
}

/** One kind of service. All that it is given as a key, and returns as one, is kept as a secret. */
export interface Adapter {
  /** Whether its kind of service answers: one request that changes nothing. */
  recognise(send: Send): Promise<boolean>;
  connect(open: (protocol?: ServiceProtocol) => Http, about: About): ServiceApi;
  /** The key to keep for a name and a password. Rejects with an ApiError, of kind auth where they are wrong. */
  signIn?(http: Pick<Http, 'send' | 'read' | 'hide'>, user: SignIn): Promise<string>;
  /** The base URL and key of a share link; undefined for any other address. */
  readShareLink?(address: string): { readonly baseUrl: string; readonly apiKey: string } | undefined;
}
