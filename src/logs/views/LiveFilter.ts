import type { ClassifiedLine, LineFields } from '#logs/classify/LineFields.ts';
import { siteSecret } from '#logs/count/LineHash.ts';
import {
  compareSessions,
  longestPause,
  rankOf,
  type SessionStart,
  visitorHash,
} from '#logs/count/sessions.ts';
import { languageOf } from '#logs/fields/agents.ts';
import { utmNames } from '#logs/fields/requests.ts';
import type { LogLine } from '#logs/formats/LogLine.ts';
import type { DayClock } from '#model/period/zone.ts';
import { hourValue } from '#model/period/format.ts';
import { type Filter, type FilterField, isMet } from '#model/service/filter.ts';
import { referrerGroup } from '#model/statistics/referrerGroups.ts';
import { weekdayOf } from '#server/database/filter/filtered.ts';
import type { ViewFilter } from '#server/database/filter/filteredViews.ts';

/** A page view and what its line says of it, and of its session where it is the first one. */
export interface LiveView<V> {
  readonly view: V;
  readonly start: SessionStart;
  readonly day: number;
  /** The keyed hash of its visitor's day. */
  readonly visitor: string;
  readonly values: Partial<Record<FilterField, string>>;
}

interface LiveSession {
  readonly isMet: boolean;
  ended: number;
}

/** Some 5 MB. */
const mostSessions = 50_000;
const secondsOfDay = 86_400;

/**
 * Tells of page views that were just read whether they meet a filter. Their sessions are those of the lines, and of those that were
 * counted before the first lines that are read.
 */
export class LiveFilter {
  readonly #conditions: ReadonlyMap<FilterField, Filter>;
  readonly #clock: DayClock;
  readonly #secret: string;
  /** By visitor: the one that was seen last at the end. */
  readonly #sessions = new Map<string, LiveSession>();

  constructor(where: Filter, { clock, key, domain }: { clock: DayClock; key: string; domain: string }) {
    this.#conditions = Map.groupBy(where, ({ field }) => field);
    this.#clock = clock;
    this.#secret = siteSecret(key, domain);
  }

  get needsCountries(): boolean {
    return this.#conditions.has('country') || this.#conditions.has('continent');
  }

  /** @param line one that is counted */
  viewOf<V>(view: V, line: LogLine, found: ClassifiedLine, fields: LineFields): LiveView<V> {
    const { site, client, request, agent } = found;
    const local = this.#clock.local(line.time);
    const day = Math.floor(local / secondsOfDay);
    const { host } = fields.referrer(line);
    const isInternal = site?.isOwnHost(host) === true;
    const referrer = isInternal ? '' : host;
    const { page = '', campaign = '', utm = '' } = request ?? {};
    const isFromElsewhere = referrer !== '' || campaign !== '' || utm !== '';
    const language = languageOf(line.language);
    const rank = rankOf(isFromElsewhere, isInternal);
    const texts = utm.split('\n');
    return {
      view,
      start: { started: line.time, rank, page, referrer, campaign, utm, language },
      day,
      visitor: visitorHash(this.#secret, day, client.address, agent?.text ?? ''),
      values: {
        page,
        hour: hourValue(Math.floor((local - day * secondsOfDay) / 3600)),
        weekday: String(weekdayOf(day) + 1),
        landing_page: page,
        referrer,
        referrer_group: referrerGroup(referrer),
        campaign,
        ...Object.fromEntries(utmNames.map((name, at) => [name, texts[at] ?? ''])),
        ...fields.software[agent?.software ?? -1],
        ...fields.places[client.place],
        language,
      },
    };
  }

  /**
   * Those that meet the filter, the earliest first.
   * @param counted the same of the sessions that were counted; undefined once lines were read
   */
  take<V>(views: readonly LiveView<V>[], counted: ViewFilter | undefined): V[] {
    const sorted = views.toSorted((a, b) => compareSessions(a.start, b.start));
    return sorted.filter(each => this.#isMet(each, counted)).map(({ view }) => view);
  }

  #isMet({ start, day, visitor, values }: LiveView<unknown>, counted: ViewFilter | undefined): boolean {
    const { started: time } = start;
    const known = this.#sessions.get(visitor);
    const isSame = known !== undefined && time <= known.ended + longestPause;
    const session = (isSame ? known : counted?.sessionAt({ day, visitor, time }, longestPause)) ?? {
      isMet: this.#meets(field => !ofView.has(field), values),
      ended: time,
    };
    session.ended = Math.max(session.ended, time);
    // Behind all others.
    this.#sessions.delete(visitor);
    this.#sessions.set(visitor, session);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > mostSessions && oldest !== undefined) this.#sessions.delete(oldest);
    return session.isMet && this.#meets(field => ofView.has(field), values);
  }

  #meets(isAsked: (field: FilterField) => boolean, values: LiveView<unknown>['values']): boolean {
    for (const [field, conditions] of this.#conditions)
      if (isAsked(field) && !isMet(conditions, values[field] ?? '')) return false;
    return true;
  }
}

const ofView: ReadonlySet<FilterField> = new Set(['page', 'hour', 'weekday']);
