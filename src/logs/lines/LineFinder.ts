import { type ClassifiedLine, isPageView, LineFields } from '#logs/classify/LineFields.ts';
import { KnownLines, type LinePool, siteSecret } from '#logs/count/KnownLines.ts';
import { visitorHash } from '#logs/count/sessions.ts';
import { ownText } from '#logs/fields/BoundedMap.ts';
import { decompress } from '#logs/files/decompress.ts';
import type { OwnLog } from '#logs/follow/sourceLogs.ts';
import { LogLines } from '#logs/formats/LineReader.ts';
import type { LogLine } from '#logs/formats/LogLine.ts';
import { type ReadingOptions, ServerFormat } from '#logs/formats/ServerFormat.ts';
import { HostSearch } from '#logs/formats/fields/hostField.ts';
import { splitPrefix } from '#logs/formats/fields/prefixes.ts';
import { readLog } from '#logs/import/readLog.ts';
import type { Target } from '#logs/storage/targets.ts';
import type { LinesQuestion } from '#model/lines.ts';
import { type DayClock, secondsOfDay } from '#model/period/day.ts';
import { stepOf } from '#server/database/ResponseTimes.ts';
import { ViewFilter } from '#server/database/filter/filteredViews.ts';

/** With what sorting takes, and the texts on their way, some 40 MB. */
const maxBytes = 25_165_824;
/** So much of it stays where older lines make room for newer ones. */
const kept = 0.75;

interface NewLine {
  readonly time: number;
  readonly line: string;
}

/** The newest lines that fit into a limited memory, in whatever order they come; of the same time the one that came last. */
export class NewestLines {
  /** Lines of this time and before were dropped; -Infinity for none. */
  cut = -Infinity;
  readonly #max: number;
  #lines: NewLine[] = [];
  #length = 0;

  constructor(max = maxBytes) {
    this.#max = max;
  }

  /** Forgets all of them. */
  restart(): void {
    this.cut = -Infinity;
    this.#keep([]);
  }

  /** @param line Latin-1, without its line feed; where it is older than what was dropped it is left out */
  add(time: number, line: string): void {
    if (time <= this.cut) return;
    const length = lengthOf({ line });
    if (this.#length + length > this.#max && this.#lines.length > 1) {
      this.#dropOlder();
      if (time <= this.cut) return;
    }
    this.#lines.push({ time, line: ownText(line) });
    this.#length += length;
  }

  /**
   * Writes the lines into a room, the newest first, each with its line feed: whole lines, where they fit.
   * @yields how many bytes of it are written; the rest is when it goes on
   */
  *writeTo(room: Uint8Array): Generator<number, void, void> {
    let length = 0;
    for (const { line } of this.#newestFirst()) {
      for (let rest = Buffer.from(`${line}\n`, 'latin1'); rest.length > 0;) {
        if (length > 0 && length + rest.length > room.length) {
          yield length;
          length = 0;
        }
        const part = rest.subarray(0, room.length - length);
        room.set(part, length);
        length += part.length;
        rest = rest.subarray(part.length);
      }
    }
    if (length > 0) yield length;
  }

  #newestFirst(): NewLine[] {
    return this.#lines.toReversed().sort((a, b) => b.time - a.time);
  }

  /** Keeps the newer ones, of whole times: the rest of a time could not be told from what was kept. */
  #dropOlder(): void {
    const sorted = this.#newestFirst();
    const newest = sorted[0]?.time ?? 0;
    let bytes = 0;
    const last = sorted.find(line => (bytes += lengthOf(line)) >= this.#length * kept);
    // Where all that would stay is of one time nothing newer could be kept in its place.
    const cut = last?.time === newest ? sorted.find(({ time }) => time < newest)?.time : last?.time;
    if (cut === undefined) return;
    this.cut = cut;
    this.#keep(this.#lines.filter(({ time }) => time > cut));
  }

  #keep(lines: NewLine[]): void {
    this.#lines = lines;
    this.#length = lines.reduce((sum, line) => sum + lengthOf(line), 0);
  }
}

/** With its line feed. */
function lengthOf({ line }: Pick<NewLine, 'line'>): number {
  return line.length + 1;
}

export interface LineQuery extends Pick<LinesQuestion, 'where' | 'ofRow' | 'requests'> {
  /** Days since 1970-01-01, both counted. */
  readonly from: number;
  readonly to: number;
  /** Of a response time: how many page views the counts have in this step of time and in longer ones. */
  readonly slowest: { readonly step: number; readonly requests: number } | undefined;
}

interface Subject {
  readonly target: Target & { readonly id: number };
  readonly clock: DayClock;
  /** The random key of the database. */
  readonly key: string;
  readonly asked: LineQuery;
}

interface OpenReading {
  readonly fields: LineFields;
  readonly format: ServerFormat | undefined;
}

/** The lines of logs with the same name: each counts once. */
interface Lines {
  /** Of the logs that were read, as if nothing was known. */
  readonly own: KnownLines;
  /** Of those that were counted. */
  readonly counted: KnownLines;
}

