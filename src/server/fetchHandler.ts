import type { Answerer } from '#model/service/exchange.ts';

export type Handler = (request: Request) => Promise<Response>;

/** The service for callers that use fetch's classes: the port, and tests. */
export function fetchHandler(answer: Answerer): Handler {
  return async request => {
    const { status, headers, body } = await answer(request);
    return new Response(body, { status, headers });
  };
}
