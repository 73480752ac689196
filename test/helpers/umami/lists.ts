import { invalid, ok, type Reply } from './reply.ts';

interface Place {
  readonly page: number;
  readonly pageSize: number;
}

/** Refused as the service does; what is past the end is empty. */
export function placeOf(query: URLSearchParams): Place | Reply {
  const place = { page: 1, pageSize: 20 };
  for (const name of ['page', 'pageSize'] as const) {
    const given = query.get(name);
    if (given === null) continue;
    const number = Number(given);
    if (Number.isNaN(number)) return invalid({ [name]: 'Invalid input: expected number, received NaN' });
    if (number <= 0) return invalid({ [name]: 'Too small: expected number to be >0' });
    place[name] = number;
  }
  return place;
}

/** One page of rows, with the count of all. */
export function pageOf(rows: readonly unknown[], query: URLSearchParams, rest: object = {}): Reply {
  const place = placeOf(query);
  if ('status' in place) return place;
  const start = (place.page - 1) * place.pageSize;
  return ok({ data: rows.slice(start, start + place.pageSize), count: rows.length, ...place, ...rest });
}
