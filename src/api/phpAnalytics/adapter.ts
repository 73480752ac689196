import type { Adapter, Api, Turn } from '#api/api.ts';
import { checkedBaseUrl } from '#model/service/address.ts';
import { segment } from '#api/decode.ts';
import { ApiError } from '#model/failure.ts';
import { isHtml } from '#api/http/classify.ts';
import { type Call, type ConnectOptions, createRequester } from '#api/http/client.ts';
import { turnOf } from '#api/limiter.ts';
import { together } from '#api/promises.ts';
import { type Capabilities, notRecorded, withoutStatistics } from '#model/service/capabilities.ts';
import type { StatisticQuery, WebsitesQuery } from '#model/service/query.ts';
import { sum } from '#model/statistics/series.ts';
import { offeredHeader, type StatisticName } from '#model/statistics/statistics.ts';
import type { Privacy, WebsiteFields } from '#model/website/website.ts';
import { capabilities, withOffered } from './capabilities.ts';
import { decodeStatistic, readAllDays, readAllHours, type ReadPage } from './statistics.ts';
import { decodeWebsite, decodeWebsites, findWebsite } from './websites.ts';

/** Undefined is not sent. */
type Parameter = string | number | undefined;

function present(parameters: Readonly<Record<string, Parameter>>): URLSearchParams {
  const sent = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) sent.append(name, String(value));
  return sent;
}

/**
 * The parameters of both lists. An empty search is never sent. A search is sent with search_by: the service's default for
 * statistics is a value that it does not allow.
 */
function listParameters(query: WebsitesQuery | StatisticQuery, searchBy: string): Record<string, Parameter> {
  const { search = '', sortBy, sort, perPage, page = 1 } = query;
  const searched = search.trim() === '' ? {} : { search, search_by: searchBy };
  return { ...searched, sort_by: sortBy, sort, per_page: perPage, page: page > 1 ? page : undefined };
}

/** The URL parameters for the list of websites. */
export function websitesParameters(query: WebsitesQuery): URLSearchParams {
  return present(listParameters(query, 'domain'));
}

/** The URL parameters for a statistic. */
export function statisticParameters(query: StatisticQuery): URLSearchParams {
  const { name, period } = query;
  return present({ name, from: period.from, to: period.to, ...listParameters(query, 'value') });
}

const privacyNumbers: Readonly<Record<Privacy, number>> = { public: 0, private: 1, password: 2 };

function asNumber(flag: boolean | undefined): number | undefined {
  return flag === undefined ? undefined : Number(flag);
}

/** The fields given, by their names in the API; an empty one is sent empty. */
export function websiteForm(fields: Partial<WebsiteFields>): URLSearchParams {
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

/** All fields, except a password that was not typed. */
export function newWebsiteForm({ password, ...fields }: WebsiteFields): URLSearchParams {
  return websiteForm(password === '' ? fields : { ...fields, password });
}

export interface ApiOptions extends ConnectOptions {
  /** What the service has before its answers say more; default: what every service of the interface has. */
  readonly capabilities?: Capabilities | undefined;
}

/** The service at a base URL. Throws an ApiError when that is no web address. */
export function createApi(options: ApiOptions): Api {
  const baseUrl = checkedBaseUrl(options.baseUrl);
  let known = options.capabilities ?? capabilities;
  const { request, activity, onActivity } = createRequester(options, {
    onAnswer: headers => (known = withOffered(known, headers.get(offeredHeader) ?? '')),
  });

  const ofAll = (call: Pick<Call, 'method' | 'parameters' | 'form' | 'turn'>) =>
    request({ ...call, url: `${baseUrl}/api/v1/websites`, ofWebsite: false });
  const ofOne = async (id: string, call: Pick<Call, 'method' | 'form' | 'turn'>) =>
    await request({ ...call, url: `${baseUrl}/api/v1/websites/${segment(id)}`, ofWebsite: true });
  const readPage =
    (id: string, turn: Turn): ReadPage =>
    async query => {
      const url = `${baseUrl}/api/v1/stats/${segment(id)}`;
      const { name } = query;
      const refused = known.refused?.[name];
      if (refused !== undefined) throw new ApiError('validation', refused);
      const parameters = statisticParameters(query);
      const explain = (error: ApiError) => explained(error, name);
      const call = { method: 'GET', url, parameters, turn, ofWebsite: true, explain } as const;
      return decodeStatistic(await request(call), query);
    };
  /** A service may not record each statistic of the interface. */
  const explained = (error: ApiError, name: StatisticName): ApiError => {
    if (error.kind !== 'validation' || error.details.fields?.['name'] === undefined) return error;
    known = withoutStatistics(known, [name], () => notRecorded(known.serviceName, name));
    return new ApiError(error.kind, known.refused?.[name] ?? error.message, error.details);
  };

  const readSeries: Api['readSeries'] = (id, name, period, asked, urgency) => {
    const turn = turnOf(asked, urgency);
    return together(turn.signal, signal => readAllDays(readPage(id, { ...turn, signal }), name, period));
  };

  return {
    baseUrl,
    get capabilities() {
      return known;
    },
    async listWebsites(query, turn, urgency) {
      const parameters = websitesParameters(query);
      const call = { method: 'GET', parameters, turn: turnOf(turn, urgency) } as const;
      return await decodeWebsites(await ofAll(call), query);
    },
    async showWebsite(id, turn) {
      return decodeWebsite(await ofOne(id, { method: 'GET', turn: turnOf(turn) }));
    },
    async createWebsite(fields) {
      return findWebsite(await ofAll({ method: 'POST', form: newWebsiteForm(fields) }));
    },
    async updateWebsite(id, fields) {
      return findWebsite(await ofOne(id, { method: 'PUT', form: websiteForm(fields) }));
    },
    async deleteWebsite(id) {
      await ofOne(id, { method: 'DELETE' });
    },
    readStatistic: (id, query, turn) => readPage(id, turnOf(turn))(query),
    readSeries,
    readVisitors: async (id, period, turn, urgency) =>
      sum(await readSeries(id, 'visitors', period, turn, urgency)),
    readHours: (id, name, period, turn) => readAllHours(readPage(id, turnOf(turn)), name, period),
    // Every read is a request.
    forget: () => undefined,
    activity,
    onActivity,
  };
}

/** The interface of phpAnalytics, which several services speak, the embedded one too. */
export const phpAnalytics: Adapter = {
  connect: createApi,
  async recognise(ask) {
    const answer = await ask('/api/v1/websites');
    return (answer.status === 401 || answer.status === 200) && !isHtml(answer);
  },
};
