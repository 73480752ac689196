import { closeSync, constants, writeFileSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { FetchHandler, RequestRecord } from '#api/http/send.ts';
import { ConfigError } from '#model/failure.ts';
import { errorCode, noFile, notAFile, openUnblocked } from '#system/files.ts';
import type { Environment } from '#terminal/capabilities.ts';
import { isNullDevice } from '#system/streamFile.ts';
import { safeText } from '#text/safeText.ts';

const { O_APPEND, O_CREAT, O_WRONLY } = constants;

/**
 * Appends a line for each request to a file, which is private where it is new: time, method, URL, status and milliseconds;
 * no headers and no bodies. Nothing waits for the reader of a pipe: where there is none, or a slow one, lines are missing. A
 * terminal is written to; another device is not. Throws a ConfigError where the file cannot be written.
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

/** The proxies in the environment, for https and http URLs. */
export interface Proxies {
  readonly https: URL | undefined;
  readonly http: URL | undefined;
  /** NO_PROXY, as written. */
  readonly exceptions: string;
}

/**
 * Undefined where the environment has no proxy. As in curl, lower-case names of variables come first. Throws a
 * ConfigError.
 */
export function proxiesOf(env: Environment): Proxies | undefined {
  const https = proxyUrl(env, 'HTTPS_PROXY');
  const http = proxyUrl(env, 'HTTP_PROXY');
  if (https === undefined && http === undefined) return undefined;
  return { https, http, exceptions: variable(env, 'NO_PROXY') };
}

function proxyUrl(env: Environment, name: string): URL | undefined {
  const text = variable(env, name);
  if (text === '') return undefined;
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  // Never in a message: it may have a password in it.
  if (url === null || url.hostname === '')
    throw new ConfigError(`${name} is no address: write it as http://proxy.example.com:3128`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new ConfigError(
      `${name} must start with http:// or https://: other kinds of proxy are not supported.`,
    );
  return url;
}

function variable(env: Environment, name: string): string {
  return (env[name.toLowerCase()] ?? env[name] ?? '').trim();
}

/** A fetch through the proxy that the environment names; undefined where it names none. Throws a ConfigError. */
export function fetchThrough(env: Environment): FetchHandler | undefined {
  const proxies = proxiesOf(env);
  if (proxies === undefined) return undefined;
  return async request => {
    const { proxyFetch } = await import('./proxyFetch.ts');
    return await proxyFetch(request, proxies);
  };
}
