import type { IncomingHttpHeaders } from 'node:http';
import type { StoredWebsite, User, World } from './world.ts';

/** Who asks: a user, or somebody with a share link. */
export interface Caller {
  readonly user?: User | undefined;
  /** The website of the share. */
  readonly shared?: string | undefined;
}

/** Undefined where nobody is signed in. The word before the token is not looked at. */
export function callerOf(world: World, headers: IncomingHttpHeaders): Caller | undefined {
  const share = headers['x-umami-share-token'];
  if (share !== undefined) {
    const found = world.shares.find(({ token }) => token === share);
    const inContext = world.version === '3.0' || headers['x-umami-share-context'] !== undefined;
    return found !== undefined && inContext ? { shared: found.websiteId } : undefined;
  }
  const [, token = ''] = (headers.authorization ?? '').split(' ', 2);
  const username = world.tokens.get(token);
  const user = world.users.find(known => known.username === username);
  return user === undefined ? undefined : { user };
}

export function teamsOf({ teams }: World, { username }: User) {
  return teams.filter(({ members }) => Object.hasOwn(members, username));
}

/** An administrator passes for every website, also one that does not exist. */
export function maySee(world: World, { user, shared }: Caller, id: string): boolean {
  if (user === undefined) return shared === id;
  if (user.role === 'admin') return true;
  const website = world.websites.find(known => known.id === id);
  return website !== undefined && (website.userId === user.id || roleIn(world, user, website) !== undefined);
}

export function mayChange(world: World, { user }: Caller, id: string): boolean {
  if (user === undefined) return false;
  if (user.role === 'admin') return true;
  const website = world.websites.find(known => known.id === id);
  if (website === undefined) return false;
  return website.teamId === null ? website.userId === user.id : mayChangeTeam(world, user, website.teamId);
}

export function mayChangeTeam(world: World, user: User, teamId: string): boolean {
  const role = world.teams.find(({ id }) => id === teamId)?.members[user.username];
  return role !== undefined && role !== 'team-view-only';
}

function roleIn(world: World, user: User, { teamId }: StoredWebsite) {
  return world.teams.find(({ id }) => id === teamId)?.members[user.username];
}
