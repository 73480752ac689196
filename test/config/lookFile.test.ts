import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { defaultChoices, openChoices, openLook } from '#config/choices.ts';
import { givenIdentity } from '../helpers/serviceIdentity.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'sitedeck-look-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const written = (path: string): unknown => JSON.parse(readFileSync(join(path, 'choices.json'), 'utf8'));

test('the theme is one for all services, the background one for each terminal; what was chosen for a service stays', () => {
  const path = folder();
  const choices = openChoices(path, givenIdentity('https://a.example'));
  choices.save({ ...defaultChoices, sortBy: 'change' });
  choices.flush();
  openLook(path, 'xterm').saveTheme('dark');
  openLook(path, 'xterm').saveBackground([1, 2, 3]);
  openLook(path, 'kitty').saveBackground([4, 5, 6]);
  expect(openLook(path, 'xterm')).toMatchObject({ theme: 'dark', background: [1, 2, 3] });
  expect(openLook(path, 'kitty')).toMatchObject({ theme: 'dark', background: [4, 5, 6] });
  expect(openLook(path, 'other').background).toBeUndefined();
  expect(openChoices(path, givenIdentity('https://a.example')).saved.sortBy).toBe('change');
  choices.save(defaultChoices);
  choices.flush();
  expect(openLook(path, 'xterm')).toMatchObject({ theme: 'dark', background: [1, 2, 3] });
});

test('without a file, and in one whose values are nothing known, it is auto without a background', () => {
  const path = folder();
  expect(openLook(path, 'xterm')).toMatchObject({ theme: 'auto', background: undefined });
  const broken = {
    theme: 'mauve',
    backgrounds: { xterm: [1, 2], kitty: [1, 2, 300], foot: 'red', rxvt: [7, 8, 9] },
  };
  writeFileSync(join(path, 'choices.json'), JSON.stringify({ version: 1, services: {}, ...broken }));
  expect(openLook(path, 'xterm')).toMatchObject({ theme: 'auto', background: undefined });
  expect(openLook(path, 'kitty').background).toBeUndefined();
  expect(openLook(path, 'foot').background).toBeUndefined();
  expect(openLook(path, 'rxvt').background).toEqual([7, 8, 9]);
  for (const name of ['constructor', '__proto__', 'toString'])
    expect([name, openLook(path, name).background]).toEqual([name, undefined]);
});

test('a file of a newer version is not written over', () => {
  const path = folder();
  writeFileSync(join(path, 'choices.json'), '{"version":2}');
  openLook(path, 'xterm').saveTheme('dark');
  expect(written(path)).toEqual({ version: 2 });
});

test('only the last twenty terminals are kept', () => {
  const path = folder();
  for (let number = 0; number < 25; number++)
    openLook(path, `terminal-${number}`).saveBackground([number, 0, 0]);
  expect(openLook(path, 'terminal-4').background).toBeUndefined();
  expect(openLook(path, 'terminal-5').background).toEqual([5, 0, 0]);
  expect(openLook(path, 'terminal-24').background).toEqual([24, 0, 0]);
});
