import { logTime, logTimeLength } from '#server/import/log/logTime.ts';
import type { LineReader } from './LineReader.ts';

/** Of a line that was not read: the format that it comes nearest to, and what it lacks, for a sentence. */
export function nearestFormat(text: string, reader: LineReader): string {
  if (reader.hasFormat) return '--log-format, which the line does not fit';
  if (text.startsWith('{')) return nearestJson(text);
  if (reader.isW3c) return 'W3C, but the line does not have the values of its #Fields: line';
  if (/^\d{4}-\d\d-\d\d[\t ]\d\d:\d\d:\d\d[\t ]/.test(text))
    return 'W3C, but no #Fields: line stands before it';
  for (let at = text.indexOf('['); at >= 0; at = text.indexOf('[', at + 1)) {
    if (!(logTime(text, at + 1) >= 0)) continue;
    return text.startsWith('] "', at + 1 + logTimeLength)
      ? 'combined, but a status behind the request, or the address in front, is missing'
      : 'combined, but no request in quotes stands behind the time';
  }
  return 'common, but it has no time such as [17/May/2015:10:05:03 +0000]';
}

function nearestJson(text: string): string {
  try {
    JSON.parse(text);
    return 'JSON, but a time with its zone, an address, a request or a status is missing';
  } catch {
    return 'JSON, but the line is no whole object';
  }
}
