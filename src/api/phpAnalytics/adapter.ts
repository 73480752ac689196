import * as z from 'zod/mini';
import type { Adapter, RequestOptions } from '#api/api.ts';
import {
  boundedFields,
  isHtml,
  lenient,
  mapYielding,
  maxRows,
  parseAnswer,
  segment,
  wrongShape,
} from '#api/decode.ts';
import { withSharedAbort } from '#model/promises.ts';
import { ApiError } from '#model/failure.ts';
import { notRecorded, whyNoSessions, withoutStatistics } from '#model/service/capabilities.ts';
import { beforeHour, conditionText, type Filter } from '#model/service/filter.ts';
import type { Page, StatisticQuery, WebsitesQuery } from '#model/service/paging.ts';
import { sum } from '#model/statistics/series.ts';
import { filtersHeader, offeredHeader, type StatisticName } from '#model/statistics/statistics.ts';
import type { Privacy, Website, WebsiteFields } from '#model/website/website.ts';
import { lazy } from '#text/memo.ts';
import { isRecord } from '#text/safeText.ts';
import { withFilters, withOffered } from './capabilities.ts';
import {
  decodeDataDays,
  decodeDays,
  decodeSessions,
  decodeStatistic,
  type PageRequest,
  readAllDays,
  readAllHours,
  readFirstDay,
  type ReadPage,
  toPage,
  unwrapList,
} from './statistics.ts';

// A number too large to be exact could be the id of another website.
const id = () =>
  z.union([
    z.string().check(z.minLength(1)),
    z.pipe(z.number().check(z.refine(Number.isSafeInteger)), z.transform(String)),
  ]);

const text = () => lenient(z.union([z.string(), z.pipe(z.number(), z.transform(String))]));

/** Stored text: null is empty; a list becomes one item a line. */
const lines = () =>
  lenient(
    z.union([
      z.string(),
      z.pipe(
        z.null(),
        z.transform(() => ''),
      ),
      z.pipe(z.number(), z.transform(String)),
      z.pipe(
        z.array(z.string()),
        z.transform(items => items.join('\n')),
      ),
    ]),
  );

const flag = () =>
  lenient(
    z.pipe(
      z.union([z.boolean(), z.literal([0, 1, '0', '1', 'false', 'true'])]),
      z.transform(value => value === true || value === 1 || value === '1' || value === 'true'),
    ),
  );

const privacyWords: ReadonlyMap<unknown, Privacy> = new Map<unknown, Privacy>([
  [0, 'public'],
  ['0', 'public'],
  [false, 'public'],
  [1, 'private'],
  ['1', 'private'],
  [true, 'private'],
  [2, 'password'],
  ['2', 'password'],
]);

const privacy = () =>
  lenient(
    z.pipe(
      z.unknown(),
      z.transform(value => privacyWords.get(value)),
    ),
  );

/** Only the id is required. A field that cannot be read is undefined; `fields` has the original value. */
const wireWebsite = lazy(() =>
  z.object({
    id: id(),
    domain: text(),
    privacy: privacy(),
    email: flag(),
    exclude_bots: flag(),
    exclude_params: lines(),
    exclude_ips: lines(),
    created_at: text(),
  }),
);

function toWebsite(value: unknown): Website | undefined {
  if (!isRecord(value)) return undefined;
  const result = wireWebsite().safeParse(value);
  if (!result.success) return undefined;
  const { id, domain, privacy, email, exclude_bots, exclude_params, exclude_ips, created_at } = result.data;
  return {
    id,
    domain,
    privacy,
    email,
    excludeBots: exclude_bots,
    excludeParams: exclude_params,
    excludeIps: exclude_ips,
    createdAt: created_at,
    ...boundedFields(value, name => Object.hasOwn(result.data, name)),
  };
}

/** Reads `{data: {...}}` or the bare website; undefined where there is none. */
export function findWebsite(body: unknown): Website | undefined {
  return toWebsite(isRecord(body) && isRecord(body.data) ? body.data : body);
}

/** Reads the answer for one website. Throws an ApiError of kind shape. */
export function decodeWebsite(body: unknown): Website {
  const website = findWebsite(body);
  if (website === undefined) throw wrongShape('a website');
  return website;
}

/** Reads a page of the list of websites. Throws an ApiError of kind shape. */
export async function decodeWebsites(body: unknown, asked: PageRequest): Promise<Page<Website>> {
  const { data, position } = unwrapList(body);
  if (!Array.isArray(data)) throw wrongShape('a list of websites');
  const rows = await mapYielding(data.slice(0, maxRows), (item: unknown) => {
    const website = toWebsite(item);
    if (website === undefined) throw wrongShape('a list of websites');
    return website;
  });
  return toPage(rows, position, asked, data.length > maxRows);
}

/** Undefined is not sent. */
type Parameter = string | number | undefined;

function present(parameters: Readonly<Record<string, Parameter>>): URLSearchParams {
  const sent = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) sent.append(name, String(value));
  return sent;
}

function withConditions(query: URLSearchParams, where: Filter): URLSearchParams {
  for (const condition of where) query.append('where', conditionText(condition));
  return query;
}

/** The parameters of both lists. search_by goes with every search: the default for statistics is a value that is refused. */
function listParameters(query: WebsitesQuery | StatisticQuery, searchBy: string): Record<string, Parameter> {
  const { search = '', sortBy, sort, perPage, page = 1 } = query;
  const searched = search.trim() === '' ? {} : { search, search_by: searchBy };
  return { ...searched, sort_by: sortBy, sort, per_page: perPage, page: page > 1 ? page : undefined };
}

