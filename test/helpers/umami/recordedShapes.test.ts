import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { differences, type Shape, shapeOf } from '../shapes.ts';
import { people, shopVisits } from './example.ts';
import { startUmami } from './server.ts';
import type { Seed } from './world.ts';

/** A request to a real Umami 3.1.0, and what its answer was made of. */
interface Recorded {
  readonly name: string;
  /** Whose token was sent. */
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly status: number;
  /** Names and types of its JSON; absent where there was none. */
  readonly shape?: Shape;
  readonly type?: string;
  /** Of the website that it made. */
  readonly id?: string;
}

const recorded: readonly Recorded[] = readFileSync(new URL('recordedShapes.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line));

/** The users and websites of the recorded service. */
const seed: Seed = {
  people,
  users: [
    { username: 'admin', password: 'PASSWORD', role: 'admin' },
    { username: 'member', password: 'PASSWORD', role: 'user' },
    { username: 'readonly', password: 'PASSWORD', role: 'view-only' },
    { username: 'pager', password: 'PASSWORD', role: 'user' },
    { username: 'leaver', password: 'PASSWORD', role: 'user' },
  ],
  teams: [{ name: 'Bench Team', members: { admin: 'team-owner', member: 'team-view-only' } }],
  websites: [
    { name: 'Bench Alpha', domain: 'alpha.example', owner: 'admin', visits: shopVisits },
    {
      name: 'Bench Gamma',
      domain: 'gamma.example',
      owner: 'admin',
      visits: [{ who: 'ada', at: '2026-11-10T10:00:00Z', paths: ['/item/000'] }],
    },
    { name: 'Bench Beta', domain: 'beta.example', owner: 'admin' },
    { name: 'Bench Team Site', domain: 'team.example', team: 'Bench Team', visits: shopVisits },
    ...Array.from({ length: 45 }, (_, index) => ({
      name: `Site ${index}`,
      domain: `s${index}.example`,
      owner: 'pager',
    })),
  ],
};

const recordedIds = {
  '71ea33eb-7000-456a-bd7e-215c5995e797': 'Bench Alpha',
  '21627e14-ccaf-47d7-a165-c32d776507a5': 'Bench Gamma',
  '906a8d50-98ca-4c32-b2e0-db03986a5c88': 'Bench Team Site',
};

test('every answer has the status, the type and the names of the recorded one', async () => {
  const server = await startUmami(seed);
  const ids = new Map<string, string>();
  const know = (known: string, id: string | undefined) => ids.set(known, id ?? '');
  for (const [id, name] of Object.entries(recordedIds))
    know(id, server.world.websites.find(website => website.name === name)?.id);
  know('a362d092-0845-4238-9599-1d67be9b1419', server.world.teams[0]?.id);
  const mine = (text: string) => [...ids].reduce((rest, [from, to]) => rest.replaceAll(from, to), text);
  const tokens = Object.fromEntries(seed.users.map(({ username }) => [username, server.tokenOf(username)]));

  for (const { name, as, headers = {}, method, path, body, status, shape, type, id } of recorded) {
    const share = server.world.shares.find(({ slug }) => slug === 'tempTwoShare01')?.token ?? '';
    const isShared = headers['x-umami-share-token'] !== undefined;
    const response = await fetch(server.url + mine(path), {
      method,
      redirect: 'manual',
      headers: {
        ...headers,
        ...(isShared ? { 'x-umami-share-token': share } : {}),
        ...(as === undefined ? {} : { Authorization: `Bearer ${tokens[as]}` }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : mine(JSON.stringify(body)) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type') === 'application/json';
    const answer: unknown = isJson ? JSON.parse(text) : undefined;
    const typeGot = response.headers.get('content-type')?.split(';')[0];
    expect({ name, status: response.status, type: typeGot }).toEqual({ name, status, type });
    expect({ name, differences: differences(shapeOf(answer), shape ?? 'undefined') }).toEqual({
      name,
      differences: [],
    });
    if (id !== undefined && typeof answer === 'object' && answer !== null && 'id' in answer)
      know(id, String(answer.id));
  }
});
