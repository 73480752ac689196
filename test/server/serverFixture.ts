import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Day, StatisticName } from '#model/statistics/statistics.ts';
import { addStatistics, type StatisticEntry } from '#server/database/counts.ts';
import { openDatabase } from '#server/database/openDatabase.ts';
import { dayNumber } from '#model/period/day.ts';
import { listen, type ListenOptions } from '#server/http.ts';
import { openService, type Service, type ServiceOptions } from '#server/openService.ts';
import { fetchHandler } from '../helpers/fetchHandler.ts';

export const key = 'a-key-of-the-tests';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body's JSON; empty where there is none. */
  readonly body: {
    readonly message?: string;
    readonly errors?: Record<string, string[]>;
    readonly data?: unknown;
    readonly links?: Record<string, string | null>;
    readonly meta?: Record<string, unknown>;
  };
}

export interface CallOptions {
  readonly form?: Record<string, string>;
  readonly body?: string | ReadableStream;
  readonly headers?: Record<string, string>;
}

export type Call = (request: string, options?: CallOptions) => Promise<Answer>;

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-server-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function temporaryFile(): string {
  return join(temporaryFolder(), 'service.sqlite');
}

/** A service that is closed after the test. */
export async function openForTest(options: Partial<ServiceOptions> = {}): Promise<Service> {
  const service = await openService({ file: ':memory:', today: () => '2026-11-20', ...options });
  onTestFinished(() => service.close());
  return service;
}

/** A service behind a real socket: call('GET /websites'). Sends the key unless told otherwise. */
export async function startServer(
  options: Partial<ServiceOptions> = {},
  listening: ListenOptions = {},
): Promise<{ call: Call; url: string }> {
  const service = await openForTest({ apiKey: key, ...options });
  const listener = await listen(service, listening);
  onTestFinished(() => listener.close());
  const send = async (request: string, { form, body, headers = {} }: CallOptions = {}): Promise<Answer> => {
    const [method = '', path = ''] = request.split(' ', 2);
    const content = form ? new URLSearchParams(form) : body;
    const response = await fetch(`${listener.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, accept: 'application/json', ...headers },
      ...(content === undefined ? {} : { body: content, duplex: 'half' }),
    });
    return await toAnswer(response);
  };
  return { call: send, url: listener.url };
}

/** Asks a service without a port. */
export async function ask(service: Service, request: string, form?: Record<string, string>): Promise<Answer> {
  const [method = '', path = ''] = request.split(' ', 2);
  const body = form ? { body: new URLSearchParams(form) } : {};
  return await toAnswer(
    await fetchHandler(service)(new Request(`http://service/api/v1${path}`, { method, ...body })),
  );
}

/** Puts counts into a service's file, as an import would. */
export async function putStatistics(
  file: string,
  website: number,
  name: StatisticName,
  entries: readonly (readonly [Day, string, number])[],
): Promise<void> {
  const database = await openDatabase(file);
  const rows = entries.map(([day, value, count]): StatisticEntry => [dayNumber(day), value, count]);
  await database.write(() => [...addStatistics(database, website, name, rows)]);
  database.close();
}

async function toAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text === '' ? {} : JSON.parse(text),
  };
}
