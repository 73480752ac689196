import { parseDayNumber } from '#model/period/day.ts';
import { conditionText, type FilterCapabilities, filterFields } from '#model/service/filter.ts';
import type { Answerer, ServiceAnswer, ServiceRequest } from '#model/service/connection.ts';
import { filtersHeader, offeredHeader, type StatisticName } from '#model/statistics/statistics.ts';
import { type Database, fileProblem, isBusy } from './database/Database.ts';
import type { Visits } from './database/filter/filtered.ts';
import { storedVisits } from '#server/database/filter/filteredViews.ts';
import { HttpError, json, notFound } from './request.ts';
import {
  type Call,
  createWebsite,
  deleteWebsite,
  listWebsites,
  readDataDays,
  readErrors,
  readSessions,
  readStatistic,
  showWebsite,
  updateWebsite,
} from './endpoints.ts';

/** Throws a 401 when the request does not carry the key. Compares in constant time. */
export function authorize(request: ServiceRequest, apiKey: string): void {
  // Loaded here: the service within the application checks no key, and starts faster without it.
  const { createHash, timingSafeEqual } = process.getBuiltinModule('node:crypto');
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const sent = /^Bearer +(?<key>\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.groups?.key ?? '';
  if (!timingSafeEqual(digest(sent), digest(apiKey))) {
    throw new HttpError(401, 'Unauthenticated.', { headers: { 'www-authenticate': 'Bearer' } });
  }
}

interface AnswererContext {
  readonly database: Database;
  readonly file: string;
  /** The present time, for what is created. */
  readonly timeStamp: () => string;
  /** Statistics that it has beyond the interface. */
  readonly offered?: readonly StatisticName[];
  /** What its statistics can be filtered by; left out, nothing. */
  readonly filters?: FilterCapabilities;
  /** What a filter counts of a website; left out, what the file has. */
  readonly visits?: ((database: Database, website: number) => Promise<Visits>) | undefined;
  /** Undefined: no key is needed (the application calling its own service). */
  readonly apiKey: string | undefined;
}

type Endpoint = (call: Call) => Promise<ServiceAnswer>;

/** HEAD is answered as GET: Node leaves the body out. */
const endpoints: readonly (readonly [path: RegExp, methods: Readonly<Record<string, Endpoint>>])[] = [
  [/^\/api\/v1\/websites\/?$/, { GET: listWebsites, POST: createWebsite }],
  [/^\/api\/v1\/websites\/(?<id>[^/]+)\/?$/, { GET: showWebsite, PUT: updateWebsite, DELETE: deleteWebsite }],
  [/^\/api\/v1\/stats\/(?<id>[^/]+)\/?$/, { GET: readStatistic }],
  // Beyond the interface: for the application on own logs.
  [/^\/api\/v1\/stats\/(?<id>[^/]+)\/days\/?$/, { GET: readDataDays }],
  [/^\/api\/v1\/stats\/(?<id>[^/]+)\/sessions\/?$/, { GET: readSessions }],
  [/^\/api\/v1\/stats\/(?<id>[^/]+)\/errors\/?$/, { GET: readErrors }],
];

/** Throws a HttpError: 404, or 405 with Allow. */
function endpointOf(method: string, path: string): { readonly endpoint: Endpoint; readonly id: number } {
  for (const [pattern, methods] of endpoints) {
    const match = pattern.exec(path);
    if (!match) continue;
    const name = method === 'HEAD' ? 'GET' : method;
    const endpoint = Object.hasOwn(methods, name) ? methods[name] : undefined;
    const { id = '' } = match.groups ?? {};
    if (endpoint) return { endpoint, id: /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0 };
    const allow = Object.keys(methods).join(', ').replace('GET', 'GET, HEAD');
    throw new HttpError(405, `The ${method} method is not supported here. Supported methods: ${allow}.`, {
      headers: { allow },
    });
  }
  throw notFound();
}

/** Never rejects: a broken file or a bug is a 500 with one line, a file that stays locked a 503. */
export function createAnswerer(context: AnswererContext): Answerer {
  const { offered = [], filters = {} } = context;
  const conditions = filterFields.flatMap(field =>
    (filters[field] ?? []).map(comparison => conditionText({ field, comparison, value: '' })),
  );
  const offers = {
    ...(offered.length > 0 && { [offeredHeader]: offered.join(', ') }),
    ...(conditions.length > 0 && { [filtersHeader]: conditions.join(', ') }),
  };
  return async request => {
    const answered = await answer(context, request).catch((error: unknown) =>
      errorAnswer(error, context.file),
    );
    return { ...answered, headers: { ...answered.headers, ...offers } };
  };
}

async function answer(context: AnswererContext, request: ServiceRequest): Promise<ServiceAnswer> {
  const url = new URL(request.url);
  const { endpoint, id } = endpointOf(request.method, url.pathname);
  if (context.apiKey !== undefined) authorize(request, context.apiKey);
  const { database, filters = {}, visits = async () => storedVisits(database, id) } = context;
  const now = context.timeStamp();
  const today = parseDayNumber(now.slice(0, 10)) ?? 0;
  const call = { database, request, url, website: id, now, today, filters };
  return await endpoint({ ...call, visits: () => visits(database, id) });
}

/** With one line that says why. */
export function errorAnswer(error: unknown, file: string): ServiceAnswer {
  if (error instanceof HttpError) return error.answer();
  const message = fileProblem(error, file)?.message ?? 'The service failed.';
  return json(isBusy(error) ? 503 : 500, { message });
}
