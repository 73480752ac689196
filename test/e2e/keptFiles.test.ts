import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { start } from '../helpers/application.ts';
import { ownCompileCache } from '../helpers/cachedCode.ts';
import { demoHome } from '../helpers/demoHome.ts';
import { distantFew, fewListed, useService, type DistantService } from '../helpers/distantService.ts';
import { makeHome, type Home } from '../helpers/home.ts';
import { builtProgram } from '../helpers/program.ts';
import { startTerminal, type Terminal } from '../helpers/terminal.ts';
import { run, start as startCommand } from '../cli/fixture.ts';

let service: DistantService;

beforeAll(async () => {
  service = await distantFew();
}, 30_000);

afterAll(() => service.close());

let home: Home;

beforeEach(() => {
  home = makeHome();
  const made = home;
  onTestFinished(() => made.remove());
  useService(home, service);
});

const allRead = fewListed;
const listIsRead = (lines: readonly string[]) =>
  !/request|as of/.test(lines[0] ?? '') && lines.some(line => line.includes(allRead));
const inHome = (...parts: string[]) => join(home.path, 'data', 'sitedeck', ...parts);

/** The files of the home without its path, those with compiled code left out. */
function filesIn(path = '', leftOut = /^cache\/sitedeck\/v[\d.]+-/): string[] {
  return readdirSync(join(home.path, path), { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(home.path.length + 1))
    .filter(name => !leftOut.test(name))
    .sort();
}

/** The files that have a text in their name or in what they hold. */
function filesWith(text: string): string[] {
  return filesIn().filter(name => name.includes(text) || readFileSync(join(home.path, name)).includes(text));
}

async function quit(terminal: Terminal): Promise<void> {
  terminal.press('^C');
  expect((await terminal.exit).code).toBe(0);
}

describe('while a program runs', () => {
  const listIsWritten = async () => await expect.poll(() => filesWith('podcast.example.com')).not.toEqual([]);
  test.each([
    ['remove', 'before it has written anything', () => Promise.resolve()],
    ['remove', 'after it has written the list', listIsWritten],
    ['forget-cache', 'after it has written the list', listIsWritten],
  ])(
    'profile %s, %s: it writes nothing of what it saw, nor a choice or a tag of a profile that is gone',
    async (command, _, written) => {
      const terminal = start({ home });
      await terminal.waitFor(listIsRead);
      await written();
      expect((await run(['profile', command, 'work'], { home })).code).toBe(0);
      terminal.press('Enter');
      await terminal.waitFor('Best day');
      terminal.press('Esc');
      await terminal.waitFor(listIsRead);
      // A choice and a tag.
      terminal.press('S', 'T');
      await terminal.waitFor('Tags of ');
      terminal.type('given-later');
      await terminal.waitFor('> given-later');
      terminal.press('Enter');
      await terminal.waitFor(command === 'remove' ? 'The profile work was removed' : 'is tagged given-later');
      await quit(terminal);
      const isKept = command === 'forget-cache';
      expect(existsSync(inHome('seen', 'work'))).toBe(false);
      // A tag keeps the domain that it was given to.
      const tags = 'data/sitedeck/tags.json';
      expect(filesWith('.example')).toEqual(isKept ? [tags] : []);
      expect(filesWith('given-later')).toEqual(isKept ? [tags] : []);
      expect(filesWith(service.url).filter(name => !name.startsWith('config'))).toEqual(
        isKept ? ['data/sitedeck/choices.json', tags] : [],
      );
    },
  );
});

/** Has the next program of this home end itself, as kill -9 does, where `when` says so of a call of node:fs. */
function killed(when: string): { readonly NODE_OPTIONS: string } {
  const path = join(home.path, 'killed.cjs');
  writeFileSync(
    path,
    `const fs = require('node:fs'); const kill = () => process.kill(process.pid, 'SIGKILL');\n${when}`,
  );
  return { NODE_OPTIONS: `--require ${path}` };
}

/** While it writes a file in a folder like this: in the middle of it, and between that and giving it its name. */
const moments = (folder: RegExp) => {
  const isIt = `(path => ${new RegExp(`${folder.source}\\/\\.sitedeck-`)}.test(String(path)))`;
  return [
    [
      'in the middle of it',
      `const { openSync, writeFileSync } = fs;
      let file;
      fs.openSync = (path, ...rest) => {
        const opened = openSync(path, ...rest);
        if (${isIt}(path)) file = opened;
        return opened;
      };
      fs.writeFileSync = (path, text, ...rest) => {
        if (path !== file || file === undefined) return writeFileSync(path, text, ...rest);
        fs.writeSync(file, text.slice(0, text.length / 2));
        kill();
      };`,
    ],
    [
      'before it has its name',
      `const { renameSync } = fs;
      fs.renameSync = (from, to) => {
        if (${isIt}(from)) kill();
        renameSync(from, to);
      };`,
    ],
  ] as const;
};

const leftovers = () => filesIn().filter(name => name.endsWith('.tmp'));

describe.skipIf(!builtProgram.endsWith('.js'))('a program that is killed', () => {
  test.each(moments(/\.frames/))(
    'while it writes the first frame, %s: the next start draws no part of one, and tidies',
    async (_, when) => {
      const frames = () => readdirSync(inHome('seen', '.frames'));
      const first = start({ home });
      await first.waitFor(listIsRead);
      await quit(first);
      expect(frames()).toEqual(['80x24.json']);
      const kept = readFileSync(inHome('seen', '.frames', '80x24.json'), 'utf8');
      const second = start({ home, env: killed(when) });
      await second.waitFor(listIsRead);
      second.press('S');
      await second.waitFor(listIsRead);
      second.press('^C');
      expect((await second.exit).signal).toBe(9);
      expect(leftovers()).toHaveLength(1);
      // That of before is whole, and of a list that was written anew since.
      expect(readFileSync(inHome('seen', '.frames', '80x24.json'), 'utf8')).toBe(kept);
      service.hold();
      const third = start({ home });
      onTestFinished(() => service.release());
      await third.waitFor('as of ');
      expect(third.output.startsWith(JSON.parse(kept).frame)).toBe(false);
      service.release();
      await third.waitFor(listIsRead);
      await quit(third);
      expect([frames(), leftovers()]).toEqual([['80x24.json'], []]);
    },
  );

  test.each(moments(/seen\/work\/[\da-f]+/).slice(0, 1))(
    'while it writes the list, %s: forgotten it is gone',
    async (_, when) => {
      const terminal = start({ home, env: killed(when) });
      // It is written three seconds after an answer, or at the end.
      await terminal.waitFor('podcast.example.com');
      terminal.press('^C');
      expect((await terminal.exit).signal).toBe(9);
      expect(leftovers()).toHaveLength(1);
      expect((await run(['profile', 'forget-cache', 'work'], { home })).code).toBe(0);
      expect([leftovers(), filesWith('.example')]).toEqual([[], []]);
    },
  );

  test.each(moments(/config\/sitedeck/).slice(1))(
    'while it writes a key, %s: no other file has that key, once the profiles are written again',
    async (_, when) => {
      const args = ['profile', 'add', 'work', service.url, '--replace'];
      const command = startCommand(args, { home, env: killed(when) });
      command.stdin.end(`${service.key}\n`);
      await new Promise(resolve => command.on('exit', resolve));
      expect(command.signalCode).toBe('SIGKILL');
      expect(leftovers()).toHaveLength(1);
      expect((await run(['profile', 'remove', 'work'], { home })).code).toBe(0);
      expect([leftovers(), filesWith(service.key)]).toEqual([[], []]);
    },
  );
});

describe('links in the place of what is kept', () => {
  /** After a session; copied by each test. */
  let looked: Home;
  beforeAll(async () => {
    looked = makeHome();
    useService(looked, service);
    await using terminal = startTerminal({ home: looked });
    await terminal.waitFor(listIsRead);
    await quit(terminal);
  });
  afterAll(() => looked.remove());

  /** A folder of the user's own, with files that are called like ours. */
  function victim() {
    const path = join(home.path, 'own');
    mkdirSync(path, { mode: 0o755 });
    chmodSync(path, 0o755);
    for (let number = 0; number < 12; number += 1)
      writeFileSync(join(path, `${number}x${number}.json`), '{}');
    for (const name of 'list.json domains.json .mark .secret notes .sitedeck-1-x.tmp tags.json choices.json'.split(
      ' ',
    ))
      writeFileSync(join(path, name), `"${name}"`, { mode: 0o644 });
    const large = join(path, 'large.json');
    writeFileSync(large, '');
    // More than is kept of a profile, without taking the room.
    truncateSync(large, 30_000_000);
    const now = () => {
      const files = readdirSync(path).map(name => {
        const { mode, size, mtimeMs } = statSync(join(path, name));
        return [name, mode, mtimeMs, size > 1_000 ? size : readFileSync(join(path, name), 'utf8')];
      });
      return [statSync(path).mode, files];
    };
    return { path, now };
  }

  /** All that writes: a session with a choice and a tag, a list, a tag, and that the profile is forgotten. */
  async function useAll() {
    const terminal = start({ home });
    await terminal.waitFor(listIsRead);
    terminal.press('S', 'T');
    // Where the tags cannot be used, T says why.
    await terminal.waitFor(/Tags of |tags\.json/);
    terminal.type('shop');
    terminal.press('Enter');
    await terminal.quiet();
    await quit(terminal);
    for (const args of [
      ['websites', 'list', '--all'],
      ['tag', 'podcast.example.com', 'news'],
      ['complete-words', '--', 'report', ''],
      ['profile', 'forget-cache', 'work'],
      ['profile', 'remove', 'work'],
    ])
      await run(args, { home });
  }

  const hashed = () => readdirSync(inHome('seen', 'work')).find(name => /^[\da-f]{40}$/.test(name)) ?? '';
  const ofFiles = (...names: string[]) => names.map(name => [name, name.split('/').at(-1) ?? ''] as const);

  test.each([
    ['the folder of all, tags and choices', [['seen', '.'], ...ofFiles('tags.json', 'choices.json')]],
    [
      'the folders of a profile and of first frames, locks',
      [
        ['seen/work', '.'],
        ['seen/.frames', '.'],
        ['tags.json.lock', 'notes'],
        ['choices.json.lock', 'notes'],
      ],
    ],
    ['the folder of an account', [['seen/work/HASH', '.']]],
    ['the mark and the secret', ofFiles('seen/work/.mark', 'seen/.secret')],
    ['files', ofFiles('seen/work/HASH/list.json', 'seen/work/HASH/domains.json', 'seen/.frames/80x24.json')],
    [
      'locks and files that lead to nothing',
      [
        ['tags.json.lock', 'a'],
        ['choices.json.lock', 'b'],
        ['seen/.frames', 'c'],
        ['seen/work', 'd'],
      ],
    ],
  ] as const)(
    'lead to nothing that is read, changed or removed: %s',
    async (_, links) => {
      cpSync(looked.path, home.path, { recursive: true });
      const { path, now } = victim();
      const before = now();
      const hash = hashed();
      for (const [place, target] of links) {
        const link = inHome(place.replace('HASH', hash));
        rmSync(link, { recursive: true, force: true });
        symlinkSync(join(path, target), link);
      }
      await useAll();
      expect(now()).toEqual(before);
      expect(filesWith('.example')).toEqual([]);
    },
    20_000,
  );
});

test('all files that are kept stand in the table of docs/security.md, and a profile is removed with all that is its own', async () => {
  const name = 'client-42';
  home = await demoHome();
  onTestFinished(() => home.remove());
  const sitedeck = async (...args: string[]) => {
    const ran = await run(args, { home, stdin: `${service.key}\n` });
    expect([args, ran.code, ran.stderr]).toEqual([args, 0, expect.anything()]);
  };
  await sitedeck('profile', 'add', name, service.url);
  await sitedeck('profile', 'use', name);
  const onService = start({ home });
  await onService.waitFor(listIsRead);
  onService.press('Enter');
  await onService.waitFor('Best day');
  onService.press('Esc');
  await onService.waitFor(listIsRead);
  onService.press('S', 'T');
  await onService.waitFor('Tags of ');
  onService.type('shop');
  onService.press('Enter');
  await onService.waitFor('is tagged shop');
  await quit(onService);
  await sitedeck('websites', 'list', '--all');
  await sitedeck('complete-words', '--', 'report', '');
  expect((await run(['watch', '--all', '--above', '0', '--notify-command', 'true'], { home })).code).toBe(4);
  const log = join(home.path, 'access.log');
  writeFileSync(log, logLine);
  await sitedeck('logs', 'add', 'own.example', log);
  const onLogs = start({ home, args: ['--profile', 'logs'], env: ownCompileCache });
  await onLogs.waitFor('own.example');
  await quit(onLogs);
  const onDemo = start({ home, args: ['--profile', 'demo'] });
  await onDemo.waitFor('podcast.example.com');
  onDemo.press('B');
  await onDemo.waitFor('Save view');
  onDemo.press('Enter');
  await onDemo.waitFor('Saved: ');
  await quit(onDemo);
  writeFileSync(join(home.path, 'config', 'sitedeck', 'config.yaml'), '', { mode: 0o600 });
  const served = startCommand(['serve', '--port', '0'], { home });
  onTestFinished(() => void served.kill('SIGKILL'));
  await once(served.stderr, 'data');
  served.kill();
  await once(served, 'exit');
  rmSync(log);

  const rows = keptPlaces();
  const placesOf = (path: string) => rows.filter(places => places.some(place => place.test(path)));
  const found = filesIn();
  expect(found.filter(path => placesOf(path).length !== 1)).toEqual([]);
  expect(
    rows.filter(places => !filesIn('', /^$/).some(path => places.some(place => place.test(path)))),
  ).toEqual([]);
  for (const path of found.filter(each => !each.startsWith('cache')))
    expect([path, statSync(join(home.path, path)).mode & 0o777]).toEqual([path, 0o600]);

  expect(filesWith(service.url).length).toBeGreaterThan(2);
  await sitedeck('profile', 'remove', name);
  expect([filesWith(name), filesWith(service.url), filesWith(service.key)]).toEqual([[], [], []]);
  // What is left is of the services of this machine.
  expect(filesIn(join('data', 'sitedeck', 'seen')).map(path => path.split('/').slice(3, 4).join())).toEqual([
    '.secret',
    'demo',
    'demo',
    'logs',
    'logs',
  ]);
});

const logLine =
  '203.0.113.7 - - [20/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 512 "-" "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"\n';

/** The places that the table names, of each of its rows. */
function keptPlaces(): RegExp[][] {
  const text = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
  const folders = { '~/.config/': 'config/', '~/.local/share/': 'data/', '~/.cache/': 'cache/' };
  const rows = text.split('\n').filter(line => line.startsWith('| `'));
  return rows.map(row => {
    const [, first = ''] = row.split('|');
    return Array.from(first.matchAll(/`([^`]+)`/g), ([, place = '']) => {
      const [home, folder] = Object.entries(folders).find(([from]) => place.startsWith(from)) ?? [
        '',
        '(?:config|data)/sitedeck/',
      ];
      const path = `${folder}${place.slice(home.length).replaceAll('.', '\\.').replace('NAME', '[a-z\\d][a-z\\d._-]*')}`;
      return new RegExp(`^${path}${place.endsWith('/') ? '' : '$'}`);
    });
  });
}
