import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serveKey } from '#cli/logs/serve.ts';
import { defaultChoices, openChoices } from '#config/choices.ts';
import { ProcessLock } from '#system/processLock.ts';
import {
  changeProfileFile,
  isProfileName,
  profileFilePath,
  readProfileFile,
} from '#config/profile/profiles.ts';
import { ownIdentity } from '../helpers/serviceIdentity.ts';
import { temporaryFolder } from '../helpers/temporaryFolder.ts';

const temporaryFile = () => profileFilePath(temporaryFolder());

test('no file is no profiles, and nothing is written to find that out', () => {
  const path = temporaryFile();
  expect(readProfileFile(path)).toEqual({ version: 1, profiles: {} });
  expect(readdirSync(join(path, '..'))).toEqual([]);
});

test('a change that fails leaves the file, and beside it only the empty lock', () => {
  const path = temporaryFile();
  changeProfileFile(path, file => ({ ...file, current: 'demo' }));
  const before = readFileSync(path, 'utf8');
  const failing = () => {
    throw new Error('no');
  };
  expect(() => changeProfileFile(path, failing)).toThrow('no');
  expect(readFileSync(path, 'utf8')).toBe(before);
  expect(readdirSync(join(path, '..'))).toEqual(['profiles.json', 'profiles.json.lock']);
  expect(readFileSync(`${path}.lock`, 'utf8')).toBe('');
});

test('a lock that a program left behind is not for ever', () => {
  const path = temporaryFile();
  writeFileSync(`${path}.lock`, '');
  utimesSync(`${path}.lock`, 1, 1);
  changeProfileFile(path, file => ({ ...file, current: 'logs' }));
  expect(readProfileFile(path).current).toBe('logs');
});

test('while another program changes the file it is not even read', () => {
  const path = temporaryFile();
  const lock = ProcessLock.take(`${path}.lock`);
  onTestFinished(() => lock?.release());
  // Half of what the other one writes: read now, it would be refused as damaged.
  writeFileSync(path, '{"version":1,', { mode: 0o600 });
  expect(() => changeProfileFile(path, file => file)).toThrow(
    'Another sitedeck is writing its settings: try again.',
  );
});

/** A file with two services, damaged in 46 ways: by where it is cut, zeroed or has a stray character. */
test('whatever happened to the file, no change loses what it has', () => {
  const path = temporaryFile();
  const profiles = {
    work: { url: 'https://stats.example.com', apiKey: 'sk-first' },
    home: { url: 'https://home.example.com', apiKey: 'sk-second', note: 'of a later version' },
  };
  const whole = `${JSON.stringify({ version: 1, current: 'work', profiles }, null, 2)}\n`;
  const changed = whole.replace('"current": "work"', '"current": "home"').replaceAll('}', '');
  const at = (part: number) => Math.floor((whole.length * part) / 15);
  const places = Array.from({ length: 15 }, (_, part) => at(part));
  const damages = [
    ...places.map(place => whole.slice(0, place)),
    ...places.map(place => `${whole.slice(0, place)}${'\0'.repeat(8)}${whole.slice(place + 8)}`),
    ...places.map(place => `${whole.slice(0, place)}}${whole.slice(place)}`),
    `\ufeff${whole}`,
  ];
  expect(damages).toHaveLength(46);
  const lost = damages.filter(damaged => {
    writeFileSync(path, damaged, { mode: 0o600 });
    const refused = errorOf(() => changeProfileFile(path, file => ({ ...file, current: 'home' })));
    if (refused !== undefined) return readFileSync(path, 'utf8') !== damaged;
    // A stray character may stand inside a text.
    return readFileSync(path, 'utf8').replaceAll('}', '') !== changed;
  });
  expect(lost).toEqual([]);
});

function errorOf(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}

test('whatever the text of the file, it is read or refused in one line, and never changed', () => {
  const path = temporaryFile();
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({ version: fc.integer({ max: 3 }), profiles: fc.dictionary(fc.string(), fc.object()) })
      .map(value => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(text, content => {
      writeFileSync(path, content, { mode: 0o600 });
      const refused = [() => readProfileFile(path), () => changeProfileFile(path, file => file)].map(errorOf);
      if (refused[0] === undefined) return;
      for (const error of refused)
        expect(error).toMatchObject({ name: 'ConfigError', message: expect.stringMatching(/^[^\n]+$/) });
      expect(readFileSync(path, 'utf8')).toBe(content);
    }),
    { numRuns: 300 },
  );
});

test.each([0o640, 0o620, 0o604, 0o602])(
  'a file of mode %o is not used: others can read or write it',
  mode => {
    const path = temporaryFile();
    writeFileSync(path, '{"version":1,"profiles":{}}');
    chmodSync(path, mode);
    const message = `Other people on this machine can read ${path}, where API keys are: run  chmod 600 ${path}`;
    expect(() => readProfileFile(path)).toThrow(message);
    expect(() => changeProfileFile(path, file => file)).toThrow(message);
  },
);

test('a file of more than a million bytes is not read', () => {
  const path = temporaryFile();
  const start = '{"version":1,"profiles":{}}';
  writeFileSync(path, start.padEnd(1_000_000), { mode: 0o600 });
  expect(readProfileFile(path)).toEqual({ version: 1, profiles: {} });
  writeFileSync(path, start.padEnd(1_000_001));
  expect(() => readProfileFile(path)).toThrow(`${path} is far too large: move it away.`);
});

test('names are safe in a shell and in an object', () => {
  for (const name of ['work', 'stats.example.com', 'A-1_b', 'x'.repeat(40)])
    expect(isProfileName(name)).toBe(true);
  for (const name of ['', '-x', '.x', '__proto__', 'a b', 'a;b', '$(x)', 'é', 'x'.repeat(41)])
    expect(isProfileName(name)).toBe(false);
});

