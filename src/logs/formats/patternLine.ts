import { patternFormats } from './formats.ts';
import { bytesOf, escapeSlashes, fieldLine, type LogLine, statusOf, tookOf } from './LogLine.ts';
import { localTime, fieldTime } from './times.ts';

/** Reads a line of a format that a pattern tells; undefined where none does. @param text at most 64 KB */
export function readPatternLine(text: string): LogLine | undefined {
  const line = text.endsWith('\r') ? text.slice(0, -1) : text;
  for (const { name, pattern, read, isLocal } of patternFormats) {
    const groups = pattern.exec(line)?.groups;
    if (groups === undefined) continue;
    const { time, address, request, status, bytes, took, host, referrer, agent, forwardedFor } =
      read?.(groups) ?? groups;
    const found = {
      time: (isLocal === true ? localTime : fieldTime)(time),
      address,
      request: request === undefined ? undefined : escapeSlashes(request),
      status: statusOf(status ?? ''),
      bytes: bytesOf(bytes ?? ''),
      took: tookOf(took ?? '', 'ms'),
      host: given(host),
      referrer: escapeSlashes(given(referrer) ?? ''),
      agent: agent === undefined ? undefined : escapeSlashes(agent),
    };
    return fieldLine(name, found, false, () =>
      forwardedFor === undefined ? [] : [['x-forwarded-for', forwardedFor]],
    );
  }
  return undefined;
}

function given(text: string | undefined): string | undefined {
  return text === '-' || text === '' ? undefined : text;
}
