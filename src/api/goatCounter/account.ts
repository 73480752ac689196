import * as z from 'zod/mini';
import type { About, Allowance, Answer, Http, ServiceProtocol, RequestOptions } from '#api/api.ts';
import { lenient, mapYielding, maxRows, wrongShape } from '#api/decode.ts';
import { isRecord } from '#text/safeText.ts';
import { ApiError } from '#model/failure.ts';
import { isTimeZone } from '#model/period/day.ts';
import { type Capabilities, canWrite, withoutStatistics } from '#model/service/capabilities.ts';
import { settingNames } from '#model/website/website.ts';
import { allStatistics } from '#model/statistics/statistics.ts';
import { lazy } from '#text/memo.ts';

/** The bits of what a key may do. */
const permissions = { readSites: 8, createSites: 16, updateSites: 32, readStatistics: 64 } as const;

/** Of the one website that a key can read which may not list any. */
const ownId = 'own';

const whyNoStatistics =
  'This key may not read statistics: allow it in GoatCounter at your name > API, or make another one.';

/** Who the key is of. */
interface Owner {
  /** The owner's, in which GoatCounter has days and hours. */
  readonly timeZone: string;
  may(permission: keyof typeof permissions): boolean;
}

/** A website as the service has it, and its Host header. */
interface Site {
  readonly id: string;
  /** Undefined for the one that the base URL is of: alone on its server it answers at any address. */
  readonly host: string | undefined;
  readonly value: Readonly<Record<string, unknown>>;
}

export interface Account {
  /** Rejects with an ApiError where the key may not read statistics. */
  reader(options: RequestOptions): Promise<Owner>;
  /** Throws an ApiError where it is known that the key may not do this: before a write. */
  refuse(why: (capabilities: Capabilities) => string | undefined): void;
  sites(options: RequestOptions): Promise<readonly Site[]>;
  /** Of a key that is known not to list any: the one that it reads. Rejects with an ApiError for another one. */
  own(id: string, options: RequestOptions): Promise<Site | undefined>;
  /** Requests about all websites. */
  readonly http: Http;
  /** Requests about one: statistics are those of the website that the Host header names. */
  siteHttp(id: string, options: RequestOptions): Promise<Http>;
  pageOf(id: string): Promise<string | undefined>;
  capabilities(): Capabilities;
  /** The service's time, by its last answer: milliseconds since 1970. */
  now(): number;
}

const wireOwner = lazy(() =>
  z.object({
    user: z.object({ settings: z.object({ timezone: z.string() }) }),
    token: z.object({ permissions: z.union([z.int(), z.pipe(z.string(), z.transform(Number))]) }),
  }),
);

function decodeOwner(body: unknown): Owner {
  const me = wireOwner().safeParse(body);
  if (!me.success) throw wrongShape('what a key may do');
  const { user, token } = me.data;
  // "DE.Europe/Berlin", ".UTC".
  const zone = user.settings.timezone.replace(/^[^.]*\./, '');
  return {
    timeZone: isTimeZone(zone) ? zone : 'UTC',
    may: permission => (token.permissions & permissions[permission]) !== 0,
  };
}

const id = () =>
  z.union([
    z.string().check(z.minLength(1)),
    z.pipe(
      z.int(),
      z.transform(value => String(value)),
    ),
  ]);
const wireSite = lazy(() =>
  z.object({ id: id(), cname: lenient(z.nullable(z.string())), code: lenient(z.string()) }),
);
const wireSites = lazy(() => z.object({ sites: z.array(z.unknown()) }));

