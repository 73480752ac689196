import { mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openUrl } from '#terminal/desktop.ts';

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
