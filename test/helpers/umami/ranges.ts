import { empty, invalid, noDates, type Reply } from './reply.ts';
import type { Hit } from './visits.ts';

/** Milliseconds since 1970, both inclusive. */
export interface Range {
  readonly startAt: number;
  readonly endAt: number;
}

const furthest = 8.64e15;

export function rangeOf(query: URLSearchParams): Range | Reply {
  // They pass the check, and are then not looked at.
  if (query.has('startDate') && query.has('endDate')) return empty(500);
  const given = { startAt: query.get('startAt'), endAt: query.get('endAt') };
  if (given.startAt === null || given.endAt === null) return noDates;
  const range = { startAt: Number(given.startAt), endAt: Number(given.endAt) };
  const wrong = (['startAt', 'endAt'] as const).filter(name => Number.isNaN(range[name]));
  if (wrong.length > 0)
    return invalid(
      Object.fromEntries(wrong.map(name => [name, 'Invalid input: expected number, received NaN'])),
    );
  return Math.abs(range.startAt) > furthest || Math.abs(range.endAt) > furthest ? empty(500) : range;
}

export function inRange(hits: readonly Hit[], { startAt, endAt }: Range): Hit[] {
  return hits.filter(({ at }) => at >= startAt && at <= endAt);
}

export const units = ['minute', 'hour', 'day', 'month', 'year'] as const;
export type Unit = (typeof units)[number];

/** The finest unit for a range: a finer one that was asked for is not used, and nothing says so. In 3.0 hours are those of two days. */
export function finestUnit({ startAt, endAt }: Range, isEarlier = false): Unit {
  const length = endAt - startAt;
  if (length <= 60 * 60_000) return 'minute';
  if (length < (isEarlier ? 49 : 31 * 24) * 3_600_000) return 'hour';
  const [start, end] = [new Date(startAt), new Date(endAt)];
  const months =
    (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  return months <= (isEarlier ? 6 : 7) ? 'day' : months <= 24 ? 'month' : 'year';
}

/** The unit that is used for the one asked for; months may always be asked for. */
export function usedUnit(range: Range, asked: Unit | undefined, isEarlier: boolean): Unit {
  const finest = finestUnit(range, isEarlier);
  const first = units.indexOf(finest === 'year' ? 'month' : finest);
  return asked !== undefined && units.indexOf(asked) >= first ? asked : finest;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Undefined for an unknown name, and for an offset. */
export function zoneFormat(zone: string): Intl.DateTimeFormat | undefined {
  if (zone === '' || /^[+-]/.test(zone)) return undefined;
  const known = formats.get(zone);
  if (known !== undefined) return known;
  try {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    formats.set(zone, format);
    return format;
  } catch {
    return undefined;
  }
}

/** The start of the bucket, "2026-11-02 13:00:00"; with Z in the form it has where no zone was sent. */
export function bucketOf(at: number, unit: Unit, format: Intl.DateTimeFormat, isUnzoned: boolean): string {
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const { year = '', month = '', day = '', hour = '', minute = '' } = parts;
  const fine = units.indexOf(unit);
  const date = `${year}-${fine <= 3 ? month : '01'}-${fine <= 2 ? day : '01'}`;
  const time = `${fine <= 1 ? hour : '00'}:${fine === 0 ? minute : '00'}:00`;
  return isUnzoned ? `${date}T${time}Z` : `${date} ${time}`;
}
