import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineClassifier } from '#logs/classify/LineClassifier.ts';
import { LineFields } from '#logs/classify/LineFields.ts';
import { isPrivateAddress, readHead } from '#logs/fields/clients.ts';
import { readLogLine } from '#logs/formats/textLines.ts';
import { newTarget } from '#logs/storage/targets.ts';
import { statisticCodes } from '#server/database/counts.ts';
import { temporaryFile } from '../../server/serverFixture.ts';
import { chrome, countsOf, importHere, line, pipedLines } from '../importFixture.ts';

const hosts = [
  'a.example',
  'WWW.a.example',
  'b.example:443',
  'intranet',
  '-',
  '203.0.113.5:80',
  'list,a.example',
];
const clients = ['192.0.2.1', '198.51.100.7', '192.0.2.66, 198.51.100.8', '2001:db8::1', 'pc-7.example.net'];
const users = ['- -', '- frank miller', '-', ''];

const heads = fc
  .tuple(
    fc.constantFrom('', ...hosts.map(host => `${host} `), ...clients.map(client => `${client} `)),
    fc.constantFrom(...clients, ...hosts),
    fc.constantFrom(...users),
  )
  .map(([first, second, user]) => `${first}${second} ${user}`);

/** Websites of which some share their exclusions, and one has its own. */
function openFields() {
  const targets = [{ ...newTarget('b.example'), exclude_ips: '192.0.2.1' }];
  const rules = { fewestViews: 0, mostWebsites: 200, patterns: [] };
  return new LineFields({ choice: { targets, rules }, key: 'secret', reading: {} });
}

test('a head means the same, whatever was known of its words', () => {
  fc.assert(
    fc.property(fc.array(heads, { minLength: 2, maxLength: 40 }), texts => {
      const fields = openFields();
      const isOwnHost = (host: string) => fields.sites.isKnownHost(host);
      for (const text of texts) {
        const line = readLogLine(`${text} [10/Nov/2026:08:00:00 +0000] "GET / HTTP/1.1" 200 1 "-" "Firefox"`);
        if (!line) throw new Error(text);
        const expected = readHead(line.head, { isTrusted: isPrivateAddress, isOwnHost });
        const found = fields.classify(line, false);
        const domain = expected?.host?.replace(/^www\./, '');
        const isWebsite = ['a.example', 'b.example', 'pc-7.example.net'].includes(domain ?? '');
        expect({
          text,
          name: found?.host.name,
          site: found?.host.site?.ownHosts.has(domain ?? ''),
          ...found?.client,
        }).toEqual({
          text,
          name: expected?.host,
          site: isWebsite ? true : undefined,
          ...(expected && {
            address: expected.address,
            isExcluded: domain === 'b.example' && expected.address === '192.0.2.1',
            place: 0,
            number: 0,
          }),
        });
      }
    }),
    { numRuns: 300 },
  );
});

test('what was not found has a text for each path and each link, not for both together', () => {
  const fields = new LineFields({ choice: { target: newTarget('a.example') }, key: 'secret', reading: {} });
  const classifier = new LineClassifier(fields, undefined);
  classifier.begin(undefined);
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
  const lines = ['/1', '/2', '/3', '/4'].flatMap(path =>
    ['b.example/x', 'c.example/y', 'a.example/z'].map(
      link =>
        `192.0.2.1 - - [10/Nov/2026:08:00:00 +0000] "GET ${path} HTTP/1.1" 404 0 "https://${link}" "${agent}"\n`,
    ),
  );
  const { texts } = classifier.push(Buffer.from(lines.join('')));
  expect(texts).toEqual({
    text: '/1b.examplec.example/z/2/3/4',
    lengths: Int32Array.of(2, 9, 9, 2, 2, 2, 2),
  });
});

test('a request with a whole address is of the website that it names, also where two exclude the same', () => {
  const rules = { fewestViews: 0, mostWebsites: 200, patterns: [] };
  const fields = new LineFields({ choice: { targets: [], rules }, key: 'secret', reading: {} });
  const sent = ['a.example', 'b.example'].map(host => {
    const text = `${host} 192.0.2.1 - - [10/Nov/2026:08:00:00 +0000] "POST http://a.example/form HTTP/1.1" 404 9 "-" "${chrome}"`;
    const line = readLogLine(text);
    const found = line && fields.classify(line, true);
    return (
      found && [fields.requestValue('bytes', line, found), fields.requestValue('not_found', line, found)]
    );
  });
  expect(sent).toEqual([
    ['/form', 'POST /form'],
    ['', ''],
  ]);
});

test('texts whose numbers begin anew, since they were too many, mean the same', async () => {
  const file = temporaryFile();
  const time = '10/Nov/2026:08:00:00';
  const referrer = 'https://news.example.org/';
  // More characters than are kept at once.
  const agents = Array.from({ length: 2_200 }, (_, at) => `${chrome} ${at} ${'x'.repeat(7_900)}`);
  const lines = agents.flatMap((agent, at) => {
    const others = [line(time, `/p${at % 3}`, { address: '91.12.3.5', agent, referrer })];
    if (at % 100 === 0)
      others.push(line(time, '/again', { address: '91.12.3.6' }), `example.com ${line(time, '/again')}`);
    return others;
  });
  await importHere(file, [pipedLines(lines)]);
  expect(countsOf(file, statisticCodes.visitors)).toEqual({ '': 2_202 });
  expect(countsOf(file, statisticCodes.page)).toEqual({ '/again': 44, '/p0': 734, '/p1': 733, '/p2': 733 });
  expect(countsOf(file, statisticCodes.referrer)).toEqual({ '': 2, 'news.example.org': 2_200 });
});

test('of new hosts only so many become websites', () => {
  const { sites } = openFields();
  const hosts = Array.from({ length: 2_001 }, (_, at) => `h${at}.example.org`);
  const found = hosts.map(host => sites.find(host));
  expect([found.indexOf(undefined), sites.crowdedOut]).toEqual([2_000, 1]);
  expect(sites.find('h0.example.org')).toBe(found[0]);
});

test('bytes are counted to the last one, also those beyond what a row holds in one number', async () => {
  const file = temporaryFile();
  const sizes = [2 ** 30 - 1, 2 ** 30, 2 ** 31 - 1, 5_000_000_001, 2 ** 40, 2 ** 40 + 1];
  const lines = sizes.map((size, at) => line('10/Nov/2026:08:00:00', `/${at}`).replace(' 512 ', ` ${size} `));
  await importHere(file, [pipedLines(lines)]);
  // What nobody sends is none.
  const counted = Object.fromEntries(sizes.slice(0, -1).map((size, at) => [`/${at}`, size]));
  expect(countsOf(file, statisticCodes.bytes)).toEqual(counted);
});
