import { UsageError } from '#connection/errors.ts';
import type { ReadingValues } from '#headless/options/readingOptions.ts';
import { type ClientField, readClientField } from '#server/import/fields/clientField.ts';
import { addressTest } from '#server/import/fields/exclusions.ts';
import { FormatError } from '#server/import/formats/FormatPart.ts';
import { ServerFormat } from '#server/import/formats/ServerFormat.ts';
import { safeText } from '#terminal/safeText.ts';

const longestName = 100;

/** The field of `--client`. Throws a UsageError where it, or an address, is none. */
export function clientFieldOf({ client, trustedProxy }: ReadingValues): ClientField | undefined {
  const wrong = trustedProxy?.find(entry => addressTest(entry).unusable.length > 0);
  if (wrong !== undefined)
    throw new UsageError(`--trusted-proxy ${safeText(wrong, 60)} is neither an address nor a range.`);
  const field = client === undefined ? undefined : readClientField(client);
  if (client === undefined || field !== undefined) return field;
  throw new UsageError(
    `--client ${safeText(client, 60)}: give x-forwarded-for, x-forwarded-for:4 (a field in quotes) or x-forwarded-for:NAME.`,
  );
}

/** Throws a UsageError where the format of `--log-format` cannot be used. */
export function checkLogFormat({ logFormat }: ReadingValues): void {
  try {
    if (logFormat !== undefined) void new ServerFormat(logFormat);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new UsageError(`--log-format: ${safeText(error.message, 300)}`);
  }
}

/** The name of `--source`; empty for none. Throws a UsageError where it is too long. */
export function sourceName(name = ''): string {
  if (name.length > longestName)
    throw new UsageError(`A source's name has at most ${longestName} characters.`);
  return name.trim();
}
