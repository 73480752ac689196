import type { TimeUnit } from './LogLine.ts';

/** What a field of a line is for us. */
export type Role =
  | 'time'
  | 'address'
  | 'host'
  | 'request'
  | 'method'
  | 'target'
  | 'query'
  | 'status'
  | 'referrer'
  | 'agent'
  | 'language'
  | 'bytes'
  | 'took';

/** By the names of fields, without case and what stands between words: of several with one role the first with a value counts. */
const roles: Readonly<Record<Role, string>> = {
  time: 'timeiso8601 timelocal msec startutc startlocal ts time timestamp datetime eventdatetime',
  address:
    'remoteaddr realipremoteaddr clientip clienthost remoteip clientaddr client ip remotehost httpxrealip httpxforwardedfor proxyaddxforwardedfor',
  request: 'request requestline',
  method: 'requestmethod method verb httpmethod',
  target: 'requesturi requestpath uri url path documenturi requesturl request',
  query: 'args querystring query',
  status: 'status downstreamstatus response statuscode responsestatus',
  referrer: 'httpreferer httpreferrer referer referrer requestreferer',
  agent: 'httpuseragent useragent agent requestuseragent',
  language: 'httpacceptlanguage acceptlanguage requestacceptlanguage',
  host: 'host httphost requesthost vhost virtualhost servername requestaddr',
  // The body comes first: the combined format has no other.
  bytes: 'bodybytessent bytessent downstreamcontentsize responsebodysize responsesize size bytes',
  took: 'requesttime requesttimems responsetimems durationms latencyms',
};

export interface RankedRole {
  readonly role: Role;
  readonly rank: number;
}

const isRole = (name: string): name is Role => Object.hasOwn(roles, name);

const ranks: ReadonlyMap<string, readonly RankedRole[]> = ranksOfNames();

function ranksOfNames(): Map<string, RankedRole[]> {
  const found = new Map<string, RankedRole[]>();
  for (const role of Object.keys(roles).filter(isRole))
    for (const [rank, name] of roles[role].split(' ').entries())
      found.set(name, [...(found.get(name) ?? []), { role, rank }]);
  return found;
}

const longestName = 40;
const mostNames = 2_000;
const known = new Map<string, readonly RankedRole[]>();

/** What a field can be: "$http_user_agent", "http-user-agent" and "HttpUserAgent" are the same. */
export function rolesOf(name: string): readonly RankedRole[] {
  if (name.length > longestName) return [];
  const before = known.get(name);
  if (before) return before;
  const found = ranks.get(name.toLowerCase().replaceAll(/[^a-z\d]/g, '')) ?? [];
  if (known.size >= mostNames) known.clear();
  known.set(name, found);
  return found;
}

/** Of the time that an answer took: nginx's $request_time is in seconds, others say their unit. */
export function unitOf(name: string): TimeUnit {
  return /ms$/i.test(name) ? 'ms' : 's';
}
