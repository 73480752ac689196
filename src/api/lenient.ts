import { catch as instead, optional, type ZodMiniType } from 'zod/mini';

/** Undefined for what is absent, and for what the schema does not read. */
export function lenient<T extends ZodMiniType>(schema: T) {
  return instead(optional(schema), undefined);
}
