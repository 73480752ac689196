import type { Answerer, ServiceAnswer, ServiceRequest } from '#model/service/connection.ts';
import { offeredHeader, type StatisticName } from '#model/statistics/statistics.ts';
import type { Database } from './database/Database.ts';
import { fileProblem, isBusy } from './database/fileProblem.ts';
import { HttpError, json, notFound } from './response.ts';
import { readStatistic } from './statsEndpoint.ts';
import * as websites from './websitesEndpoint.ts';

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

type Endpoint =
  'listWebsites' | 'createWebsite' | 'showWebsite' | 'updateWebsite' | 'deleteWebsite' | 'readStatistic';

/** A request that one of the six endpoints answers. */
export interface Route {
  readonly endpoint: Endpoint;
  /** The website's; 0, which no website has, where the path names none or something else than an id. */
  readonly id: number;
}

type Methods = Readonly<Record<string, Endpoint>>;

const paths: readonly (readonly [pattern: RegExp, methods: Methods])[] = [
  [/^\/api\/v1\/websites\/?$/, { GET: 'listWebsites', HEAD: 'listWebsites', POST: 'createWebsite' }],
  [
    /^\/api\/v1\/websites\/(?<id>[^/]+)\/?$/,
    { GET: 'showWebsite', HEAD: 'showWebsite', PUT: 'updateWebsite', DELETE: 'deleteWebsite' },
  ],
  [/^\/api\/v1\/stats\/(?<id>[^/]+)\/?$/, { GET: 'readStatistic', HEAD: 'readStatistic' }],
];

/** Throws a HttpError: 404, or 405 with Allow. */
function route(method: string, path: string): Route {
  for (const [pattern, methods] of paths) {
    const match = pattern.exec(path);
    if (!match) continue;
    const endpoint = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (endpoint === undefined) throw notAllowed(method, Object.keys(methods).join(', '));
    return { endpoint, id: websiteId(match.groups?.id) };
  }
  throw notFound();
}

function websiteId(segment = ''): number {
  return /^[1-9]\d{0,14}$/.test(segment) ? Number(segment) : 0;
}

function notAllowed(method: string, allow: string): HttpError {
  return new HttpError(405, `The ${method} method is not supported here. Supported methods: ${allow}.`, {
    headers: { allow },
  });
}

interface AnswererContext {
  readonly database: Database;
  readonly file: string;
  /** The present time, for what is created. */
  readonly timeStamp: () => string;
  /** Statistics that it has beyond the interface. */
  readonly offered?: readonly StatisticName[];
  /** Undefined: no key is needed (the application calling its own service). */
  readonly apiKey: string | undefined;
}

interface Call extends AnswererContext {
  readonly request: ServiceRequest;
  readonly url: URL;
  readonly id: number;
}

const endpoints: Readonly<Record<Endpoint, (call: Call) => Promise<ServiceAnswer>>> = {
  listWebsites: ({ database, url }) => websites.listWebsites(database, url),
  createWebsite: ({ database, request, timeStamp }) => websites.createWebsite(database, request, timeStamp()),
  showWebsite: ({ database, id }) => websites.showWebsite(database, id),
  updateWebsite: ({ database, id, request }) => websites.updateWebsite(database, id, request),
  deleteWebsite: ({ database, id }) => websites.deleteWebsite(database, id),
  readStatistic: ({ database, id, url }) => readStatistic(database, id, url),
};

/**
 * The six endpoints. Never rejects: a broken file or a bug is a 500 with one line, a file that stays locked a
 * 503.
 */
export function createAnswerer(context: AnswererContext): Answerer {
  return async request => {
    const answered = await answer(context, request).catch((error: unknown) =>
      errorAnswer(error, context.file),
    );
    const offered = context.offered?.join(', ') ?? '';
    const headers = offered === '' ? answered.headers : { ...answered.headers, [offeredHeader]: offered };
    return { ...answered, headers, body: request.method === 'HEAD' ? null : answered.body };
  };
}

async function answer(context: AnswererContext, request: ServiceRequest): Promise<ServiceAnswer> {
  const url = new URL(request.url);
  const { endpoint, id } = route(request.method, url.pathname);
  if (context.apiKey !== undefined) authorize(request, context.apiKey);
  return await endpoints[endpoint]({ ...context, request, url, id });
}

function errorAnswer(error: unknown, file: string): ServiceAnswer {
  if (error instanceof HttpError) return error.answer();
  const message = fileProblem(error, file)?.message ?? 'The service failed.';
  return json(isBusy(error) ? 503 : 500, { message });
}
