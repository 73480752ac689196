import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import manifest from '../../package.json' with { type: 'json' };

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.optional(z.string()),
      integrity: z.optional(z.string()),
      resolved: z.optional(z.string()),
      hasInstallScript: z.optional(z.boolean()),
    }),
  ),
});

const { packages } = lockFile.parse(
  JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')),
);
const entries = Object.entries(packages).filter(([place]) => place !== '');

test('of every package the lock file has the sum that npm checks it by', () => {
  expect(entries.length).toBeGreaterThan(100);
  const sum = /^sha512-[\w+/]{86}==$/;
  expect(entries.filter(([, { integrity = '' }]) => !sum.test(integrity)).map(([place]) => place)).toEqual(
    [],
  );
});

test('it names no other registry than the public one', () => {
  const elsewhere = entries.filter(
    ([, { resolved }]) => resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'),
  );
  expect(elsewhere).toEqual([]);
});

test('only packages that are allowed to run a script when they are installed', () => {
  const running = entries.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  expect(running.map(([place]) => place.replace('node_modules/', ''))).toEqual(
    expect.arrayContaining(Object.keys(manifest.allowScripts)),
  );
});
