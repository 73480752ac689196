import { appendFileSync } from 'node:fs';
import type { RequestRecord } from '#api/transport.ts';
import { ConfigError } from '#config/ConfigError.ts';
import { errorCode } from '#system/errorCode.ts';
import { safeText } from '#terminal/safeText.ts';

/**
 * Appends a line for each request to a file, which is private where it is new: time, method, URL, status and milliseconds;
 * no headers and no bodies. Throws a ConfigError where the file cannot be written.
 */
export function openDebugLog(file: string): (record: RequestRecord) => void {
  const write = (text: string) => appendFileSync(file, text, { mode: 0o600 });
  try {
    write('');
  } catch (error) {
    const why = errorCode(error) ?? 'unknown';
    throw new ConfigError(`--debug ${safeText(file, 200)} cannot be written (${why}): name another file.`);
  }
  return ({ method, url, status, ms }) => {
    const line = `${new Date().toISOString()} ${method} ${safeText(url)} ${status ?? 'no answer'} ${ms} ms`;
    try {
      write(`${line}\n`);
    } catch {
      // A full disk must not end the work: the log only watches it.
    }
  };
}
