import { badBody, databaseError, empty, invalid, ok, shareTaken, unauthorized, type Reply } from './reply.ts';
import { pageOf } from './lists.ts';
import { mayChange, mayChangeTeam, teamsOf, type Caller } from './rights.ts';
import { addShare, newWebsite, shown, type StoredWebsite, type User, type World } from './world.ts';

type Body = Readonly<Record<string, unknown>>;

const byId = (one: StoredWebsite, other: StoredWebsite) => (one.id < other.id ? -1 : 1);

function contains({ name, domain }: StoredWebsite, search: string | null): boolean {
  const wanted = (search ?? '').toLowerCase();
  return [name, domain].some(text => text.toLowerCase().includes(wanted));
}

function listed(
  websites: readonly StoredWebsite[],
  query: URLSearchParams,
  show: (one: StoredWebsite) => unknown,
) {
  const search = query.get('search');
  const found = websites.filter(website => contains(website, search)).sort(byId);
  return pageOf(found.map(show), query, search === null || search === '' ? {} : { search });
}

/** The caller's own websites, and with includeTeams those of the teams that the caller owns. */
export function ownWebsites(world: World, user: User, query: URLSearchParams): Reply {
  const withTeams = query.get('includeTeams') === 'true';
  const owned = teamsOf(world, user).filter(({ members }) => members[user.username] === 'team-owner');
  const teams = new Set(withTeams ? owned.map(({ id }) => id) : []);
  const own = world.websites.filter(({ userId, teamId }) => userId === user.id || teams.has(teamId ?? ''));
  const { id, username } = user;
  return listed(own, query, website => ({
    ...shown(world, website),
    ...(withTeams ? {} : { user: { username, id } }),
  }));
}

export function teamWebsites(world: World, teamId: string, query: URLSearchParams): Reply {
  const createUser = (id: string) => {
    const user = world.users.find(known => known.id === id);
    return user === undefined ? null : { id: user.id, username: user.username };
  };
  return listed(
    world.websites.filter(website => website.teamId === teamId),
    query,
    website => ({ ...shown(world, website), createUser: createUser(website.createdBy) }),
  );
}

const longest: Readonly<Record<string, number>> = { name: 100, domain: 500, shareId: 50 };

/** What is wrong with a field that has to be text. */
function wrongText(body: Body, name: string, isNeeded: boolean): Reply | undefined {
  const value = body[name];
  if (value === undefined && !isNeeded) return undefined;
  if (name === 'shareId' && value === null) return undefined;
  if (typeof value !== 'string')
    return invalid({ [name]: `Invalid input: expected string, received ${typeof value}` });
  return undefined;
}

function tooLong(body: Body, name: string): Reply | undefined {
  const [value, most = 0] = [body[name], longest[name]];
  if (typeof value !== 'string' || value.length <= most) return undefined;
  return invalid({ [name]: `Too big: expected string to have <=${most} characters` });
}

const tooLongForColumn = {
  modelName: 'Website',
  driverAdapterError: {
    name: 'DriverAdapterError',
    cause: {
      originalCode: '22001',
      originalMessage: 'value too long for type character varying(100)',
      kind: 'LengthMismatch',
    },
  },
};

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** A share that is taken is found out last: the website is there by then. */
export function create(world: World, caller: Caller | undefined, body: Body | undefined): Reply {
  if (body === undefined) return badBody;
  const wrong =
    wrongText(body, 'name', true) ??
    wrongText(body, 'domain', true) ??
    wrongText(body, 'shareId', false) ??
    tooLong(body, 'name') ??
    tooLong(body, 'domain') ??
    tooLong(body, 'shareId');
  if (wrong !== undefined) return wrong;
  const user = caller?.user;
  const teamId = textOf(body['teamId']);
  if (user === undefined) return unauthorized;
  const may = teamId === undefined ? user.role !== 'view-only' : mayChangeTeam(world, user, teamId);
  if (!may) return unauthorized;
  const id = textOf(body['id']);
  if (world.websites.some(known => known.id === id)) return empty(500);
  const given = {
    name: textOf(body['name']) ?? '',
    domain: textOf(body['domain']) ?? '',
    userId: teamId === undefined ? user.id : null,
    teamId: teamId ?? null,
    createdBy: user.id,
  };
  const website = newWebsite(given, new Date().toISOString(), id);
  world.websites.push(website);
  const share = textOf(body['shareId']);
  if (share !== undefined) {
    if (isTaken(world, share)) return empty(500);
    addShare(world, website.id, share);
  }
  return ok(shown(world, website));
}

const isTaken = ({ shares }: World, slug: string) => shares.some(share => share.slug === slug);

/** Name and domain are saved before the share is looked at, which is taken also where it is the website's own. */
export function update(world: World, caller: Caller, id: string, body: Body | undefined): Reply {
  const given = body ?? {};
  const wrong =
    wrongText(given, 'name', false) ??
    wrongText(given, 'domain', false) ??
    wrongText(given, 'shareId', false);
  if (wrong !== undefined) return wrong;
  if (!mayChange(world, caller, id)) return unauthorized;
  const website = world.websites.find(known => known.id === id);
  if (website === undefined) return databaseError('P2025', { modelName: 'Website', operation: 'an update' });
  const [name, domain] = [textOf(given['name']), textOf(given['domain'])];
  if ((name ?? '').length > 100) return databaseError('P2000', tooLongForColumn);
  if (name !== undefined || domain !== undefined) {
    website.name = name ?? website.name;
    website.domain = domain ?? website.domain;
    website.updatedAt = new Date().toISOString();
  }
  const share = given['shareId'];
  if (share === null) {
    const others = world.shares.filter(({ websiteId }) => websiteId !== id);
    world.shares.splice(0, world.shares.length, ...others);
  } else if (typeof share === 'string') {
    if (isTaken(world, share)) return shareTaken;
    addShare(world, id, share);
  }
  return ok(shown(world, website));
}

/** What is gone already is an error for an administrator, who passes the check of rights. */
export function remove(world: World, caller: Caller, id: string): Reply {
  if (!mayChange(world, caller, id)) return unauthorized;
  const index = world.websites.findIndex(known => known.id === id);
  if (index === -1) return empty(500);
  world.websites.splice(index, 1);
  world.hits.delete(id);
  const others = world.shares.filter(({ websiteId }) => websiteId !== id);
  world.shares.splice(0, world.shares.length, ...others);
  return ok({ ok: true });
}