/** The owner of the key, and the websites of the account, which are at addresses of their own. */
export function accountOf(
  open: (protocol?: ServiceProtocol) => Http,
  { baseUrl, capabilities, timeZone }: About,
): Account {
  const address = new URL(baseUrl);
  let known = capabilities;
  let mayList: boolean | undefined;
  let answeredAt: number | undefined;
  const connect = (host?: string) =>
    open({
      // Without a type of JSON errors are pages.
      authorise: key => ({
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...(host !== undefined && { host }),
      }),
      allowance,
      onAnswer(headers) {
        const at = Date.parse(headers.get('date') ?? '');
        if (!Number.isNaN(at)) answeredAt = at;
      },
    });
  const http = connect();
  const others = new Map<string, Http>();

  const owner = http.shared(async options => {
    const answer = await http.get('/api/v0/me', { options }).catch((error: unknown) => {
      if (error instanceof ApiError) refuseForeignAddress(error.message);
      throw error;
    });
    const found = decodeOwner(answer);
    mayList = found.may('readSites');
    known = {
      ...allowedBy(capabilities, found),
      ...(found.timeZone !== timeZone && { countsIn: found.timeZone }),
    };
    return found;
  });
  const sites = http.shared(async (options): Promise<readonly Site[]> => {
    const { may } = await owner(options);
    if (!may('readSites'))
      return [{ id: ownId, host: undefined, value: { id: ownId, cname: address.hostname } }];
    const list = wireSites().safeParse(await http.get('/api/v0/sites', { options }));
    if (!list.success) throw wrongShape('a list of websites');
    let ownCode = '';
    const read = await mapYielding([...list.data.sites.slice(0, maxRows).entries()], ([index, value]) => {
      const site = isRecord(value) ? wireSite().safeParse(value) : undefined;
      if (!isRecord(value) || site?.success !== true) throw wrongShape('a list of websites');
      const { cname, code } = site.data;
      if (index === 0) ownCode = code ?? '';
      return { id: site.data.id, host: index === 0 ? undefined : hostOf({ cname, code }, ownCode), value };
    });
    return read;
  });
  /** "stats.example.com:8080": at goatcounter.com the code of a website stands in the place of the own one. */
  const hostOf = (
    { cname, code }: { cname?: string | null | undefined; code?: string | undefined },
    own: string,
  ) => {
    const { hostname, port } = address;
    const name =
      cname || (own !== '' && hostname.startsWith(`${own}.`) ? code + hostname.slice(own.length) : '');
    // A header is made of it.
    return /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i.test(name) ? name + (port === '' ? '' : `:${port}`) : '';
  };
  const find = async (wanted: string, options: RequestOptions): Promise<Site> => {
    const site = (await sites(options)).find(one => one.id === wanted);
    if (site === undefined) throw unknownWebsite();
    if (site.host === '')
      throw new ApiError('notFound', 'GoatCounter does not say at which address it serves this website.');
    return site;
  };

  return {
    http,
    sites,
    async own(wanted, options) {
      return mayList === false || wanted === ownId ? await find(wanted, options) : undefined;
    },
    capabilities: () => known,
    now: () => answeredAt ?? Date.now(),
    async reader(options) {
      const found = await owner(options);
      if (!found.may('readStatistics')) throw new ApiError('forbidden', whyNoStatistics);
      return found;
    },
    refuse(why) {
      const reason = why(known);
      if (reason !== undefined) throw new ApiError('forbidden', reason);
    },
    async siteHttp(wanted, options) {
      const { host } = await find(wanted, options);
      if (host === undefined) return http;
      const other = others.get(host) ?? connect(host);
      others.set(host, other);
      return other;
    },
    async pageOf(wanted) {
      const { host } = await find(wanted, {});
      return host === undefined ? `${baseUrl}/` : `${address.protocol}//${host}${address.pathname}`;
    },
  };
}

/** A lone website answers at any address: with a second one each answers at its own alone. Throws an ApiError. */
export function refuseForeignAddress(message: string): void {
  if (message.includes('no site at this domain'))
    throw new ApiError(
      'shape',
      'GoatCounter has several websites here, and none of this name: give the address of one of them.',
    );
}

export function unknownWebsite(): ApiError {
  return new ApiError('notFound', 'GoatCounter does not know this website: it may have been deleted.');
}

function allowedBy(capabilities: Capabilities, { may }: Owner): Capabilities {
  const written = {
    ...capabilities,
    fields: capabilities.fields.filter(field => may(field === 'domain' ? 'createSites' : 'updateSites')),
    privacies: may('updateSites') ? capabilities.privacies : [],
  };
  const withheld = (['domain', ...settingNames] as const).filter(
    field => canWrite(capabilities, field) && !canWrite(written, field),
  );
  return may('readStatistics')
    ? { ...written, withheld }
    : withoutStatistics({ ...written, withheld }, allStatistics, () => whyNoStatistics);
}

/** It says how many requests are left in whole seconds, of which it counts one at a time. */
function allowance(headers: Answer['headers']): Allowance | undefined {
  const [limit, left, reset] = ['limit', 'remaining', 'reset'].map(name => {
    const text = headers.get(`x-rate-limit-${name}`) ?? '';
    return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  });
  if (limit === undefined || limit === 0 || left === undefined) return undefined;
  // Rounded: of one that is longer than a second half a second may be missing.
  return { limit, left, seconds: reset === undefined || reset < 2 ? 1 : reset + 1 };
}
