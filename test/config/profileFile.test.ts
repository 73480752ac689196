import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { changeProfileFile, profileFilePath, readProfileFile } from '#config/profileFile.ts';
import { runApiKeyCommand } from '#config/apiKeyCommand.ts';
import { isProfileName } from '#config/profileSchema.ts';

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return profileFilePath(folder);
}

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

test('names are safe in a shell and in an object', () => {
  for (const name of ['work', 'stats.example.com', 'A-1_b', 'x'.repeat(40)])
    expect(isProfileName(name)).toBe(true);
  for (const name of ['', '-x', '.x', '__proto__', 'a b', 'a;b', '$(x)', 'é', 'x'.repeat(41)])
    expect(isProfileName(name)).toBe(false);
});

test('a command that does not end is ended, with all it started', async () => {
  const started = performance.now();
  await expect(runApiKeyCommand('sleep 60 | sleep 60', 200)).rejects.toThrow(/did not end within 1 s/);
  expect(performance.now() - started).toBeLessThan(5_000);
});

test('a command has no terminal and no input to wait for', async () => {
  expect(await runApiKeyCommand('cat; echo key')).toBe('key');
  await expect(runApiKeyCommand('echo k; read x </dev/tty')).rejects.toThrow(/failed with/);
});

test('a command that prints without end is stopped', async () => {
  await expect(runApiKeyCommand('yes secret')).rejects.toThrow(/printed far too much/);
});
