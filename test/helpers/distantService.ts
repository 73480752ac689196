import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { todayIn } from '#model/period/day.ts';
import type { ServiceAnswer, ServiceRequest } from '#model/service/connection.ts';
import { listen, type Listener } from '#server/http.ts';
import { openService } from '#server/openService.ts';
import { freePort } from './freePort.ts';
import type { Home } from './home.ts';
import { preparedDemo, preparedFew } from './preparedDemo.ts';

const key = 'key-of-a-distant-service';

export interface DistantService {
  readonly url: string;
  readonly key: string;
  /** How many requests have come. */
  requests(): number;
  /** What they were: GET, POST ... */
  methods(): ReadonlySet<string>;
  /** How many of them wait for `release`. */
  held(): number;
  /** Nothing is answered from now on, until `release`. */
  hold(): void;
  release(): void;
  /** From now on this is answered to everything, or to what is asked for by such an address, until it is called with nothing. */
  replace(other?: ServiceAnswer, isOf?: (url: string) => boolean): void;
  /** Nobody listens any more, until `comeBack`. */
  goAway(): Promise<void>;
  /** Listens again, at the same address. */
  comeBack(): Promise<void>;
  /** Goes away for good. */
  close(): Promise<void>;
}

/**
 * The websites of the demo behind a network that takes so many milliseconds for each answer. `made` is a folder with the demo
 * in it, which is copied; a run of the tests has one.
 */
export async function distantService(milliseconds = 0, made?: string): Promise<DistantService> {
  const today = todayIn('UTC', new Date());
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-distant-'));
  cpSync(made ?? (await preparedDemo(today)), folder, { recursive: true });
  const file = join(folder, 'demo.sqlite');
  const service = await openService({ file, today: () => today, demo: true, apiKey: key });
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  let requests = 0;
  const methods = new Set<string>();
  let held = 0;
  let replaced: ServiceAnswer | undefined;
  let isReplaced: (url: string) => boolean = () => true;
  const delayed = {
    async answer(request: ServiceRequest) {
      requests += 1;
      methods.add(request.method);
      await pause(milliseconds);
      held += 1;
      await gate.promise;
      held -= 1;
      const other = isReplaced(request.url) ? replaced : undefined;
      return other ?? (await service.answer(request));
    },
  };
  let listener: Listener | undefined = await listen(delayed, { port: await freePort() });
  const { url } = listener;
  const goAway = async () => {
    gate.resolve();
    await listener?.close();
    listener = undefined;
  };
  let isOpen = true;
  return {
    url,
    key,
    requests: () => requests,
    methods: () => methods,
    held: () => held,
    hold: () => (gate = Promise.withResolvers()),
    release: () => gate.resolve(),
    replace(other, isOf = () => true) {
      replaced = other;
      isReplaced = isOf;
    },
    goAway,
    async comeBack() {
      listener ??= await listen(delayed, { port: Number(new URL(url).port) });
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await goAway();
      service.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The same with the first three websites of the demo, whose list ends with the words below. */
export async function distantFew(): Promise<DistantService> {
  return await distantService(0, await preparedFew(todayIn('UTC', new Date())));
}

/** Below the list once all of its numbers are read: without "1 of" before it. */
export const fewListed = '  3 websites, sums of daily visitors';

/** Makes a service the profile in use, as it stands in the file of profiles. */
export function useService(home: Home, { url }: Pick<DistantService, 'url'>, change: object = {}): void {
  const folder = join(home.path, 'config', 'sitedeck');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const profiles = { work: { url, apiKey: key, ...change } };
  writeFileSync(join(folder, 'profiles.json'), JSON.stringify({ version: 1, current: 'work', profiles }), {
    mode: 0o600,
  });
}
