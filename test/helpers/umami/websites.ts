import {
  badBody,
  databaseError,
  empty,
  invalid,
  notFound,
  ok,
  shareTaken,
  unauthorized,
  type Reply,
} from './reply.ts';
import { pageOf } from './lists.ts';
import { mayChange, mayChangeTeam, maySee, teamsOf, type Caller } from './rights.ts';
import {
  addShare,
  newWebsite,
  removeShares,
  type Share,
  shown,
  type StoredWebsite,
  type User,
  type World,
} from './world.ts';

type Body = Readonly<Record<string, unknown>>;

const byId = (one: StoredWebsite, other: StoredWebsite) => (one.id < other.id ? -1 : 1);

function contains({ name, domain }: StoredWebsite, search: string | null): boolean {
  const wanted = (search ?? '').toLowerCase();
  return [name, domain ?? ''].some(text => text.toLowerCase().includes(wanted));
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
    addShare(world, website.id, { slug: share });
  }
  return ok(shown(world, website));
}

const isTaken = ({ shares }: World, slug: string) => shares.some(share => share.slug === slug);
const slug30 = /^[a-zA-Z0-9]{8,50}$/;

/** Name and domain are saved before the share is looked at, which is taken also where it is the website's own. */
export function update(world: World, caller: Caller, id: string, body: Body | undefined): Reply {
  const given = body ?? {};
  const wrong =
    wrongText(given, 'name', false) ??
    wrongText(given, 'domain', false) ??
    wrongText(given, 'shareId', false);
  if (wrong !== undefined) return wrong;
  const share = given['shareId'];
  if (world.version === '3.0' && typeof share === 'string' && !slug30.test(share))
    return invalid({ shareId: 'Invalid string: must match pattern' });
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
  const isOwn = ({ websiteId }: Share) => websiteId === id;
  if (share === null) removeShares(world, isOwn);
  else if (typeof share === 'string') {
    // In 3.0 it is a field of the website, of which there is one.
    const others = world.shares.filter(one => world.version === '3.1' || !isOwn(one));
    if (others.some(({ slug }) => slug === share)) return shareTaken;
    if (world.version === '3.0') removeShares(world, isOwn);
    addShare(world, id, { slug: share });
  }
  return ok(shown(world, website));
}

function shownShare({ id, websiteId, name, slug, parameters, createdAt }: Share) {
  const entity = { entityId: websiteId, shareType: 1 };
  return { id, ...entity, name, slug, parameters, createdAt, updatedAt: createdAt };
}

/** The share links of a website, the newest first. */
export function listShares(world: World, caller: Caller, id: string, query: URLSearchParams): Reply {
  if (!maySee(world, caller, id)) return unauthorized;
  const own = world.shares.filter(({ websiteId }) => websiteId === id);
  return pageOf(own.toReversed().map(shownShare), query);
}

/** A share link with a slug and a name of its own. */
export function createShare(world: World, caller: Caller | undefined, body: Body | undefined): Reply {
  if (body === undefined) return badBody;
  const wrong =
    wrongText(body, 'entityId', true) ?? wrongText(body, 'name', true) ?? wrongText(body, 'slug', false);
  if (wrong !== undefined) return wrong;
  const { parameters } = body;
  if (typeof parameters !== 'object' || parameters === null)
    return invalid({ parameters: 'Invalid input: expected object, received undefined' });
  const id = textOf(body['entityId']) ?? '';
  if (caller === undefined || !mayChange(world, caller, id)) return unauthorized;
  if (!world.websites.some(known => known.id === id)) return notFound;
  const slug = textOf(body['slug']) || 'made-by-the-service';
  if (isTaken(world, slug)) return empty(500);
  const name = textOf(body['name']) ?? '';
  return ok(shownShare(addShare(world, id, { slug, name, parameters: { ...parameters } })));
}

/** What is gone already is an error for an administrator, who passes the check of rights. */
export function remove(world: World, caller: Caller, id: string): Reply {
  if (!mayChange(world, caller, id)) return unauthorized;
  const index = world.websites.findIndex(known => known.id === id);
  if (index === -1) return empty(500);
  world.websites.splice(index, 1);
  world.hits.delete(id);
  removeShares(world, ({ websiteId }) => websiteId === id);
  return ok({ ok: true });
}
