import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineClassifier } from '#logs/classify/LineClassifier.ts';
import { LineFields } from '#logs/classify/LineFields.ts';
import { isPrivateAddress, readHead } from '#logs/fields/clients.ts';
import { readLogLine } from '#logs/formats/textLines.ts';
import { newTarget } from '#logs/storage/targets.ts';

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
          site: found?.host.site?.isOwnHost(domain ?? ''),
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
