import { parsedJson } from '#model/text/parsedJson.ts';
import type { ApiKey } from './createApiKey.ts';
import { ApiError, wrongShape } from './error.ts';
import { answerError, isHtml, notThisService } from './answerError.ts';
import type { Limiter } from './limiter.ts';
import { withRetry } from './retry.ts';
import { abortable } from './abortable.ts';
import type { Answer, Outgoing } from './transport.ts';

/** A request to one of the endpoints. */
export interface Call {
  readonly method: Outgoing['method'];
  /** Absolute, without parameters. */
  readonly url: string;
  readonly parameters?: URLSearchParams;
  /** The body of a write: fields of a form, or what is sent as JSON. */
  readonly form?: URLSearchParams;
  readonly json?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal | undefined;
  /** True where the URL names a website. */
  readonly ofWebsite: boolean;
  /** The user does not wait for it. */
  readonly background?: boolean;
  /** What a failure of it means, where that is more than the service says. */
  readonly explain?: (error: ApiError) => ApiError;
}

type HeadersOfKey = Readonly<Record<string, string>>;

interface ClientParts {
  readonly apiKey: ApiKey;
  /** The headers that say who asks, for a key. */
  readonly authorise: (key: string) => HeadersOfKey | Promise<HeadersOfKey>;
  /** What the refusal of a key was, where a service says the same to somebody who may not do this. */
  readonly refused: (error: ApiError, key: string, ofWebsite: boolean) => Promise<ApiError>;
  readonly limiter: Limiter;
  /** Seconds of a Retry-After that reads wait for. */
  readonly longestWait: number;
  readonly send: (outgoing: Outgoing) => Promise<Answer>;
  readonly readTimeoutMs: number;
  readonly writeTimeoutMs: number;
  /** Called with the headers of every answer. */
  readonly onAnswer: (headers: Answer['headers']) => void;
  readonly now: () => number;
  readonly random: () => number;
}

function bodyOf({ form, json }: Call): Outgoing['body'] {
  if (json !== undefined) return { type: 'application/json', text: JSON.stringify(json) };
  return form && { type: 'application/x-www-form-urlencoded', text: form.toString() };
}

/** The JSON of a successful answer; undefined for an empty one. */
function parseBody(answer: Answer): unknown {
  if (answer.text.trim() === '') return undefined;
  if (isHtml(answer)) throw new ApiError('shape', notThisService, { status: answer.status });
  const body = parsedJson(answer.text);
  if (body === undefined) throw wrongShape('JSON');
  return body;
}

/** Whether the answer was successful but cannot be read. */
function isUnreadable({ kind, details }: ApiError): boolean {
  return kind === 'shape' && (details.status ?? 200) < 300;
}

/** The same error, for a write that was accepted although its answer cannot be read. */
function accepted({ kind, message, details }: ApiError): ApiError {
  return new ApiError(kind, `${message} The change may have been saved.`, { ...details, maybeSaved: true });
}

/**
 * Sends calls through the limiter and resolves to the JSON of their answers. Reads are retried, writes never. Rejects with
 * an ApiError or the signal's reason.
 */
export function createClient(parts: ClientParts): (call: Call) => Promise<unknown> {
  const { apiKey, limiter, send, now, random } = parts;

  const attempt = async (call: Call, first: boolean): Promise<unknown> => {
    const { method, url, parameters, signal, ofWebsite, background = false } = call;
    const write = method !== 'GET';
    const query = parameters?.toString() ?? '';
    const key = await abortable(apiKey.read(), signal);
    const authorised = parts.authorise(key);
    // Awaited only where it has to be: a request is queued as soon as its key is known.
    const headers = authorised instanceof Promise ? await abortable(authorised, signal) : authorised;
    const outgoing: Outgoing = {
      method,
      url: query === '' ? url : `${url}?${query}`,
      headers,
      body: bodyOf(call),
      signal,
      timeoutMs: write ? parts.writeTimeoutMs : parts.readTimeoutMs,
    };
    return await limiter.run(
      async () => {
        const answer = await send(outgoing);
        limiter.answered(answer.headers);
        parts.onAnswer(answer.headers);
        if (answer.status >= 200 && answer.status < 300) return parseBody(answer);
        const said = answerError(answer, { clean: apiKey.clean, now, ofWebsite, write });
        const error = said.kind === 'auth' ? await parts.refused(said, key, ofWebsite) : said;
        if (error.kind === 'auth') apiKey.forget(key);
        if (error.kind === 'rateLimit') limiter.pause(error.details.retryAfter ?? 0);
        throw call.explain?.(error) ?? error;
      },
      { signal, first, background },
    );
  };

  return async call => {
    if (call.method === 'GET') {
      return await withRetry(again => attempt(call, again), {
        random,
        signal: call.signal,
        longestWait: parts.longestWait,
      });
    }
    try {
      return await attempt(call, false);
    } catch (fault) {
      throw fault instanceof ApiError && isUnreadable(fault) ? accepted(fault) : fault;
    }
  };
}
