/** A status and what is sent as JSON; without a body where there is none. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  /** Sent as it is, in place of JSON. */
  readonly html?: string;
  readonly location?: string;
}

export const ok = (body: unknown): Reply => ({ status: 200, body });
export const empty = (status: number): Reply => ({ status });

function refusal(status: number, message: string, code: string, rest: object = {}): Reply {
  return { status, body: { error: { message, code, status, ...rest } } };
}

export const unauthorized = refusal(401, 'Unauthorized', 'unauthorized');
export const wrongPassword = refusal(401, 'Unauthorized', 'incorrect-username-password');
export const notFound = refusal(404, 'Not found', 'not-found');
export const shareTaken = refusal(400, 'That share ID is already taken.', 'bad-request');
export const unknownType = refusal(400, 'Bad request', 'bad-request');

export const badBody = refusal(400, 'Bad request', 'bad-request', {
  errors: ['Invalid input: expected object, received undefined'],
});
export const noDates = refusal(400, 'Bad request', 'bad-request', {
  errors: ['Either startAt+endAt or startDate+endDate must be provided'],
});

/** What is wrong with each field. */
export function invalid(fields: Readonly<Record<string, string>>): Reply {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, error]) => [name, { errors: [error] }]),
  );
  return refusal(400, 'Bad request', 'bad-request', { errors: [], properties });
}

/** What its database says goes through. */
export function databaseError(code: string, meta: object): Reply {
  return refusal(500, 'Server error', code, {
    meta,
    clientVersion: '7.6.0',
    name: 'PrismaClientKnownRequestError',
  });
}

export const page404: Reply = {
  status: 404,
  html: '<!DOCTYPE html><html lang="en" class=" "><head><meta charSet="utf-8"/></head></html>',
};
