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
  /** Null where somebody put it into the database so. */
  domain: string | null;
  readonly resetAt: string | null;
  readonly userId: string | null;
  readonly teamId: string | null;
  readonly createdBy: string;
  readonly createdAt: string;
  updatedAt: string;
  readonly deletedAt: null;
}

/** 3.0 has no campaigns, one share link for a website and rows without a value; 3.1 has several links, with names. */
type Version = '3.0' | '3.1';

export interface Share {
  readonly id: string;
  slug: string;
  readonly websiteId: string;
  readonly token: string;
  name: string;
  parameters: Readonly<Record<string, unknown>>;
  readonly createdAt: string;
}

/** Everything that the server holds. */
export interface World {
  readonly version: Version;
  readonly told: string | undefined;
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
  readonly domain: string | null;
  readonly owner?: string;
  readonly team?: string;
  readonly share?: string;
  /** More of them, by their slugs, with what each is called. */
  readonly shares?: Readonly<Record<string, string>>;
  readonly visits?: readonly Visit[];
}

export interface Seed {
  /** Default 3.1. */
  readonly version?: Version;
  /** What it says its version is; without it telemetry is turned off, and it does not. */
  readonly told?: string;
  readonly users: readonly Pick<User, 'username' | 'password' | 'role'>[];
  readonly teams?: readonly Pick<Team, 'name' | 'members'>[];
  readonly people: Readonly<Record<string, Person>>;
  readonly websites: readonly WebsiteSeed[];
}

const firstDay = '2026-03-01T09:30:00.000Z';

export function worldOf(seed: Seed): World {
  const world: World = {
    version: seed.version ?? '3.1',
    told: seed.told,
    users: seed.users.map(user => ({ ...user, id: randomUUID(), createdAt: firstDay })),
    teams: (seed.teams ?? []).map(team => ({ ...team, id: randomUUID(), createdAt: firstDay })),
    websites: [],
    shares: [],
    hits: new Map(),
    tokens: new Map(),
  };
  for (const { name, domain, owner, team, share, shares = {}, visits = [] } of seed.websites) {
    const userId = world.users.find(({ username }) => username === owner)?.id ?? null;
    const teamId = world.teams.find(found => found.name === team)?.id ?? null;
    if ((userId === null) === (teamId === null)) throw new Error(`${name} needs an owner or a team`);
    const website = newWebsite({ name, domain, userId, teamId, createdBy: userId ?? '' }, firstDay);
    world.websites.push(website);
    world.hits.set(website.id, hitsOf(visits, seed.people));
    if (share !== undefined) addShare(world, website.id, { slug: share });
    for (const [slug, called] of Object.entries(shares)) addShare(world, website.id, { slug, name: called });
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
  };
}

/** As a change of the website makes one, unless more is said. */
export function addShare(
  { shares, websites }: World,
  websiteId: string,
  given: { slug: string } & Partial<Pick<Share, 'name' | 'parameters'>>,
): Share {
  const name = websites.find(({ id }) => id === websiteId)?.name ?? '';
  const share: Share = {
    id: randomUUID(),
    websiteId,
    token: secret(),
    name,
    parameters: { overview: true, events: true },
    createdAt: new Date().toISOString(),
    ...given,
  };
  shares.push(share);
  return share;
}

export function removeShares(world: World, isGone: (share: Share) => boolean): void {
  const others = world.shares.filter(share => !isGone(share));
  world.shares.splice(0, world.shares.length, ...others);
}

/** As long as one of the service, with the characters of base64. */
export function secret(): string {
  return Buffer.from(Array.from({ length: 7 }, () => randomUUID()).join('')).toString('base64');
}

/** A website as it is shown. */
export function shown({ shares, version }: World, website: StoredWebsite) {
  const own = shares.filter(({ websiteId }) => websiteId === website.id);
  const replay = version === '3.0' ? {} : { replayEnabled: false, replayConfig: null };
  return { ...website, ...replay, shareId: own.at(-1)?.slug ?? null };
}
