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
  type Ask,
  type Asked,
  type Data,
  type DataOf,
  dataOf,
  isAnswerTo,
  keyOf,
  type QueryContext,
  notLoaded,
  withFilter,
} from './ask.ts';

/** What a screen shows, or a command prints: what it asks of a service, and what the answers mean. */
export interface Query<Q, R> {
  /** More once the first are answered. The most urgent first. */
  requests(question: Q, context: QueryContext): readonly Asked[];
  /** Of what is answered so far. */
  result(question: Q, context: QueryContext): R;
}

/** Returns the result of a query: the same object as long as no answer of its asks is another. */
export function shownOf<Q, R>(query: Query<Q, R>): (question: Q, context: QueryContext) => R {
  const last = memoizeLast<R>();
  return (question, context) => {
    const { capabilities, scale, today } = context;
    const answers = query
      .requests(question, context)
      .map(({ website, ask }) => context.answers.get(website, ask));
    const keys = [JSON.stringify(question), capabilities, scale, today, ...answers];
    return last(keys, () => query.result(question, context));
  };
}

export function progressOf(asks: readonly Asked[], { answers }: QueryContext) {
  const all = asks.map(({ website, ask }): Answer<unknown> => answers.get(website, ask));
  return {
    asked: all.length,
    answered: all.filter(({ loading, data, error }) => !loading && (data ?? error) !== undefined).length,
    loading: all.some(({ loading }) => loading),
  };
}

export interface Reader extends QueryContext {
  /** Reads each ask that was not read yet. Rejects as the Api does, but where it refuses rows: that is their answer. */
  read(asks: readonly Asked[]): Promise<void>;
}

/** A reader over a service, whose capabilities are those of its latest answer. Within a filter all that it reads is. */
export function createReader(
  api: Api,
  { today, timeZone, where = [] }: Pick<QueryContext, 'today' | 'timeZone'> & { readonly where?: Filter },
): Reader {
  const known = new Map<string, Promise<Answer<Data[keyof Data]>>>();
  const settled = new Map<string, Answer<unknown>>();
  const keyIn = ({ website, ask }: Asked) => `${website} ${keyOf(ask)}`;
  const filtered = ({ website, ask }: Asked): Asked => ({ website, ask: withFilter(ask, where) });
  const readOne = async (asked: Asked): Promise<Answer<Data[keyof Data]>> => {
    const requested = { at: Date.now(), on: today };
    try {
      return { loading: false, data: await dataOf(api, asked, today), requested };
    } catch (error) {
      if (asked.ask.kind === 'rows' && isRefusal(error)) return { loading: false, error };
      const isOptional = asked.ask.kind === 'dataDays' || asked.ask.kind === 'sessions';
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
      get<A extends Ask>(website: string, ask: A) {
        const known = settled.get(keyIn(filtered({ website, ask }))) ?? notLoaded;
        const answer = answerWithin(ask, known, where);
        return isAnswerTo(ask, answer) ? answer : notLoaded;
      },
    },
    async read(asks) {
      await mapConcurrently(asks.map(filtered), async asked => {
        const key = keyIn(asked);
        const reading = known.get(key) ?? readOne(asked);
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

/** The answer to one ask. Rejects as the Api does. */
export async function answerTo<A extends Ask>(reader: Reader, website: string, ask: A): Promise<DataOf<A>> {
  await reader.read([{ website, ask }]);
  const { data, error } = reader.answers.get(website, ask);
  if (data === undefined) throw error ?? new Error('an ask without an answer');
  return data;
}

/** Series come first: where they fail nothing else is asked. Rejects as the Api does, also where all rows are refused. */
export async function read<Q, R>(query: Query<Q, R>, question: Q, reader: Reader): Promise<R> {
  const asked: Asked[] = [];
  for (;;) {
    const asks = query.requests(question, reader);
    const open = asks.filter(({ website, ask }) => reader.answers.get(website, ask) === notLoaded);
    if (open.length === 0) {
      throwWhereAllRefused([...asked, ...asks], reader);
      return query.result(question, reader);
    }
    const first = open.filter(({ ask }) => ask.kind === 'series' || ask.kind === 'visitors');
    const next = first.length > 0 ? first : open;
    await reader.read(next);
    // A statistic that is refused is asked for no more.
    asked.push(...next);
  }
}

function throwWhereAllRefused(asks: readonly Asked[], { answers }: QueryContext): void {
  const rows = asks.filter(({ ask }) => ask.kind === 'rows');
  const errors = rows.flatMap(({ website, ask }) => answers.get(website, ask).error ?? []);
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
