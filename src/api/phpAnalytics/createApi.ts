import { type Capabilities, withoutStatistics } from '#model/service/capabilities.ts';
import { notRecorded } from '#model/service/whyLacking.ts';
import { readAllDays, readAllHours, type ReadPage } from './allRows.ts';
import type { Api, Urgency } from '#api/api.ts';
import { checkedBaseUrl } from '#api/baseUrl.ts';
import type { Call } from '#api/client.ts';
import { ApiError } from '#api/error.ts';
import { segment } from '#api/segment.ts';
import { together } from '#api/abortable.ts';
import { type ConnectOptions, createRequester } from '#api/requester.ts';
import { sum } from '#model/statistics/series.ts';
import { offeredHeader, type StatisticName } from '#model/statistics/statistics.ts';
import { capabilities, withOffered } from './capabilities.ts';
import { newWebsiteForm, statisticParameters, websiteForm, websitesParameters } from './parameters.ts';
import { decodeStatistic } from './statisticSchema.ts';
import { decodeWebsite, decodeWebsites, findWebsite } from './websiteSchema.ts';

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

  const ofAll = (call: Pick<Call, 'method' | 'parameters' | 'form' | 'signal' | 'background'>) =>
    request({ ...call, url: `${baseUrl}/api/v1/websites`, ofWebsite: false });
  const ofOne = async (id: string, call: Pick<Call, 'method' | 'form' | 'signal'>) =>
    await request({ ...call, url: `${baseUrl}/api/v1/websites/${segment(id)}`, ofWebsite: true });
  const readPage =
    (id: string, signal?: AbortSignal, urgency?: Urgency): ReadPage =>
    async query => {
      const background = urgency === 'background';
      const url = `${baseUrl}/api/v1/stats/${segment(id)}`;
      const { name } = query;
      const refused = known.refused?.[name];
      if (refused !== undefined) throw new ApiError('validation', refused);
      const parameters = statisticParameters(query);
      const explain = (error: ApiError) => explained(error, name);
      const call = { method: 'GET', url, parameters, signal, ofWebsite: true, background, explain } as const;
      return decodeStatistic(await request(call), query);
    };
  /** A service may not record each of the seventeen. */
  const explained = (error: ApiError, name: StatisticName): ApiError => {
    if (error.kind !== 'validation' || error.details.fields?.['name'] === undefined) return error;
    known = withoutStatistics(known, [name], () => notRecorded(known.serviceName, name));
    return new ApiError(error.kind, known.refused?.[name] ?? error.message, error.details);
  };

  const readSeries: Api['readSeries'] = (id, name, period, signal, urgency) =>
    together(signal, either => readAllDays(readPage(id, either, urgency), name, period));

  return {
    baseUrl,
    get capabilities() {
      return known;
    },
    async listWebsites(query, signal, urgency) {
      const parameters = websitesParameters(query);
      const background = urgency === 'background';
      return decodeWebsites(await ofAll({ method: 'GET', parameters, signal, background }), query);
    },
    async showWebsite(id, signal) {
      return decodeWebsite(await ofOne(id, { method: 'GET', signal }));
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
    readStatistic: (id, query, signal) => readPage(id, signal)(query),
    readSeries,
    readVisitors: async (id, period, signal, urgency) =>
      sum(await readSeries(id, 'visitors', period, signal, urgency)),
    readHours: (id, name, period, signal) => readAllHours(readPage(id, signal), name, period),
    // Every read is a request.
    forget: () => undefined,
    activity,
    onActivity,
  };
}
