import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { localData, localDataPaths, openLocalData } from '#config/kept/localData.ts';
import { ConfigError } from '#model/failure.ts';
import { type Goal, setGoal } from '#model/website/goal.ts';
import { ownIdentity, storedIdentity } from '../helpers/serviceIdentity.ts';
import { temporaryFolder } from '../helpers/temporaryFolder.ts';

const { open, drop, forget } = localData.goals;
const goal = (id: string, count: number): Goal => ({
  id,
  domain: `${id}.example`,
  name: 'visitors',
  per: 'month',
  count,
});

test('each service has its own goals, in a private file; a removed profile and a deleted website take theirs along', () => {
  const path = temporaryFolder();
  const work = open(path, storedIdentity('work', 'https://a.example'));
  const demo = open(path, ownIdentity('demo'));
  expect(work.read()).toEqual([]);
  for (const file of [work, demo]) {
    file.change(all => setGoal(all, goal('3', 500)));
    file.change(all => setGoal(all, goal('4', 600)));
  }
  expect(statSync(join(path, 'goals.json')).mode & 0o777).toBe(0o600);
  expect(localDataPaths(path)).toContain(join(path, 'goals.json'));
  drop(demo, '3');
  expect(demo.read()).toEqual([goal('4', 600)]);
  expect(forget(path, 'work')).toBe(2);
  expect(work.read()).toEqual([]);
  expect(demo.read()).toHaveLength(1);
  openLocalData(path, ownIdentity('demo')).drop('4');
  expect(demo.read()).toEqual([]);
});

test.each([
  { name: 'visitors', value: 'x', per: 'month', count: 5 },
  { name: 'event', per: 'month', count: 5 },
  { name: 'visitors', per: 'year', count: 5 },
  { name: 'visitors', per: 'week', count: 0 },
  { name: 'visitors_hours', value: '07', per: 'week', count: 5 },
])('a file with a goal that is none is left as it is: %j', wrong => {
  const path = temporaryFolder();
  const services = { demo: [{ id: '3', domain: 'a.example', ...wrong }] };
  writeFileSync(join(path, 'goals.json'), JSON.stringify({ version: 1, services }));
  const file = open(path, ownIdentity('demo'));
  expect(() => file.read()).toThrow('holds no goals that can be read');
  expect(() => file.change(all => all)).toThrow(ConfigError);
  drop(file, '3');
});
