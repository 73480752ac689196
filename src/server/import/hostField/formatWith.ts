import type { FieldPlaces, LogLine } from '#server/import/formats/LogLine.ts';
import type { FieldBehind } from './fieldsBehind.ts';
import { identityPlace } from './HostedLine.ts';

/** A line with its fields by their place. */
export interface SampleLine {
  readonly line: LogLine;
  readonly places: FieldPlaces;
  readonly fields: ReadonlyMap<number, FieldBehind>;
}

/** The format of a line as nginx's log_format, with the field at a place as its host. */
export function formatWith({ fields, places }: SampleLine, hostPlace: number): string {
  const pieces: string[] = [];
  for (const [place, { name, isQuoted, place: start }] of [...fields].toSorted(([a], [b]) => a - b)) {
    if (place === identityPlace) continue;
    const variable =
      place === hostPlace
        ? '$host'
        : place === 0
          ? '$status'
          : isQuoted && start === places.referrer
            ? '$http_referer'
            : isQuoted && start === places.agent
              ? '$http_user_agent'
              : place === 1
                ? '$body_bytes_sent'
                : `$field${place}`;
    const prefix = name === '' ? '' : `${name}=`;
    pieces.push(prefix + (isQuoted ? `"${variable}"` : variable));
  }
  const identity = hostPlace === identityPlace ? '$host' : '-';
  return `$remote_addr ${identity} $remote_user [$time_local] "$request" ${pieces.join(' ')}`;
}
