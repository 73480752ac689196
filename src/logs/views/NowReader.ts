import { hash } from 'node:crypto';
import { isPageView, LineFields, type PageView } from '#logs/classify/LineFields.ts';
import { ImportError } from '#logs/summary.ts';
import { openCountries } from '#logs/fields/clients.ts';
import { expandPattern, placeProblems } from '#logs/files/find.ts';
import { type LogLine, setLogZone } from '#logs/formats/LogLine.ts';
import { ServerFormat } from '#logs/formats/ServerFormat.ts';
import { HostSearch } from '#logs/formats/fields/hostField.ts';
import { readState } from '#logs/storage/contents.ts';
import { clockOf, selectFormerCounts } from '#logs/storage/formerCounts.ts';
import { type LogSourceRecord, ofWebsite, selectLogSources } from '#logs/storage/sources.ts';
import { selectTargets, type Target } from '#logs/storage/targets.ts';
import { type NowNumbers, type RecentView, shownMinutes, visitorMinutes } from '#model/now.ts';
import { type Filter, type FilterField, noFilter } from '#model/service/filter.ts';
import { hostName } from '#model/website/website.ts';
import { didYouMean } from '#text/match.ts';
import { safeText } from '#text/safeText.ts';
import type { CountsTarget } from '#logs/tasks.ts';
import { conditionsOf, meetsAll, ViewFilter, viewValues } from '#server/database/filter/filteredViews.ts';
import { readDatabase, selectZone } from '#server/database/openDatabase.ts';
import { LogTails } from './LogTails.ts';
import { siteSecret } from '#logs/count/KnownLines.ts';
import { compareSessions, sessionTimeout, type SessionStart, visitorHash } from '#logs/count/sessions.ts';
import { utmNames } from '#model/statistics/statistics.ts';
import { type DayClock, secondsOfDay } from '#model/period/day.ts';
import { referrerGroup } from '#model/statistics/values.ts';

const maxListed = 200;
/** More visitors of five minutes are not told apart: some 5 MB. */
const maxVisitors = 50_000;
/** Clocks of servers differ: what is further ahead is left out. */
const aheadSeconds = 60;

interface CountedView extends RecentView {
  /** A number that tells the visitor from others: made only where it is needed. */
  readonly visitor: () => number;
}

type Recent = Pick<NowNumbers, 'minute' | 'minutes' | 'visitors' | 'isMany' | 'latest' | 'since'>;

/** The page views of the last minutes, in whatever order they come. Takes the same memory however many they are. */
export class RecentViews {
  readonly #minutes = new Map<number, number>();
  /** When each was last seen. */
  readonly #visitors = new Map<number, number>();
  /** The oldest first. */
  readonly #latest: RecentView[] = [];
  readonly #mostVisitors: number;
  #isMany = false;
  #since: number | undefined;

  constructor(max = maxVisitors) {
    this.#mostVisitors = max;
  }

