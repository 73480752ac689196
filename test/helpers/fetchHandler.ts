import type { Answerer } from '#model/service/connection.ts';

/** A service for callers that use fetch's classes. */
export function fetchHandler({
  answer,
}: {
  readonly answer: Answerer;
}): (request: Request) => Promise<Response> {
  return async request => {
    const { status, headers, body } = await answer(request);
    return new Response(body, { status, headers });
  };
}
