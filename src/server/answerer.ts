import type { Database } from './database/Database.ts';
import { json, HttpError } from './endpoints/answers.ts';
import { authorize } from './endpoints/authorization.ts';
import { type Endpoint, route } from './endpoints/routing.ts';
import { readStatistic } from './endpoints/statsEndpoint.ts';
import * as websites from './endpoints/websitesEndpoint.ts';
import { offeredHeader, type StatisticName } from '#model/statistics/statistics.ts';
import type { Answerer, ServiceRequest, ServiceAnswer } from '#model/service/exchange.ts';
import { fileProblem, isBusy } from './serviceFileError.ts';

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