const privacyNumbers: Readonly<Record<Privacy, number>> = { public: 0, private: 1, password: 2 };

function asNumber(flag: boolean | undefined): number | undefined {
  return flag === undefined ? undefined : Number(flag);
}

/** The fields given, by their names in the API; an empty one is sent empty. */
function websiteForm(fields: Partial<WebsiteFields>): URLSearchParams {
  const { domain, privacy, password, email, excludeBots, excludeParams, excludeIps } = fields;
  return present({
    domain,
    privacy: privacy === undefined ? undefined : privacyNumbers[privacy],
    password,
    email: asNumber(email),
    exclude_bots: asNumber(excludeBots),
    exclude_params: excludeParams,
    exclude_ips: excludeIps,
  });
}

const list = '/api/v1/websites';

/** The interface of phpAnalytics, which several services speak, the embedded one too. */
export const phpAnalytics: Adapter = {
  async recognise(send) {
    const answer = await send('GET', list);
    if (isHtml(answer)) return false;
    const body = answer.status === 200 ? parseAnswer(answer.text) : undefined;
    return answer.status === 401 || (isRecord(body) && Array.isArray(body['data']));
  },
  connect(open, about) {
    let known = about.capabilities;
    const http = open({
      onAnswer(headers) {
        known = withOffered(known, headers.get(offeredHeader) ?? '');
        known = withFilters(known, headers.get(filtersHeader) ?? '');
      },
    });
    const pathOf = (id: string) => `${list}/${segment(id)}`;
    const ofWebsite = { ofWebsite: true };
    /** A service may not record each statistic of the interface. */
    const explained = (error: unknown, name: StatisticName): unknown => {
      if (!(error instanceof ApiError)) return error;
      if (error.kind !== 'validation' || error.details.fields?.['name'] === undefined) return error;
      known = withoutStatistics(known, [name], () => notRecorded(known.serviceName, name));
      return new ApiError(error.kind, known.refused?.[name] ?? error.message, error.details);
    };
    const readPage =
      (id: string, options: RequestOptions | undefined): ReadPage =>
      async asked => {
        const { name, period } = asked;
        const path = `/api/v1/stats/${segment(id)}`;
        const refused = known.refused?.[name];
        if (refused !== undefined) throw new ApiError('validation', refused);
        const { from, to, where = [], until } = period;
        // Only rows of one day end at an hour, so that the hours are those of all its days.
        const conditions = until === undefined ? where : beforeHour(where, until);
        const query = withConditions(
          present({ name, from, to, ...listParameters(asked, 'value') }),
          conditions,
        );
        try {
          return decodeStatistic(await http.get(path, { query, options, ...ofWebsite }), asked);
        } catch (fault) {
          throw explained(fault, name);
        }
      };
    const readDays = (
      id: string,
      name: 'visitors' | 'pageviews',
      period: StatisticQuery['period'],
      options?: RequestOptions,
    ) =>
      withSharedAbort(options?.signal, signal =>
        readAllDays(readPage(id, { ...options, signal }), name, period),
      );

    const readErrorDays = async (id: string, period: StatisticQuery['period'], options?: RequestOptions) => {
      if (known.knowsErrors !== true)
        throw new ApiError('forbidden', 'This service does not know of errors.');
      if (period.where !== undefined && period.where.length > 0)
        throw new ApiError('validation', 'Errors are counted by request: they cannot be filtered.');
      const path = `/api/v1/stats/${segment(id)}/errors`;
      const { from, to } = period;
      const body = await http.get(path, { query: present({ from, to }), options, ...ofWebsite });
      return decodeDays(body, period);
    };

    return {
      get capabilities() {
        return known;
      },
      async listWebsites(asked, options) {
        const query = present(listParameters(asked, 'domain'));
        return await decodeWebsites(await http.get(list, { query, options }), asked);
      },
      async showWebsite(id, options) {
        return decodeWebsite(await http.get(pathOf(id), { options, ...ofWebsite }));
      },
      async createWebsite({ password, ...fields }) {
        // All fields, except a password that was not typed.
        const form = websiteForm(password === '' ? fields : { ...fields, password });
        return findWebsite(await http.write('POST', list, {}, form));
      },
      async updateWebsite(id, fields) {
        return findWebsite(await http.write('PUT', pathOf(id), ofWebsite, websiteForm(fields)));
      },
      async deleteWebsite(id) {
        await http.write('DELETE', pathOf(id), ofWebsite);
      },
      readStatistic: (id, query, options) => readPage(id, options)(query),
      readSeries: async (id, name, period, options) =>
        name === 'errors'
          ? await readErrorDays(id, period, options)
          : await readDays(id, name, period, options),
      readVisitors: async (id, period, options) => sum(await readDays(id, 'visitors', period, options)),
      async readSessions(id, { from, to, where = [] }, options) {
        const reason = whyNoSessions(known);
        if (reason !== undefined) throw new ApiError('forbidden', reason);
        const query = withConditions(present({ from, to }), where);
        const path = `/api/v1/stats/${segment(id)}/sessions`;
        return decodeSessions(await http.get(path, { query, options, ...ofWebsite }), { from, to });
      },
      readHours: (id, name, period, options) => readAllHours(readPage(id, options), name, period),
      async readDataDays(id, today, options) {
        if (known.knowsGaps !== true) return await readFirstDay(readPage(id, options), today);
        return decodeDataDays(await http.get(`/api/v1/stats/${segment(id)}/days`, { options, ...ofWebsite }));
      },
    };
  },
};
