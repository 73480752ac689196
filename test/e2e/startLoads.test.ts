import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cachedCode, ownCompileCache } from '../helpers/cachedCode.ts';
import { distantService, useService } from '../helpers/distantService.ts';
import type { Home } from '../helpers/home.ts';
import { builtProgram } from '../helpers/program.ts';
import { startTerminal } from '../helpers/terminal.ts';
import { temporaryDemo, temporaryHome } from '../helpers/temporaryHome.ts';

/** Loaded before the program: says what was loaded by the time that the first website is written. */
const spy = `
const fs = require('node:fs');
const { basename } = require('node:path');
const { WriteStream } = require('node:tty');
const found = { segmenters: 0, emoji: 0, cleaned: 0, chunks: [] };
const { Segmenter } = Intl;
Intl.Segmenter = class extends Segmenter {
  constructor(...all) { super(...all); found.segmenters++; }
};
const { test } = RegExp.prototype;
RegExp.prototype.test = function (text) {
  if (this.source.includes('RGI_Emoji')) found.emoji++;
  if (this.source.includes('Default_Ignorable')) found.cleaned++;
  return test.call(this, text);
};
const { readFileSync } = fs;
fs.readFileSync = function (path, ...rest) {
  if (String(path).endsWith('.js')) found.chunks.push(basename(path));
  return readFileSync.call(this, path, ...rest);
};
const { write } = WriteStream.prototype;
const before = new Set(process.moduleLoadList);
WriteStream.prototype.write = function (data, ...rest) {
  if (String(data).includes('podcast.example.com') && found.modules === undefined) {
    found.modules = process.moduleLoadList.filter(name => !before.has(name) && name.startsWith('NativeModule '));
    fs.writeFileSync(process.env.FOUND, JSON.stringify(found));
  }
  return write.call(this, data, ...rest);
};
`;

/** What a first frame waits for, which takes milliseconds to load. */
const slow = ['child_process', 'https', 'http', 'tls', 'assert', 'internal/deps/undici/undici'];

/** Looks at the second start of the profile in use: the first one leaves its compiled code, and what is kept of a service. */
async function expectNothingSlow(home: Home): Promise<void> {
  const [script, found] = [join(home.path, 'spy.cjs'), join(home.path, 'found.json')];
  writeFileSync(script, spy);
  // Of the first start.
  let compiled: ReturnType<typeof cachedCode> = {};
  for (let start = 0; start < 2; start += 1) {
    await using terminal = startTerminal({
      home,
      command: process.execPath,
      args: ['--require', script, builtProgram],
      env: { FOUND: found, ...ownCompileCache },
    });
    await terminal.waitFor('  13 websites, sums of daily visitors', 60_000);
    terminal.press('q');
    await terminal.exit;
    if (start === 0) compiled = cachedCode(home);
    expect(Object.keys(compiled).length).toBeGreaterThan(2);
    // The program draws the first frame itself.
    rmSync(join(home.path, 'data', 'sitedeck', 'seen', '.frames'), { recursive: true, force: true });
  }
  const { modules, chunks, ...used } = JSON.parse(readFileSync(found, 'utf8'));
  expect(used).toEqual({ segmenters: 0, emoji: 0, cleaned: 0 });
  // All of it could be used: the flags of V8 were those of the start before.
  expect(cachedCode(home)).toMatchObject(compiled);
  expect(slow.filter(name => modules.includes(`NativeModule ${name}`))).toEqual([]);
  expect(chunks).toContain('screens.js');
  expect(chunks).not.toContain('views.js');
  expect(chunks).not.toContain('remote.js');
  expect(chunks).not.toContain('drawPicture.js');
}

const isOneFile = !builtProgram.endsWith('.js');

test.skipIf(isOneFile)('a first frame waits for nothing that takes milliseconds to load', async () => {
  const home = await temporaryDemo({ isNew: true });
  await expectNothingSlow(home);
});

test.skipIf(isOneFile)('nor does that of what was last seen of a service elsewhere', async () => {
  const service = await distantService();
  onTestFinished(() => service.close());
  const home = temporaryHome();
  useService(home, service);
  await expectNothingSlow(home);
});
