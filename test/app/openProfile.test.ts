import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readPaths } from '#config/paths.ts';
import { machineTimeZone } from '#config/profile/profiles.ts';
import { websiteDefaults } from '#model/website/website.ts';
import { openProfile } from '#app/openProfile.ts';
import { temporaryHome } from '../helpers/temporaryHome.ts';

function profileOf(paths: ReturnType<typeof readPaths>, kind: 'logs' | 'demo' = 'logs') {
  const nothing = () => undefined;
  const profile = {
    name: kind,
    connection: { kind },
    timeZone: machineTimeZone(),
    readOnly: false,
    isStored: false,
    keepsSeen: true,
  } as const;
  return openProfile(profile, {
    paths,
    viewport: { columns: 80, rows: 24 },
    readOnly: false,
    platform: {
      quit: nothing,
      suspend: nothing,
      redraw: nothing,
      copy: () => ({}),
      openUrl: async () => undefined,
      writeExport: async path => ({ kind: 'written', path }),
    },
    switchTo: nothing,
  });
}

function temporaryPaths() {
  const home = temporaryHome();
  return readPaths(home.env);
}

/** By their numbers, so that what something else closes meanwhile is none that is missing. */
const handles = () => readdirSync('/proc/self/fd');

// Where it can be seen: on Linux.
test.skipIf(process.platform !== 'linux')('thirty services opened and left hold nothing', async () => {
  const paths = temporaryPaths();
  const open = async () => {
    const opened = profileOf(paths);
    await opened.opened;
    await opened.listed;
    opened.leave();
    // The file is let go of when the answer under way is there.
    await new Promise(resolve => setImmediate(resolve));
  };
  await open();
  const before = { handles: handles(), listeners: process.listenerCount('exit') };
  for (let round = 0; round < 30; round++) await open();
  expect(handles().filter(handle => !before.handles.includes(handle))).toEqual([]);
  expect(process.listenerCount('exit')).toBe(before.listeners);
});

test('writes that are under way when a service is left come to their end', async () => {
  const opened = profileOf(temporaryPaths());
  await opened.listed;
  const { api } = opened.services;
  const first = api.createWebsite({ ...websiteDefaults, domain: 'one.example' });
  opened.leave();
  await first;
  await api.createWebsite({ ...websiteDefaults, domain: 'two.example' });
  expect((await api.listWebsites({})).rows.map(({ domain }) => domain)).toEqual([
    'two.example',
    'one.example',
  ]);
});

test('while the demo is made others that are switched to wait their turn, and do not hold it up', async () => {
  const paths = temporaryPaths();
  const made: number[] = [];
  const opened = Array.from({ length: 12 }, (_, index) => {
    const demo = profileOf(paths, 'demo');
    void demo.opened.then(() => made.push(index));
    return demo;
  });
  const last = opened.pop();
  for (const demo of opened) demo.leave();
  await last?.opened;
  await last?.listed;
  expect(made).toEqual(Array.from({ length: 12 }, (_, index) => index));
  expect(last?.store.getState().websites.list.data?.rows.length).toBeGreaterThan(10);
  last?.leave();
});

// /proc takes no folders, not even from root.
test.skipIf(process.platform !== 'linux')(
  'a demo that is in memory only says so once it is made',
  async () => {
    const opened = profileOf({ ...temporaryPaths(), data: '/proc/nowhere/sitedeck' }, 'demo');
    const notice = () => opened.store.getState().notices.current?.text;
    expect(notice()).toBeUndefined();
    await opened.opened;
    await opened.listed;
    expect(notice()).toBe(
      'The demo is in memory only: /proc/nowhere/sitedeck/demo.sqlite cannot be used: its folder cannot be made there.',
    );
    opened.leave();
  },
);