/** What each cache remembers: with the values some 5 MB. */
const cacheCharacters = 2_000_000;

/** Finds the lines that are asked for among those of logs: each as often as it was counted. */
export class LineFinder {
  /** All that were read. */
  read = 0;
  found = 0;
  /** The shortest time that one of those took, in microseconds. */
  atLeast = Infinity;
  /** That those which were found carried. */
  bytes = 0;
  readonly #subject: Subject;
  readonly #secret: string;
  readonly #pool: LinePool;
  readonly #filter: ViewFilter;
  /** One of each log in place of them: +37 % for logs of 3,000 busy lines. */
  readonly #readings = new Map<string, OpenReading>();
  readonly #lines = new Map<string, Lines>();
  readonly #newest: NewestLines;
  readonly #before: number;

  /** @param before lines after this time were found already */
  constructor(subject: Subject, pool: LinePool, newest: NewestLines, before: number) {
    const { target, key, asked } = subject;
    this.#subject = subject;
    this.#secret = siteSecret(key, target.domain);
    this.#pool = pool;
    this.#newest = newest;
    this.#before = before;
    this.#filter = new ViewFilter(pool.database, target.id, asked.where);
  }

  /** Reads a log to its end. Rejects as its bytes do. */
  async take(log: OwnLog, pause: () => void): Promise<void> {
    const { reading, namesHosts = false } = log;
    const { fields, format } = this.#open(reading);
    const lines = this.#linesOf(reading.source ?? '');
    const take = (line: LogLine | 'comment' | undefined, text: string, raw: string): void => {
      this.read++;
      if (line === undefined || line === 'comment' || line.time > this.#before) return;
      const site = this.#siteOf(line, fields, namesHosts);
      if (!site || !isCounted(line, text, site, lines)) return;
      this.found++;
      this.bytes += line.bytes ?? 0;
      this.atLeast = Math.min(this.atLeast, line.took ?? Infinity);
      // Parts of a line that the log of a container has apart are one line.
      const isWhole = splitPrefix(raw, format?.fits).line === text;
      this.#newest.add(line.time, isWhole ? raw : text);
    };
    let logLines = new LogLines(take);
    await readLog(
      decompress(log.bytes()),
      {
        contents: [],
        isFile: true,
        format,
        hosts: new HostSearch(namesHosts ? undefined : this.#subject.target.domain),
      },
      {
        begin: (_, directive) => {
          logLines = new LogLines(take, { format, directive });
          this.#pool.begin();
        },
        push: bytes => logLines.push(bytes),
        pause,
      },
    );
    logLines.end();
  }

  /** The website, where the line is one of those that are asked for. */
  #siteOf(line: LogLine, fields: LineFields, namesHosts: boolean): ClassifiedLine['site'] {
    const { asked, clock } = this.#subject;
    const { time } = line;
    const local = clock.local(time);
    const day = Math.floor(local / secondsOfDay);
    if (day < asked.from || day > asked.to) return undefined;
    const found = fields.classify(line, namesHosts);
    if (!found) return undefined;
    if (asked.requests) {
      const { name, value } = asked.requests;
      const own = this.#isTooFast(line) ? undefined : fields.requestValue(name, line, found);
      return own !== undefined && own === (value ?? own) ? found.site : undefined;
    }
    if (!isPageView(found)) return undefined;
    const { site, client, request, agent } = found;
    const visitor = () => visitorHash(this.#secret, day, client.address, agent.text);
    return this.#filter.isMet({ local, time, page: request.page, visitor }) ? site : undefined;
  }

  #isTooFast({ took = 0 }: LogLine): boolean {
    const { slowest } = this.#subject.asked;
    return slowest !== undefined && stepOf(took) < slowest.step;
  }

  #open(reading: ReadingOptions): OpenReading {
    const name = JSON.stringify(reading);
    const known = this.#readings.get(name);
    if (known) return known;
    const { target, key } = this.#subject;
    const fields = new LineFields({ choice: { target }, key, reading }, undefined, cacheCharacters);
    const made = { fields, format: ServerFormat.parse(reading.logFormat) };
    this.#readings.set(name, made);
    return made;
  }

  #linesOf(source: string): Lines {
    const known = this.#lines.get(source);
    if (known) return known;
    const { id } = this.#subject.target;
    const site = this.#lines.size * 2;
    const made = {
      own: new KnownLines(this.#pool, { site, website: undefined, source }),
      counted: new KnownLines(this.#pool, { site: site + 1, website: id, source }),
    };
    this.#lines.set(source, made);
    return made;
  }
}

function isCounted(
  { time }: LogLine,
  text: string,
  { hash }: NonNullable<ClassifiedLine['site']>,
  { own, counted }: Lines,
): boolean {
  hash.take(text);
  if (own.lookUp(time, hash.low, hash.high) !== 'new') return false;
  own.add();
  return counted.lookUp(time, hash.low, hash.high) !== 'new';
}
