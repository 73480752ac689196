import { closeSync, constants, writeFileSync } from 'node:fs';
import { isatty } from 'node:tty';
import { ConfigError } from '#model/failure.ts';
import { errorCode, isNullDevice, noFile, notAFile, openUnblocked } from '#system/files.ts';
import { safeText } from '#text/safeText.ts';
import type { RequestRecord } from './send.ts';

const { O_APPEND, O_CREAT, O_WRONLY } = constants;

/**
 * Appends a line for each request to a private file: time, method, URL, status and milliseconds; no headers and no
 * bodies. Where nobody reads a pipe lines are missing. Throws a ConfigError where it cannot be written.
 */
export function openDebugLog(file: string): (record: RequestRecord) => void {
  const write = (text: string) => {
    const { file: opened, found } = openUnblocked(file, O_WRONLY | O_APPEND | O_CREAT);
    try {
      // Of a disk it would be the data, and /dev/zero takes whatever is written.
      if (!found.isFile() && !found.isFIFO() && !isNullDevice(found) && !isatty(opened))
        throw noFile(file, found);
      writeFileSync(opened, text);
    } finally {
      closeSync(opened);
    }
  };
  try {
    write('');
  } catch (error) {
    throw new ConfigError(
      `--debug ${safeText(file, 200)} cannot be written (${whyUnwritten(error)}): name another file.`,
    );
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

function whyUnwritten(error: unknown): string {
  switch (errorCode(error)) {
    case 'ENXIO':
      return 'a pipe that nobody reads';
    case 'EISDIR':
      return 'a folder';
    case notAFile:
      return 'a device';
    default:
      return errorCode(error) ?? 'unknown';
  }
}
