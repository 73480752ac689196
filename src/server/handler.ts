import type { Day } from '#model/statistics.ts';
import type { Database } from './database/Database.ts';
import { json, Refusal } from './endpoints/answers.ts';
import { authorize } from './endpoints/authorization.ts';
import { type Endpoint, route } from './endpoints/route.ts';
import { readStatistic } from './endpoints/statsEndpoint.ts';
import * as websites from './endpoints/websitesEndpoint.ts';
import { fileProblem, isBusy } from './serviceFileError.ts';

export interface HandlerContext {
  readonly database: Database;
  readonly file: string;
  readonly today: () => Day;
  /** Undefined: every request is welcome (the application calling its own service). */
  readonly apiKey: string | undefined;
}

export type Handler = (request: Request) => Promise<Response>;

interface Call extends HandlerContext {
  readonly request: Request;
  readonly url: URL;
  readonly id: number;
}

const endpoints: Readonly<Record<Endpoint, (call: Call) => Promise<Response>>> = {
  listWebsites: ({ database, url }) => websites.listWebsites(database, url),
  createWebsite: ({ database, request, today }) => websites.createWebsite(database, request, today()),
  showWebsite: ({ database, id }) => websites.showWebsite(database, id),
  updateWebsite: ({ database, id, request }) => websites.updateWebsite(database, id, request),
  deleteWebsite: ({ database, id }) => websites.deleteWebsite(database, id),
  readStatistic: ({ database, id, url }) => readStatistic(database, id, url),
};

/**
 * The six endpoints. The handler never rejects: a fault of the file or of ours is a 500 with one line, a
 * file that stays locked a 503.
 */
export function createHandler(context: HandlerContext): Handler {
  return async request => {
    const response = await answer(context, request).catch((error: unknown) => refuse(error, context.file));
    if (request.method !== 'HEAD') return response;
    return new Response(null, { status: response.status, headers: response.headers });
  };
}

async function answer(context: HandlerContext, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const { endpoint, id } = route(request.method, url.pathname);
  if (context.apiKey !== undefined) authorize(request, context.apiKey);
  return await endpoints[endpoint]({ ...context, request, url, id });
}

function refuse(error: unknown, file: string): Response {
  if (error instanceof Refusal) return error.answer();
  const message = fileProblem(error, file)?.message ?? 'The service failed.';
  return json(isBusy(error) ? 503 : 500, { message });
}
