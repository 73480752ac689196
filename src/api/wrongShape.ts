import { ApiError } from './error.ts';

/** The error for an answer that came whole and is not what was asked for. */
export function wrongShape(expected: string): ApiError {
  return new ApiError(
    'shape',
    `The answer is not ${expected}: this may not be the analytics service. Check the address.`,
  );
}