test('a profile of the name that a record leaves out is refused, not left out', () => {
  const path = temporaryFile();
  writeFileSync(path, '{"version":1,"profiles":{"__proto__":{"url":"https://a.example"}}}', { mode: 0o600 });
  expect(() => readProfileFile(path)).toThrow(`${path}: profiles has the name __proto__.`);
});

/** Of an account that is not this one: root gives it away, others use one of root's. */
function somebodyElses(path: string): void {
  if (process.getuid?.() !== 0) return symlinkSync('/etc/passwd', path);
  writeFileSync(path, '{"version":1,"profiles":{}}', { mode: 0o600 });
  chownSync(path, 12_345, 12_345);
}

test('a file of another account is not used, nor written over', () => {
  const path = temporaryFile();
  somebodyElses(path);
  const before = readFileSync(path, 'utf8');
  const isRoot = process.getuid?.() === 0;
  const message = isRoot
    ? `${path} belongs to another account (12345), so nothing in it is used: run this as that account, or set XDG_CONFIG_HOME to a folder of root.`
    : `${path} belongs to another account (0), so nothing in it is used: move it away, or set XDG_CONFIG_HOME to a folder of your own.`;
  expect(() => readProfileFile(path)).toThrow(message);
  expect(() => changeProfileFile(path, file => file)).toThrow(message);
  expect(readFileSync(path, 'utf8')).toBe(before);
});

test('sudo that keeps the home is told: its settings are those of whoever called it', ({ skip }) => {
  skip(process.getuid?.() !== 0, 'only root can give a file away');
  const path = temporaryFile();
  somebodyElses(path);
  vi.stubEnv('SUDO_UID', '12345');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(() => readProfileFile(path)).toThrow(
    `${path} belongs to the account that called sudo, so nothing in it is used: leave out sudo, or call  sudo -H  for settings of root.`,
  );
  // And another one's is another one's.
  vi.stubEnv('SUDO_UID', '1234');
  expect(() => readProfileFile(path)).toThrow('belongs to another account (12345)');
});

test('nothing is written into the folder of another account: neither of the two could use it', ({ skip }) => {
  skip(process.getuid?.() !== 0, 'only root can give a folder away');
  const path = temporaryFile();
  const folder = dirname(path);
  chownSync(folder, 12_345, 12_345);
  const message = `${folder} belongs to another account (12345), so no file in it is used: run this as that account, or set XDG_CONFIG_HOME to a folder of root.`;
  expect(readProfileFile(path).profiles).toEqual({});
  expect(() => changeProfileFile(path, file => ({ ...file, current: 'demo' }))).toThrow(message);
  expect(() => serveKey({}, { config: folder }, '127.0.0.1')).toThrow(message);
  expect(readdirSync(folder)).toEqual([]);
});

test('in a folder that others can write no file is used, unless it is a sticky one', () => {
  const path = temporaryFile();
  writeFileSync(path, '{"version":1,"profiles":{}}', { mode: 0o600 });
  const folder = dirname(path);
  for (const mode of [0o777, 0o770, 0o702]) {
    chmodSync(folder, mode);
    expect(() => readProfileFile(path)).toThrow(
      `Others can replace files in ${folder}, so none is used: run  chmod go-w ${folder}`,
    );
  }
  for (const mode of [0o1777, 0o755, 0o700]) {
    chmodSync(folder, mode);
    expect(readProfileFile(path)).toEqual({ version: 1, profiles: {} });
  }
  // A link to it from a safe folder is no way round.
  const link = temporaryFile();
  symlinkSync(path, link);
  expect(readProfileFile(link)).toEqual({ version: 1, profiles: {} });
  chmodSync(folder, 0o777);
  expect(() => readProfileFile(link)).toThrow(`Others can replace files in ${folder}`);
});

test('a pipe, a device, a socket or a folder in the place of the file is told at once', async () => {
  const refusal = (path: string) => [
    () => readProfileFile(path),
    () => changeProfileFile(path, file => file),
  ];
  const path = temporaryFile();
  execFileSync('mkfifo', ['-m', '600', path]);
  for (const use of refusal(path)) expect(use).toThrow('it is no ordinary file, move it away.');
  for (const device of ['/dev/zero', '/dev/null', '/dev/tty']) {
    const link = temporaryFile();
    symlinkSync(device, link);
    for (const use of refusal(link)) expect(use).toThrow(/cannot be read: /);
  }
  const socket = temporaryFile();
  const server = createServer().listen(socket);
  await once(server, 'listening');
  for (const use of refusal(socket)) expect(use).toThrow('it is no ordinary file, move it away.');
  server.close();
  const folder = temporaryFile();
  mkdirSync(folder);
  for (const use of refusal(folder)) expect(use).toThrow('it is a folder, move it away.');
});

test('a pipe in the place of the lock, of the choices or of a key is told at once too', () => {
  const path = temporaryFile();
  execFileSync('mkfifo', ['-m', '600', `${path}.lock`]);
  expect(() => changeProfileFile(path, file => file)).toThrow('it is no ordinary file, move it away.');
  execFileSync('mkfifo', ['-m', '600', join(dirname(path), 'choices.json')]);
  expect(openChoices(dirname(path), ownIdentity('demo')).saved).toEqual(defaultChoices);
  execFileSync('mkfifo', ['-m', '600', join(dirname(path), 'serve-key')]);
  expect(() => serveKey({}, { config: dirname(path) }, '127.0.0.1')).toThrow('it is no ordinary file');
});
