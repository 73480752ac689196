import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorLine, run, temporaryHome } from './fixture.ts';

const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
const line = (host: string, path: string) =>
  `${host} 203.0.113.9 - - [10/Mar/2026:10:00:00 +0000] "GET ${path} HTTP/1.1" 200 12 "-" "${agent}"\n`;
const views = (host: string, count: number) =>
  Array.from({ length: count }, (_, index) => line(host, `/${index}`)).join('');

test('import --each-host makes a website of each host, and says which wait', async () => {
  const home = temporaryHome();
  writeFileSync(join(home.path, 'access.log'), views('one.example', 21) + views('www.two.example', 20));
  writeFileSync(join(home.path, 'other.log'), views('three.example', 19) + views('192.0.2.7', 40));
  const imported = await run(['import', '--each-host', 'access.log', 'other.log'], { home });
  expect(imported.code).toBe(0);
  expect(imported.stdout).toContain(
    'Imported into 2 websites (2 new), 10 Mar 2026\n  21  one.example (new)\n  20  two.example (new)\n',
  );
  expect(imported.stdout).toContain('1 host of fewer than 20 page views waits');
  const more = await run(['import', '--each-host', '--min-views', '19', '-', '--json'], {
    home,
    stdin: views('three.example', 19),
  });
  expect(JSON.parse(more.stdout)).toMatchObject({
    websites: 1,
    created: 1,
    known: 19,
    domains: 'three.example',
  });
  const list = await run(['--profile', 'logs', 'websites', 'list', '--sort-by', 'domain', '--json'], {
    home,
  });
  expect(
    JSON.parse(list.stdout)
      .rows.map(({ domain }: { domain: string }) => domain)
      .toSorted(),
  ).toEqual(['one.example', 'three.example', 'two.example']);
});

test('what does not go together is wrong use, and a log without hosts is refused', async () => {
  const home = temporaryHome();
  writeFileSync(join(home.path, 'access.log'), line('one.example', '/').slice('one.example '.length));
  for (const [args, code, words] of [
    [['one.example'], 2, 'Name a log behind the domain'],
    [['one.example', 'access.log', '--host', 'x.example'], 2, '--host goes with --each-host'],
    [['--each-host', 'access.log', '--host', 'a b'], 2, 'give a host'],
    [['--each-host', 'access.log', '--recount', '--yes'], 2, '--recount goes with a DOMAIN'],
    [['--each-host', 'access.log'], 1, 'No line names a host'],
  ] as const) {
    const refused = await run(['import', ...args], { home });
    expect([args, refused.code]).toEqual([args, code]);
    expect(errorLine(refused)).toContain(words);
  }
});
