import { randomUUID } from 'node:crypto';
import { badBody, invalid, ok, unauthorized, wrongPassword, type Reply } from './reply.ts';
import { teamsOf, type Caller } from './rights.ts';
import { secret, type Team, type User, type World } from './world.ts';

function shownUser(world: World, user: User) {
  return {
    id: user.id,
    username: user.username,
    role: user.role,
    createdAt: user.createdAt,
    isAdmin: user.role === 'admin',
    teams: teamsOf(world, user).map(({ id, name }) => ({ id, name, logoUrl: null })),
  };
}

export function logIn(world: World, body: Readonly<Record<string, unknown>> | undefined): Reply {
  if (body === undefined) return badBody;
  for (const field of ['username', 'password'])
    if (typeof body[field] !== 'string')
      return invalid({ [field]: 'Invalid input: expected string, received undefined' });
  const user = world.users.find(known => known.username === body['username']);
  if (user === undefined || user.password !== body['password']) return wrongPassword;
  const token = secret();
  world.tokens.set(token, user.username);
  return ok({ token, user: shownUser(world, user) });
}

export function verify(world: World, caller: Caller | undefined): Reply {
  return caller?.user === undefined ? unauthorized : ok(shownUser(world, caller.user));
}

export function me(world: World, caller: Caller | undefined, token: string): Reply {
  if (caller?.user === undefined) return unauthorized;
  const { teams: _teams, ...user } = shownUser(world, caller.user);
  return ok({ token, shareToken: null, user });
}

export function shownTeam(world: World, team: Team) {
  const { id, name, createdAt, members } = team;
  return {
    id,
    name,
    accessCode: `team_${id.slice(0, 8)}`,
    logoUrl: null,
    createdAt,
    updatedAt: createdAt,
    deletedAt: null,
    members: Object.entries(members).map(([username, role]) => {
      const userId = world.users.find(user => user.username === username)?.id ?? '';
      const user = { id: userId, username };
      return { id: randomUUID(), teamId: id, userId, role, createdAt, updatedAt: createdAt, user };
    }),
    _count: {
      websites: world.websites.filter(({ teamId }) => teamId === id).length,
      members: Object.keys(members).length,
    },
  };
}

/** What a share link opens: a token for the statistics of one website. */
export function openShare(world: World, slug: string): Reply | undefined {
  const share = world.shares.find(known => known.slug === slug);
  if (share === undefined) return undefined;
  const { id, websiteId, token } = share;
  if (world.version === '3.0') return ok({ websiteId, token });
  return ok({
    shareId: id,
    shareType: 1,
    parameters: share.parameters,
    websiteId,
    token,
  });
}
