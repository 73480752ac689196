import * as z from 'zod/mini';
import { lazy } from './wireSchema.ts';

/** A count as a number or as text; null is the sum of no rows. Never too large for exact sums. */
export const count = lazy(() =>
  z.union([
    z.number().check(z.nonnegative(), z.maximum(Number.MAX_SAFE_INTEGER)),
    z.pipe(z.string().check(z.regex(/^\d{1,15}(?:\.\d+)?$/)), z.transform(Number)),
    z.pipe(
      z.null(),
      z.transform(() => 0),
    ),
  ]),
);
