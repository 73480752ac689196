import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeHome } from '../helpers/home.ts';
import { builtProgram } from '../helpers/program.ts';
import { startTerminal } from '../helpers/terminal.ts';

/** Loaded before the program: says what was loaded by the time that the first website is written. */
const spy = `
const { writeFileSync } = require('node:fs');
const { WriteStream } = require('node:tty');
const found = { segmenters: 0, emoji: 0 };
const { Segmenter } = Intl;
Intl.Segmenter = class extends Segmenter {
  constructor(...all) { super(...all); found.segmenters++; }
};
const { test } = RegExp.prototype;
RegExp.prototype.test = function (text) {
  if (this.source.includes('RGI_Emoji')) found.emoji++;
  return test.call(this, text);
};
const { write } = WriteStream.prototype;
const before = new Set(process.moduleLoadList);
WriteStream.prototype.write = function (data, ...rest) {
  if (String(data).includes('podcast.example.com') && found.modules === undefined) {
    found.modules = process.moduleLoadList.filter(name => !before.has(name) && name.startsWith('NativeModule '));
    writeFileSync(process.env.FOUND, JSON.stringify(found));
  }
  return write.call(this, data, ...rest);
};
`;

test.skipIf(!builtProgram.endsWith('.js'))(
  'a first frame waits for nothing that takes milliseconds to load',
  async () => {
    const home = makeHome();
    onTestFinished(() => home.remove());
    const [script, found] = [join(home.path, 'spy.cjs'), join(home.path, 'found.json')];
    writeFileSync(script, spy);
    const start = async () => {
      await using terminal = startTerminal({
        home,
        command: process.execPath,
        args: ['--require', script, builtProgram],
        env: { FOUND: found },
      });
      await terminal.waitFor('podcast.example.com', 60_000);
      terminal.press('q');
      await terminal.exit;
    };
    // The first start makes the demo.
    await start();
    await start();
    const { modules, ...used } = JSON.parse(readFileSync(found, 'utf8'));
    expect(used).toEqual({ segmenters: 0, emoji: 0 });
    const slow = ['crypto', 'child_process', 'https', 'http', 'tls', 'assert', 'internal/deps/undici/undici'];
    expect(slow.filter(name => modules.includes(`NativeModule ${name}`))).toEqual([]);
  },
);
