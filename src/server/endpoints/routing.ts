import { notFound, HttpError } from './answers.ts';

export type Endpoint =
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
export function route(method: string, path: string): Route {
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
