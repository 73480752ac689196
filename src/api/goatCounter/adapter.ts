import * as z from 'zod/mini';
import type { Adapter, Http, WebsiteMethods } from '#api/api.ts';
import { boundedFields, lenient, pageOfWebsites, parseAnswer, segment, wrongShape } from '#api/decode.ts';
import { ApiError } from '#model/failure.ts';
import { whyNoField, whyNoSettings } from '#model/service/capabilities.ts';
import { type Website, type WebsiteFields, wireNames } from '#model/website/website.ts';
import { lazy } from '#text/memo.ts';
import { isRecord } from '#text/safeText.ts';
import { type Account, accountOf, refuseForeignAddress } from './account.ts';
import { rowsOf } from './rows.ts';
import { seriesOf } from './series.ts';

const wireWebsite = lazy(() =>
  z.object({
    id: z.union([z.string().check(z.minLength(1)), z.int()]),
    cname: lenient(z.nullable(z.string())),
    code: lenient(z.string()),
    link_domain: lenient(z.string()),
    created_at: lenient(z.string()),
    // The service's own spelling, with three t.
    setttings: lenient(
      z.object({
        public: lenient(z.string()),
        data_retention: lenient(z.int()),
        ignore_ips: lenient(z.union([z.string(), z.array(z.string())])),
      }),
    ),
  }),
);

const known = new Set(['id', 'cname', 'code', 'link_domain', 'created_at', 'setttings', 'first_hit_at']);

/** Throws an ApiError of kind shape. */
function decodeWebsite(value: unknown): Website {
  const result = isRecord(value) ? wireWebsite().safeParse(value) : undefined;
  if (!isRecord(value) || result?.success !== true) throw wrongShape('a website');
  const { id, cname, code, link_domain: link, created_at: createdAt, setttings: settings } = result.data;
  const address = cname || code || undefined;
  const domain = hostOf(link ?? '') ?? address;
  const { public: privacy, ignore_ips: ips, data_retention: days } = settings ?? {};
  return {
    id: String(id),
    domain,
    name: address,
    privacy: privacy === 'public' || privacy === 'private' ? privacy : undefined,
    ...(privacy === 'secret' && { hasSecretLink: true }),
    excludeIps: ips === undefined ? undefined : partsOf(String(ips), /,/).join('\n'),
    retention: days === 0 ? '' : days?.toString(),
    createdAt,
    ...boundedFields(withoutSecret(value), name => known.has(name)),
  };
}

/** Whoever has the secret of a website sees its statistics: it is neither shown nor kept. */
function withoutSecret(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { setttings: settings } = value;
  if (!isRecord(settings)) return value;
  const { secret: _secret, ...others } = settings;
  return { ...value, setttings: others };
}

/** The host of "https://www.example.com/shop" or "www.example.com"; undefined where there is none. */
function hostOf(link: string): string | undefined {
  const address = /^\w+:\/\//.test(link) ? link : `https://${link}`;
  const host = link === '' || !URL.canParse(address) ? '' : new URL(address).host;
  return host === '' ? undefined : host;
}

function partsOf(text: string, between: RegExp): string[] {
  return text
    .split(between)
    .map(part => part.trim())
    .filter(part => part !== '');
}

/** Only what is given: of settings that are sent others are left as they are. */
function settingsOf({ privacy, excludeIps, retention }: Partial<WebsiteFields>) {
  return {
    ...(privacy !== undefined && { public: privacy }),
    ...(excludeIps !== undefined && { ignore_ips: partsOf(excludeIps, /[\r\n,]+/).join(',') }),
    ...(retention !== undefined && { data_retention: Number(retention) }),
  };
}

const list = '/api/v0/sites';

/** Of settings in its errors. */
const ourNames: Readonly<Record<string, string>> = {
  cname: 'domain',
  public: wireNames.privacy,
  ignore_ips: wireNames.excludeIps,
  data_retention: wireNames.retention,
};

/** An error about fields, by our names of them, which its message says too. */
function inOurNames(fault: unknown): unknown {
  if (!(fault instanceof ApiError) || fault.details.fields === undefined) return fault;
  const fields = Object.entries(fault.details.fields).map(([name, messages]) => {
    const last = name.split('.').at(-1) ?? name;
    return [Object.hasOwn(ourNames, last) ? (ourNames[last] ?? name) : name, messages] as const;
  });
  const message = fields.map(([name, messages]) => `${name}: ${messages.join(' ')}`).join('; ');
  return new ApiError(fault.kind, message, { ...fault.details, fields: Object.fromEntries(fields) });
}

/** The website of the base URL, and those that belong to it. */
export function websitesOf(account: Account): WebsiteMethods {
  const { http } = account;
  const write = async (...asked: Parameters<Http['write']>) => {
    try {
      return await http.write(...asked);
    } catch (fault) {
      throw inOurNames(fault);
    }
  };
  return {
    async listWebsites(query, options = {}) {
      const websites = (await account.sites(options)).map(({ value }) => decodeWebsite(value));
      return pageOfWebsites(websites, query, (a, b) => Number(a.id) - Number(b.id));
    },
    async showWebsite(id, options = {}) {
      const own = await account.own(id, options);
      if (own !== undefined) return decodeWebsite(own.value);
      return decodeWebsite(await http.get(`${list}/${segment(id)}`, { options, ofWebsite: true }));
    },
    async createWebsite({ domain, privacy, excludeIps, retention }) {
      account.refuse(capabilities => whyNoField(capabilities, 'domain'));
      const days = retention === '' ? {} : { retention };
      const setttings = settingsOf({ privacy, excludeIps, ...days });
      return decodeWebsite(await write('PUT', list, {}, { cname: domain, setttings }));
    },
    async updateWebsite(id, fields) {
      account.refuse(whyNoSettings);
      const settings = settingsOf(fields);
      await write('PATCH', `${list}/${segment(id)}`, { ofWebsite: true }, { settings });
      // Its answer has a code that it does not keep: the website is to be read again.
      return undefined;
    },
    async deleteWebsite() {
      throw new ApiError('forbidden', 'GoatCounter deletes websites in its own pages only.');
    },
  };
}

/** GoatCounter on its own server, or at goatcounter.com; tried with 2.7.0. */
export const goatCounter: Adapter = {
  async recognise(send) {
    // Without a type of JSON errors are pages.
    const { status, headers, text } = await send('GET', '/api/v0/me', {
      headers: { 'content-type': 'application/json' },
    });
    const body = status === 400 ? parseAnswer(text) : undefined;
    if (isRecord(body)) refuseForeignAddress(String(body['error']));
    return status === 401 && /\brealm="?GoatCounter\b/.test(headers.get('www-authenticate') ?? '');
  },
  connect(open, about) {
    const account = accountOf(open, about);
    const series = seriesOf(account);
    return {
      get capabilities() {
        return account.capabilities();
      },
      ...websitesOf(account),
      ...series.methods,
      ...rowsOf(account, series),
      async readVersion() {
        const { text } = await account.http.send('GET', '/status');
        const status = parseAnswer(text);
        const version = isRecord(status) ? String(status['version']) : '';
        return /^v?(\d+(?:\.\d+){1,3})$/.exec(version)?.[1];
      },
      readTimeZone: async () => (await account.reader({})).timeZone,
      pageOf: id => account.pageOf(id),
    };
  },
};
