import { safeText } from '#text/safeText.ts';
import type { HostRules } from './fields/hosts.ts';
import { addressTest, readClientField } from './fields/clients.ts';
import { ServerFormat } from './formats/ServerFormat.ts';
import { FormatError } from './formats/fields/formatParts.ts';

/** How the lines of logs are read: as it was given, is stored, and is passed to threads. */
export interface ReadingOptions {
  /** A name that tells servers apart. */
  readonly source?: string | undefined;
  /** nginx's log_format or Apache's LogFormat. */
  readonly logFormat?: string | undefined;
  /** Where the client of a line is named. */
  readonly client?: string | undefined;
  readonly trustedProxies?: readonly string[] | undefined;
  /** Which hosts in the lines become websites, where each does; `mostWebsites` is the most there are in all. */
  readonly hosts?: HostRules | undefined;
}

/** Why lines cannot be read so, in one line; undefined where they can. */
export function problemOfReading({
  client,
  logFormat,
  trustedProxies = [],
}: ReadingOptions): string | undefined {
  const wrong = trustedProxies.find(entry => addressTest(entry).unusable.length > 0);
  if (wrong !== undefined) return `--trusted-proxy ${safeText(wrong, 60)} is neither an address nor a range.`;
  if (client !== undefined && readClientField(client) === undefined)
    return `--client ${safeText(client, 60)}: give x-forwarded-for, x-forwarded-for:4 (a field in quotes) or x-forwarded-for:NAME.`;
  try {
    ServerFormat.of(logFormat);
    return undefined;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return `--log-format: ${safeText(error.message, 300)}`;
  }
}