  /** @param now seconds since 1970 */
  add({ time, visitor, page, referrer }: CountedView, now: number): void {
    const minute = Math.floor(time / 60);
    if (minute <= Math.floor(now / 60) - shownMinutes || time > now + aheadSeconds) return;
    this.#minutes.set(minute, (this.#minutes.get(minute) ?? 0) + 1);
    if (time > now - visitorMinutes * 60) this.#see(visitor(), time);
    const index = this.#latest.findLastIndex(other => other.time <= time) + 1;
    this.#latest.splice(index, 0, { time, page, referrer });
    if (this.#latest.length > maxListed) this.#latest.shift();
  }

  /** Lines before this time, in seconds since 1970, were left out: they were too many. */
  leaveOut(before: number): void {
    this.#since = Math.max(this.#since ?? before, before);
  }

  /** @param now seconds since 1970 */
  numbers(now: number): Recent {
    const minute = Math.floor(now / 60);
    const first = minute - shownMinutes + 1;
    for (const old of this.#minutes.keys()) if (old < first) this.#minutes.delete(old);
    for (const [visitor, time] of this.#visitors)
      if (time <= now - visitorMinutes * 60) this.#visitors.delete(visitor);
    if (this.#visitors.size < this.#mostVisitors) this.#isMany = false;
    if (this.#since !== undefined && this.#since <= first * 60) this.#since = undefined;
    const since = this.#since ?? -Infinity;
    return {
      minute,
      minutes: Array.from({ length: shownMinutes }, (_, index) =>
        (first + index + 1) * 60 <= since ? undefined : (this.#minutes.get(first + index) ?? 0),
      ),
      visitors: this.#visitors.size,
      isMany: this.#isMany,
      latest: this.#latest.filter(({ time }) => time >= first * 60).toReversed(),
      since: this.#since,
    };
  }

  #see(visitor: number, time: number): void {
    const before = this.#visitors.get(visitor);
    if (before === undefined && this.#visitors.size >= this.#mostVisitors) this.#isMany = true;
    else this.#visitors.set(visitor, Math.max(before ?? time, time));
  }
}

/** What each cache remembers: some 2 MB. */
const cacheCharacters = 1_000_000;

export interface NowReader {
  readonly website: { readonly id: number; readonly domain: string };
  /** Reads what is new. Rejects as the database does. Only one at a time. */
  read(): Promise<NowNumbers>;
  close(): void;
}

interface NowTarget extends Pick<CountsTarget, 'file' | 'timeZone'> {
  readonly now: () => number;
}

/** Beside whoever follows them. Rejects with ImportError where there is no such website, and with a ServiceFileError. */
export async function openNow(
  { file, timeZone, now }: NowTarget,
  site: string,
  where: Filter = noFilter,
): Promise<NowReader> {
  const { target, sources, zone, ...counting } = await readDatabase(file, database =>
    database.read(() => {
      const target = findWebsite(selectTargets(database), site.trim());
      const { key = '' } = readState(database, { website: undefined, source: '' });
      const zone = selectZone(database) ?? timeZone;
      const clock = clockOf(selectFormerCounts(database, target.id), zone);
      return { target, sources: selectLogSources(database), zone, key, clock };
    }),
  );
  const { id: website, domain } = target;
  const recent = new RecentViews();
  const filter = where.length === 0 ? undefined : new LiveFilter(where, { ...counting, domain });
  const countries = filter?.needsCountries === true ? openCountries() : undefined;
  /** Earlier views of a visitor who is seen later are within the lines that are read. */
  let isFirstRead = true;
  /** Of the look that is taken, in seconds since 1970, and its views. */
  let [at, since] = [0, 0];
  let views: LiveView<CountedView>[] = [];
  const open = ofWebsite(sources, target).map(source => {
    const { options } = source;
    const task = { choice: { target }, key: '', reading: options };
    const fields = new LineFields(task, countries, cacheCharacters);
    const tails = new LogTails({
      format: ServerFormat.parse(options.logFormat),
      hosts: new HostSearch(source.website && domain),
      take(line) {
        const found = line.time < since ? undefined : fields.classify(line, source.website === undefined);
        if (!found || !isPageView(found)) return;
        const { site, client, request, agent } = found;
        const view = {
          time: line.time,
          visitor: () => hash('sha1', `${client.address}\n${agent.text}`, 'buffer').readUIntBE(0, 6),
          page: request.page,
          referrer: fields.linkOf(line, site),
        };
        if (filter) views.push(filter.viewOf(view, line, found, fields));
        else recent.add(view, at);
      },
    });
    return { source, tails };
  });
  return {
    website: { id: website, domain },
    async read() {
      setLogZone(zone);
      at = now() / 1000;
      since = (Math.floor(at / 60) - shownMinutes + 1) * 60;
      views = [];
      const problems: string[] = [];
      const taken = new Set<string>();
      /** Once, where several sources of one server have it. */
      const isFirst = (path: string, { options }: LogSourceRecord): boolean => {
        const name = `${options.source ?? ''}\n${path}`;
        return !taken.has(name) && taken.add(name).has(name);
      };
      for (const { source, tails } of open) {
        const paths = expandPattern(source.pattern);
        const found = await tails.look({
          paths: paths.filter(path => isFirst(path, source)),
          since,
          leaveOut: before => recent.leaveOut(before),
        });
        problems.push(...placeProblems(source.pattern, paths).map(({ words }) => words), ...found);
      }
      if (filter && views.length > 0) {
        const met = isFirstRead
          ? await readDatabase(file, database =>
              database.read(() => filter.take(views, new ViewFilter(database, website, where))),
            )
          : filter.take(views, undefined);
        for (const view of met) recent.add(view, at);
      }
      isFirstRead = false;
      return { ...recent.numbers(at), sources: open.length, problems };
    },
    close() {
      for (const { tails } of open) tails.close();
    },
  };
}

function findWebsite(targets: readonly Target[], site: string): Target & { readonly id: number } {
  const named = targets.filter(({ isWaiting }) => !isWaiting);
  const domain = hostName(site);
  const found = named.find(target => target.domain === domain) ?? named.find(({ id }) => String(id) === site);
  if (found?.id !== undefined) return { ...found, id: found.id };
  const near = didYouMean(
    site,
    named.map(target => target.domain),
  );
  throw new ImportError(`There is no website "${safeText(site, 100)}" among those of your own logs.${near}`);
}

/** A page view and what its line says of it, and of its session where it is the first one. */
interface LiveView<V> {
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
const maxSessions = 50_000;
/** Their sessions are those of the lines, and of those that were counted before the first lines that are read. */
class LiveFilter {
  readonly #conditions: ReturnType<typeof conditionsOf>;
  readonly #clock: DayClock;
  readonly #secret: string;
  /** By visitor: the one that was seen last at the end. */
  readonly #sessions = new Map<string, LiveSession>();

  constructor(where: Filter, { clock, key, domain }: { clock: DayClock; key: string; domain: string }) {
    this.#conditions = conditionsOf(where);
    this.#clock = clock;
    this.#secret = siteSecret(key, domain);
  }

  get needsCountries(): boolean {
    const { ofSession } = this.#conditions;
    return ofSession.has('country') || ofSession.has('continent');
  }

  viewOf<V>(view: V, line: LogLine, found: PageView, fields: LineFields): LiveView<V> {
    const { client, agent } = found;
    const local = this.#clock.local(line.time);
    const day = Math.floor(local / secondsOfDay);
    const start = fields.sessionStart(line, found);
    const { page, referrer, campaign, utm, language } = start;
    const texts = utm.split('\n');
    return {
      view,
      start,
      day,
      visitor: visitorHash(this.#secret, day, client.address, agent.text),
      values: {
        ...viewValues(page, local),
        landing_page: page,
        referrer,
        referrer_group: referrerGroup(referrer),
        campaign,
        ...Object.fromEntries(utmNames.map((name, at) => [name, texts[at] ?? ''])),
        ...fields.software[agent.software],
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
    const isSame = known !== undefined && time <= known.ended + sessionTimeout;
    const session = (isSame ? known : counted?.sessionAt({ day, visitor, time }, sessionTimeout)) ?? {
      isMet: meetsAll(this.#conditions.ofSession, values),
      ended: time,
    };
    session.ended = Math.max(session.ended, time);
    // Behind all others.
    this.#sessions.delete(visitor);
    this.#sessions.set(visitor, session);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > maxSessions && oldest !== undefined) this.#sessions.delete(oldest);
    return session.isMet && meetsAll(this.#conditions.ofView, values);
  }
}
