import { mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openUrl, osc52 } from '#terminal/desktop.ts';

const desktop = { platform: 'linux', ssh: false, env: { DISPLAY: ':0', PATH: '/nowhere' } } as const;

it('gives the address to xdg-open as one argument, and no key', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-browser-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = `#!/bin/sh\nprintf '%s\\n' "$#" "$1" "key=$SITEDECK_API_KEY" > ${folder}/making\nmv ${folder}/making ${folder}/made\n`;
  writeFileSync(join(folder, 'xdg-open'), script, { mode: 0o755 });
  const made = new Promise<void>(resolve => {
    const watcher = watch(folder, (_, name) => {
      if (name !== 'made') return;
      watcher.close();
      resolve();
    });
  });
  const env = { DISPLAY: ':0', PATH: `${folder}:/usr/bin:/bin`, SITEDECK_API_KEY: 'secret' };
  expect(await openUrl('https://shop.example.com/a;b?c=$(d)&e', { ...desktop, env })).toBeUndefined();
  await made;
  expect(readFileSync(join(folder, 'made'), 'utf8')).toBe('1\nhttps://shop.example.com/a;b?c=$(d)&e\nkey=\n');
});

it.each([
  ['https://a.example/', { ...desktop, ssh: true }, 'this is an SSH session'],
  ['https://a.example/', { ...desktop, env: { PATH: '/nowhere' } }, 'there is no display'],
  ['https://a.example/', desktop, 'xdg-open could not be started'],
  ['https://a.example/', { ...desktop, platform: 'darwin' }, 'open could not be started'],
  ['file:///etc/passwd', desktop, 'it is no web address'],
  ['javascript:alert(1)', desktop, 'it is no web address'],
] as const)('%s is not opened: %o', async (url, facts, reason) => {
  expect(await openUrl(url, facts)).toBe(reason);
});

describe('osc52', () => {
  it('writes base64 of UTF-8', () => {
    expect(osc52('hi')).toEqual({ sequence: '\x1b]52;c;aGk=\x07' });
    expect(osc52('é')).toEqual({ sequence: '\x1b]52;c;w6k=\x07' });
  });

  it('reaches through tmux, bare and wrapped', () => {
    expect(osc52('hi', { multiplexer: 'tmux' })).toEqual({
      sequence: '\x1b]52;c;aGk=\x07\x1bPtmux;\x1b\x1b]52;c;aGk=\x07\x1b\\',
    });
  });

  it('reaches through screen in pieces of 76', () => {
    expect(osc52('hi', { multiplexer: 'screen' })).toEqual({ sequence: '\x1bP\x1b]52;c;aGk=\x07\x1b\\' });
    // 60 letters are 80 of base64: with 7 in front and 1 behind, 88 in all.
    const base64 = 'eHh4'.repeat(20);
    expect(osc52('x'.repeat(60), { multiplexer: 'screen' })).toEqual({
      sequence: `\x1bP\x1b]52;c;${base64.slice(0, 69)}\x1b\\\x1bP${base64.slice(69)}\x07\x1b\\`,
    });
  });

  it('takes as much as terminals do', () => {
    expect(osc52('x'.repeat(74_994))).toHaveProperty('sequence');
    expect(osc52('x'.repeat(74_995))).toEqual({
      error: 'Too long to copy: 74,995 bytes, and terminals take 74,994. Export it to a file instead.',
    });
    expect(osc52('éé', { maxBytes: 3 })).toHaveProperty('error');
  });

  it('does not empty the clipboard', () => {
    expect(osc52('')).toEqual({ error: 'There is nothing to copy.' });
  });
});
