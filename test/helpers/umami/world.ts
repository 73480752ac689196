import { randomUUID } from 'node:crypto';
import { hitsOf, type Hit, type Person, type Visit } from './visits.ts';

export interface User {
  readonly id: string;
  readonly username: string;
  readonly password: string;
  readonly role: 'admin' | 'user' | 'view-only';
  readonly createdAt: string;
}

export interface Team {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  /** By the name of the user. */
  readonly members: Readonly<
    Record<string, 'team-owner' | 'team-manager' | 'team-member' | 'team-view-only'>
  >;
}

/** As it is stored; without what only lists have. */
export interface StoredWebsite {
  readonly id: string;
  name: string;
  domain: string;
  readonly resetAt: string | null;
  readonly userId: string | null;
  readonly teamId: string | null;
  readonly createdBy: string;
  readonly createdAt: string;
  updatedAt: string;
  readonly deletedAt: null;
  readonly replayEnabled: false;
  readonly replayConfig: null;
}

interface Share {
  readonly id: string;
  readonly slug: string;
  readonly websiteId: string;
  readonly token: string;
}

/** Everything that the server holds. */
export interface World {
  readonly users: User[];
  readonly teams: Team[];
  readonly websites: StoredWebsite[];
  /** In the order they were made: the last of a website is shown as its own. */
  readonly shares: Share[];
  /** By the id of the website. */
  readonly hits: Map<string, Hit[]>;
  /** The users of tokens and API keys. */
  readonly tokens: Map<string, string>;
}

/** What a test says of a website. */
export interface WebsiteSeed {
  readonly name: string;
  readonly domain: string;
  readonly owner?: string;
  readonly team?: string;
  readonly share?: string;
  readonly visits?: readonly Visit[];
}

export interface Seed {
  readonly users: readonly Pick<User, 'username' | 'password' | 'role'>[];
  readonly teams?: readonly Pick<Team, 'name' | 'members'>[];
  readonly people: Readonly<Record<string, Person>>;
  readonly websites: readonly WebsiteSeed[];
}

const firstDay = '2026-03-01T09:30:00.000Z';

export function worldOf(seed: Seed): World {
  const world: World = {
    users: seed.users.map(user => ({ ...user, id: randomUUID(), createdAt: firstDay })),
    teams: (seed.teams ?? []).map(team => ({ ...team, id: randomUUID(), createdAt: firstDay })),
    websites: [],
    shares: [],
    hits: new Map(),
    tokens: new Map(),
  };
  for (const { name, domain, owner, team, share, visits = [] } of seed.websites) {
    const userId = world.users.find(({ username }) => username === owner)?.id ?? null;
    const teamId = world.teams.find(found => found.name === team)?.id ?? null;
    if ((userId === null) === (teamId === null)) throw new Error(`${name} needs an owner or a team`);
    const website = newWebsite({ name, domain, userId, teamId, createdBy: userId ?? '' }, firstDay);
    world.websites.push(website);
    world.hits.set(website.id, hitsOf(visits, seed.people));
    if (share !== undefined) addShare(world, website.id, share);
  }
  return world;
}

export function newWebsite(
  given: Pick<StoredWebsite, 'name' | 'domain' | 'userId' | 'teamId' | 'createdBy'>,
  now: string,
  id: string = randomUUID(),
): StoredWebsite {
  return {
    id,
    name: given.name,
    domain: given.domain,
    resetAt: null,
    userId: given.userId,
    teamId: given.teamId,
    createdBy: given.createdBy,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    replayEnabled: false,
    replayConfig: null,
  };
}

export function addShare({ shares }: World, websiteId: string, slug: string): void {
  shares.push({ id: randomUUID(), slug, websiteId, token: secret() });
}

/** As long as one of the service, with the characters of base64. */
export function secret(): string {
  return Buffer.from(Array.from({ length: 7 }, () => randomUUID()).join('')).toString('base64');
}

/** A website as it is shown. */
export function shown({ shares }: World, website: StoredWebsite) {
  const own = shares.filter(({ websiteId }) => websiteId === website.id);
  return { ...website, shareId: own.at(-1)?.slug ?? null };
}
