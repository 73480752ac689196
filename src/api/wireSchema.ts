import { catch as instead, optional, type ZodMiniType } from 'zod/mini';

/** Makes a value at its first use: making schemas takes time, and not every start needs them. */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The schema, which gives undefined for what is absent or does not match. */
export function lenient<T extends ZodMiniType>(schema: T) {
  return instead(optional(schema), undefined);
}

/** True for a JSON object: not null, not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
