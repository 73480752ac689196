import { catch as instead, optional, type ZodMiniType } from 'zod/mini';

/** Puts off making a value until it is first wanted: schemas cost time at start-up that not every start needs. */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Undefined for what is absent, and for what the schema does not read. */
export function lenient<T extends ZodMiniType>(schema: T) {
  return instead(optional(schema), undefined);
}

/** True for a JSON object: not null, not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
