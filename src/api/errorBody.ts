import * as z from 'zod/mini';
import { lenient, lazy } from './wireSchema.ts';
import { parsedJson } from '#model/text/parsedJson.ts';

/** What the body of an error says. Safe text. */
interface ErrorBody {
  /** Empty where the body has none. */
  readonly message: string;
  readonly fields?: Readonly<Record<string, readonly string[]>> | undefined;
}

const wireError = lazy(() =>
  z.object({
    message: lenient(z.string()),
    error: lenient(
      z.union([
        z.string(),
        z.pipe(
          z.object({ message: z.string() }),
          z.transform(({ message }) => message),
        ),
      ]),
    ),
    errors: lenient(z.record(z.string(), z.unknown())),
  }),
);

/** The messages about one field: a text, or a list of texts. */
function lines(value: unknown, clean: (raw: unknown) => string): string[] {
  return [value]
    .flat()
    .slice(0, 50)
    .map(clean)
    .filter(text => text !== '');
}

/**
 * Reads `{message, errors: {field: [line]}}` and similar bodies as far as possible; any other gives an empty message.
 */
export function decodeErrorBody(
  text: string,
  clean: (raw: unknown, maxLength?: number) => string,
): ErrorBody {
  const result = wireError().safeParse(parsedJson(text));
  if (!result.success) return { message: '' };
  const { message = '', error = '', errors = {} } = result.data;
  const fields = Object.entries(errors)
    .slice(0, 50)
    .map(([name, value]) => [clean(name, 60), lines(value, raw => clean(raw, 300)).slice(0, 10)] as const)
    .filter(([, said]) => said.length > 0);
  const first = fields[0]?.[1][0] ?? '';
  const own = clean(message === '' ? error : message, 300);
  return {
    message: own === '' ? first : own,
    fields: fields.length > 0 ? Object.fromEntries(fields) : undefined,
  };
}
