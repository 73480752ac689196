import type { Api } from '#api/api.ts';
import { ApiError } from '#model/failure.ts';
import { mapConcurrently } from '#model/promises.ts';
import { type Capabilities, statisticInfo } from '#model/service/capabilities.ts';
import type { Filter } from '#model/service/filter.ts';
import { withinFilter } from '#model/service/filterText.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import { memoizeLast } from '#text/memo.ts';
import {
  type Answer,
  answerWithin,
  type DataRequest,
  type WebsiteRequest,
  type Data,
  type DataOf,
  dataOf,
  isAnswerTo,
  keyOf,
  type QueryContext,
  notLoaded,
  withFilter,
} from './request.ts';

/** What a screen shows, or a command prints: what it asks of a service, and what the answers mean. */
export interface Query<Q, R> {
  /** More once the first are answered. The most urgent first. */
  requests(question: Q, context: QueryContext): readonly WebsiteRequest[];
  /** Of what is answered so far. */
  result(question: Q, context: QueryContext): R;
}

/** Returns the result of a query: the same object as long as no answer to its requests is another. */
export function shownOf<Q, R>(query: Query<Q, R>): (question: Q, context: QueryContext) => R {
  const last = memoizeLast<R>();
  return (question, context) => {
    const { capabilities, scale, today } = context;
    const answers = query
      .requests(question, context)
      .map(({ website, request }) => context.answers.get(website, request));
    const keys = [JSON.stringify(question), capabilities, scale, today, ...answers];
    return last(keys, () => query.result(question, context));
  };
}

export function progressOf(requests: readonly WebsiteRequest[], { answers }: QueryContext) {
  const all = requests.map(({ website, request }): Answer<unknown> => answers.get(website, request));
  return {
    asked: all.length,
    answered: all.filter(({ loading, data, error }) => !loading && (data ?? error) !== undefined).length,
    loading: all.some(({ loading }) => loading),
  };
}

export interface Reader extends QueryContext {
  /** Sends each request that was not sent yet. Rejects as the Api does, but where it refuses rows: that is their answer. */
  read(requests: readonly WebsiteRequest[]): Promise<void>;
}

/** A reader over a service, whose capabilities are those of its latest answer. Within a filter all that it reads is. */
export function createReader(
  api: Api,
  { today, timeZone, where = [] }: Pick<QueryContext, 'today' | 'timeZone'> & { readonly where?: Filter },
): Reader {
  const known = new Map<string, Promise<Answer<Data[keyof Data]>>>();
  const settled = new Map<string, Answer<unknown>>();
  const keyIn = ({ website, request }: WebsiteRequest) => `${website} ${keyOf(request)}`;
  const filtered = ({ website, request }: WebsiteRequest): WebsiteRequest => ({
    website,
    request: withFilter(request, where),
  });
  const readOne = async (websiteRequest: WebsiteRequest): Promise<Answer<Data[keyof Data]>> => {
    const requested = { at: Date.now(), on: today };
    try {
      return { loading: false, data: await dataOf(api, websiteRequest, today), requested };
    } catch (error) {
      if (websiteRequest.request.kind === 'rows' && isRefusal(error)) return { loading: false, error };
      const isOptional =
        websiteRequest.request.kind === 'dataDays' || websiteRequest.request.kind === 'sessions';
      if (isOptional && error instanceof ApiError) return { loading: false, error };
      throw error;
    }
  };
  return {
    today,
    timeZone,
    where,
    get capabilities() {
      return withinFilter(api.capabilities, where);
    },
    answers: {
      get<A extends DataRequest>(website: string, request: A) {
        const known = settled.get(keyIn(filtered({ website, request }))) ?? notLoaded;
        const answer = answerWithin(request, known, where);
        return isAnswerTo(request, answer) ? answer : notLoaded;
      },
    },
    async read(requests) {
      await mapConcurrently(requests.map(filtered), async websiteRequest => {
        const key = keyIn(websiteRequest);
        const reading = known.get(key) ?? readOne(websiteRequest);
        known.set(key, reading);
        settled.set(key, await reading);
      });
    },
  };
}

/** The service does not record that statistic: others may still be read. */
function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.kind === 'validation';
}

/** The answer to one request. Rejects as the Api does. */
export async function answerTo<A extends DataRequest>(
  reader: Reader,
  website: string,
  request: A,
): Promise<DataOf<A>> {
  await reader.read([{ website, request }]);
  const { data, error } = reader.answers.get(website, request);
  if (data === undefined) throw error ?? new Error('a request without an answer');
  return data;
}

/** Series come first: where they fail nothing else is asked. Rejects as the Api does, also where all rows are refused. */
export async function read<Q, R>(query: Query<Q, R>, question: Q, reader: Reader): Promise<R> {
  const sent: WebsiteRequest[] = [];
  for (;;) {
    const requests = query.requests(question, reader);
    const open = requests.filter(
      ({ website, request }) => reader.answers.get(website, request) === notLoaded,
    );
    if (open.length === 0) {
      throwWhereAllRefused([...sent, ...requests], reader);
      return query.result(question, reader);
    }
    const first = open.filter(({ request }) => request.kind === 'series' || request.kind === 'visitors');
    const next = first.length > 0 ? first : open;
    await reader.read(next);
    // A statistic that is refused is asked for no more.
    sent.push(...next);
  }
}

function throwWhereAllRefused(requests: readonly WebsiteRequest[], { answers }: QueryContext): void {
  const rows = requests.filter(({ request }) => request.kind === 'rows');
  const errors = rows.flatMap(({ website, request }) => answers.get(website, request).error ?? []);
  const [first] = errors;
  if (first !== undefined && errors.length === rows.length) throw first;
}

/** Why the service refuses statistics of these names, a sentence each. */
export function refusalsOf(
  names: readonly StatisticName[],
  answers: readonly { readonly name: StatisticName; readonly error: ApiError | undefined }[],
  { refused = {} }: Capabilities,
): string[] {
  const known = names.flatMap(name => refused[name] ?? []);
  const others = answers.flatMap(({ name, error }) =>
    error?.kind !== 'validation' || refused[name] !== undefined
      ? []
      : `${statisticInfo(name).title}: left out. ${error.message}`,
  );
  return [...new Set([...known, ...others])];
}
