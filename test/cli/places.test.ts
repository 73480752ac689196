import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { start } from '../helpers/application.ts';
import { asNobody, whyNoNamespace, withMounts } from '../helpers/namespaces.ts';
import {
  apiKey,
  ended,
  errorLine,
  program,
  refusal,
  run,
  runner,
  startService,
  temporaryHome,
  type Ran,
} from './fixture.ts';
import { temporaryDemo } from '../helpers/temporaryHome.ts';

/** A program with these variables alone, ended by force if it does not end: one that spins would outlive the test. */
async function spawned(
  [command = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ran> {
  const options = { timeout: 60_000, killSignal: 'SIGKILL' } as const;
  const child = spawn(command, args, { cwd: temporaryHome().path, env, ...options });
  child.stdin.end();
  return await ended(child);
}

describe.skipIf(!existsSync('/proc/self'))('where no folder can be made', () => {
  /** A folder that is there, where none can be made. Node's own recursive mkdir never ends below it. */
  const place = '/proc/no/where';
  const runWith = async (variable: string, ...args: readonly string[]) =>
    await spawned([runner, program, ...args], { ...temporaryHome().env, [variable]: place });

  test.each([
    ...['websites list', 'logs zone UTC', 'logs keep 3m', 'logs recount one.example --yes'].map(
      line =>
        ['XDG_DATA_HOME', 3, 'sites.sqlite cannot be used: its folder cannot be made there.', line] as const,
    ),
    [
      'XDG_CONFIG_HOME',
      2,
      'profiles.json cannot be written: its folder cannot be made there.',
      'profile use logs',
    ],
    ['XDG_CONFIG_HOME', 2, 'serve-key cannot be written: its folder cannot be made there.', 'serve --port 0'],
  ] as const)('as %s, the end is %i and one line: %s', async (variable, code, words, line) => {
    const ran = await runWith(variable, '--profile', 'logs', ...line.split(' '));
    expect(refusal(ran, code)).toBe(`sitedeck: ${place}/sitedeck/${words}`);
  });

  test('the demo is made in memory, with one line that says so', async () => {
    const ran = await runWith('XDG_DATA_HOME', '--json', 'websites', 'list', '--all');
    expect(errorLine(ran)).toBe(
      `The demo is in memory only: ${place}/sitedeck/demo.sqlite cannot be used: its folder cannot be made there.`,
    );
    expect([ran.code, ran.stdout.split('"domain"').length - 1]).toEqual([0, 13]);
  });

  test('everything works without a cache', async () => {
    const ran = await runWith('XDG_CACHE_HOME', '--profile', 'logs', '--json', 'websites', 'list');
    expect(ran).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('where a link leads round in circles', () => {
  const homeWith = (file: string, home = temporaryHome()) => {
    const path = join(home.path, file);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    symlinkSync(basename(path), path);
    return home;
  };

  test('as the file of own logs, it is said', async () => {
    const home = homeWith('data/sitedeck/sites.sqlite');
    for (const command of ['websites list', 'serve --port 0', 'overview'])
      expect(refusal(await run(['--profile', 'logs', ...command.split(' ')], { home }), 3)).toBe(
        `sitedeck: ${home.path}/data/sitedeck/sites.sqlite cannot be used: it is a link where none may be, or one that never ends.`,
      );
  });

  test.each([
    'config/sitedeck/config.yaml',
    'config/sitedeck/profiles.json',
    'config/sitedeck',
    'cache/sitedeck',
    'data/sitedeck',
  ])('as %s, doctor says it', async file => {
    const home = homeWith(file);
    const ran = await run(['doctor'], { home, env: { XDG_CACHE_HOME: join(home.path, 'cache') } });
    expect(ran.code).toBe(1);
    expect(ran.stderr).toBe('');
    expect(ran.stdout).toContain(
      'It cannot be read: it is a link where none may be, or one that never ends.',
    );
  });

  test('as config.yaml, notes.json and views.json, the application runs, and ends well', async () => {
    const demo = await temporaryDemo();
    for (const file of [
      'config/sitedeck/config.yaml',
      'data/sitedeck/notes.json',
      'data/sitedeck/views.json',
    ])
      homeWith(file, demo);
    const terminal = start({ args: ['--profile', 'demo'], home: demo });
    await terminal.waitFor('shop.example.com');
    terminal.press('q');
    expect(await terminal.exit).toEqual({ code: 0, signal: 0 });
  });
});

const whyNobody = whyNoNamespace(asNobody);

describe.skipIf(whyNobody !== undefined)(
  `without HOME and an entry in passwd (${whyNobody ?? 'an account of its own'})`,
  () => {
    /** What a container has that sets nothing. */
    const bare = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', TERM: 'xterm-256color', LANG: 'C.UTF-8' };
    const runBare = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
      await spawned(['unshare', ...asNobody, runner, program, ...args], { ...bare, ...env });

    test('a service that is given is read', async () => {
      expect(() => execFileSync('unshare', [...asNobody, 'sh', '-c', 'getent passwd 12345'])).toThrow(
        'failed',
      );
      const service = await startService();
      await service.add('one.example.com');
      for (const env of [service.env, { ...service.env, HOME: '' }]) {
        const listed = await runBare(['--json', 'websites', 'list'], env);
        expect(listed).toMatchObject({ code: 0, stderr: '' });
        expect(listed.stdout).toContain('one.example.com');
      }
      const none = ['HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME', 'NODE_COMPILE_CACHE'];
      const terminal = start({
        command: 'unshare',
        args: [...asNobody, runner, program],
        env: { ...Object.fromEntries(none.map(name => [name, undefined])), ...service.env },
      });
      await terminal.waitFor('one.example.com');
      // What would be kept of it is not, and nothing is said of that.
      terminal.press('q');
      expect(await terminal.exit).toEqual({ code: 0, signal: 0 });
      expect(terminal.output).not.toMatch(/error|nonexistent/i);
    });

    test.each([
      [
        'config/sitedeck/profiles.json cannot be written: this account has no home folder, set HOME.',
        2,
        'profile use logs',
      ],
      [
        'local/share/sitedeck/sites.sqlite cannot be used: this account has no home folder, set HOME.',
        3,
        'websites list',
      ],
    ] as const)('what needs a home says so: .%s', async (words, code, line) => {
      const ran = await runBare(['--profile', 'logs', ...line.split(' ')]);
      expect(refusal(ran, code)).toBe(`sitedeck: /nonexistent/.${words}`);
    });

    test('what needs none does without', async () => {
      expect(await runBare(['profile', 'list'])).toMatchObject({ code: 0, stderr: '' });
      const doctor = await runBare(['doctor']);
      expect(doctor.stdout + doctor.stderr).not.toContain('unexpected');
    });
  },
);

/** The disk is small, and seen by this shell and what it starts only. Each command prints its exit code behind its error. */
const script = `
set -e
mount -t tmpfs -o size=2m tmpfs "$DISK"
mkdir "$DISK/config" "$DISK/data"
try() { echo "$SITEDECK_TEST_KEY" | "$1" "$2" "\${@:3}" >/dev/null 2>"$ERRORS" || code=$?; grep ^sitedeck: "$ERRORS" || :; echo "\${code:-0}"; code=; }
run() { try "$RUNNER" "$PROGRAM" "$@"; }
run profile add work "$SERVICE"
run --profile work tag one.example.com first
run import own.example.com "$LOG"
run logs add own.example.com "$LOG"
dd if=/dev/zero of="$DISK/filler" bs=4096 2>/dev/null || :
echo full
run --profile logs stats own.example.com page
run --profile logs lines own.example.com
run --profile logs lines own.example.com --status 404
run now own.example.com
run logs list
run doctor --profile logs
run --profile logs websites create two.example.com
run import own.example.com "$LOG"
run profile add two "$SERVICE"
run --profile work tag one.example.com second
run profile use logs
run profile remove work
rm "$DISK/filler"
echo empty
run profile use logs
run --profile work tag one.example.com second
run profile remove work
run --profile logs stats own.example.com page
`;

const whyNoMounts = whyNoNamespace(withMounts);

test.skipIf(whyNoMounts !== undefined)(
  `a full disk is said by what writes, and what was stored stays and can be read (${whyNoMounts ?? 'a small disk of its own'})`,
  async () => {
    const service = await startService();
    await service.add('one.example.com');
    const home = temporaryHome();
    const disk = join(home.path, 'disk');
    mkdirSync(disk);
    const log = join(home.path, 'access.log');
    writeFileSync(
      log,
      '203.0.113.7 - - [10/Nov/2026:08:00:00 +0000] "GET / HTTP/1.1" 200 5 "-" "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0"\n',
    );
    const { stdout, stderr } = await spawned(['unshare', ...withMounts, 'bash', '-c', script], {
      ...home.env,
      XDG_CONFIG_HOME: join(disk, 'config'),
      XDG_DATA_HOME: join(disk, 'data'),
      DISK: disk,
      LOG: log,
      ERRORS: join(home.path, 'errors'),
      RUNNER: runner,
      PROGRAM: program,
      SERVICE: service.url,
      SITEDECK_TEST_KEY: apiKey,
    });
    expect(stderr).toBe('');
    const profiles = `sitedeck: ${disk}/config/sitedeck/profiles.json cannot be written: the disk is full.`;
    const tags = `sitedeck: ${disk}/data/sitedeck/tags.json cannot be written: the disk is full.`;
    const counts = `sitedeck: ${disk}/data/sitedeck/sites.sqlite cannot grow, the disk is full or a file may be no larger: free some space, or raise that limit (ulimit -f).`;
    const failed = counts.replace('sitedeck: ', 'sitedeck: The service failed (500). It says: ');
    const full = [
      'full',
      '0',
      '0',
      '0',
      '0',
      '0',
      '0',
      failed,
      '1',
      counts,
      '1',
      profiles,
      '2',
      tags,
      '2',
      profiles,
      '2',
      profiles,
      '2',
    ];
    expect(stdout.trimEnd().split('\n')).toEqual(['0', '0', '0', '0', ...full, 'empty', '0', '0', '0', '0']);
  },
);

/** Of the demo what is left on a disk of its own, and whether somebody's own file fits on it then. */
const demoScript = `
set -e
mount -t tmpfs -o size="$SIZE" tmpfs "$DISK"
mkdir -p "$DISK/data/sitedeck"
[ -z "$BEFORE" ] || cp "$BEFORE" "$DISK/data/sitedeck/demo.sqlite"
"$RUNNER" "$PROGRAM" --profile demo --json websites list --all | grep -c '"domain"'
ls "$DISK/data/sitedeck" | grep sqlite || :
`;

describe.skipIf(whyNoMounts !== undefined)('a disk that becomes full with the demo', () => {
  const onDisk = async (size: number, before = '') => {
    const home = temporaryHome();
    const disk = join(home.path, 'disk');
    mkdirSync(disk);
    const { stdout, stderr } = await spawned(['unshare', ...withMounts, 'bash', '-c', demoScript], {
      ...home.env,
      XDG_DATA_HOME: join(disk, 'data'),
      DISK: disk,
      SIZE: String(size),
      BEFORE: before,
      RUNNER: runner,
      PROGRAM: program,
    });
    expect(stderr).toContain('The demo is in memory only: ');
    return stdout.trimEnd().split('\n');
  };
  /** A demo that has ended so many days ago; of its last website nothing was made where it is unfinished. */
  const demoBefore = async (change: string) => {
    const path = join((await temporaryDemo()).path, 'data/sitedeck/demo.sqlite');
    const database = new DatabaseSync(path);
    database.exec(`pragma journal_mode = delete; ${change}`);
    database.close();
    return { path, size: statSync(path).size };
  };

  test('has nothing of it, if it was new', async () => {
    expect(await onDisk(20_000_000)).toEqual(['13']);
  });

  test('has nothing of one that an earlier start did not finish', async () => {
    const { path, size } = await demoBefore(
      'update demo_website set through_day = null where website_id > 2',
    );
    expect(await onDisk(size + 400_000, path)).toEqual(['13']);
  });

  test('keeps one that was whole', async () => {
    const { path, size } = await demoBefore('update demo_website set through_day = through_day - 300');
    expect(await onDisk(size + 400_000, path)).toContain('demo.sqlite');
  });
});

/** A shell whose files may have as many times 512 or 1,024 bytes. */
async function limited(home: ReturnType<typeof temporaryHome>, blocks: number, ...args: readonly string[]) {
  const line = `ulimit -f ${blocks}; exec "$@" 2>&1 | cat`;
  const { stdout } = await spawned(['bash', '-c', line, 'bash', runner, program, ...args], home.env);
  return stdout.split('\n').filter(each => each.startsWith('sitedeck:') || /^ +at /.test(each));
}

test.skipIf(process.platform === 'win32')(
  'what would be larger than a file may be is said in a line, and what is kept stays',
  async () => {
    const home = temporaryHome();
    const log = join(home.path, 'access.log');
    const lines = Array.from(
      { length: 3000 },
      (_, at) =>
        `203.0.113.${at % 250} - - [10/Nov/2026:08:00:00 +0000] "GET /page-${at} HTTP/1.1" 200 5 "-" "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0"\n`,
    );
    writeFileSync(log, lines.slice(0, 2).join(''));
    expect(await limited(home, 100_000, 'import', 'own.example.com', log)).toEqual([]);
    writeFileSync(log, lines.join(''));
    const file =
      'sites\\.sqlite could not be read or written: check the disk it is on, and how large a file may be \\(ulimit -f\\)\\.$';
    const said = [expect.stringMatching(new RegExp(`^sitedeck: \\S+${file}`))];
    expect(await limited(home, 200, 'import', 'other.example.com', log)).toEqual(said);
    expect(await limited(home, 200, 'logs', 'add', 'other.example.com', log)).toEqual(said);
    expect(await limited(home, 0, 'profile', 'use', 'demo')).toEqual([
      expect.stringMatching(
        /^sitedeck: \S+profiles\.json cannot be written: it would be larger than a file of this account may be, check {2}ulimit -f\.$/,
      ),
    ]);
    const { stdout } = await run(['--profile', 'logs', '--json', 'websites', 'list'], { home });
    expect(stdout).toContain('own.example.com');
  },
);
