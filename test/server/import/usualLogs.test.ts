import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { usualLogs } from '#server/import/follow/usualLogs.ts';
import { temporaryFolder } from '../serverFixture.ts';
import { line } from './importFixture.ts';

test('the logs of nginx, Apache and Caddy are found where these write them, with the website they tell of', () => {
  const root = temporaryFolder();
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const view = `${line('10/Nov/2026:08:00:00')}\n`;
  put('var/log/nginx/access.log', view);
  put('var/log/nginx/shop.example.com.access.log', view);
  put('var/log/nginx/shop.example.com.access.log.1', view);
  put('var/log/nginx/error.log', 'no\n');
  put(
    'var/log/apache2/other_vhosts_access.log',
    `www.two.example:80 ${view}two.example:443 ${view}x.example:80 ${view}`,
  );
  put('var/log/apache2/access.log', '');
  // The names of clients, looked up.
  put('var/log/httpd/access_log', `pc-7.isp.example${view.slice(view.indexOf(' '))}`);
  put('var/log/caddy/site.log', '{"request":{"remote_ip":"192.0.2.1","host":"three.example","uri":"/"}}\n');
  expect(usualLogs(root)).toEqual([
    { server: 'nginx', pattern: `${root}/var/log/nginx/access.log*`, domain: '' },
    {
      server: 'nginx',
      pattern: `${root}/var/log/nginx/shop.example.com.access.log*`,
      domain: 'shop.example.com',
    },
    { server: 'Apache', pattern: `${root}/var/log/apache2/other_vhosts_access.log*`, domain: 'two.example' },
    { server: 'Apache', pattern: `${root}/var/log/httpd/access_log*`, domain: '' },
    { server: 'Caddy', pattern: `${root}/var/log/caddy/site.log*`, domain: 'three.example' },
  ]);
  expect(usualLogs(join(root, 'nothing'))).toEqual([]);
});
