import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { KnownFields } from '#logs/classify/KnownFields.ts';
import { CountedSite, SharedFields } from '#logs/classify/sites.ts';
import { HostSites } from '#logs/fields/SiteRules.ts';
import { isPrivateAddress } from '#logs/fields/addresses.ts';
import { Clients, readHead } from '#logs/fields/clients.ts';
import { readLogLine } from '#logs/formats/combined.ts';
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
  const isTrusted = isPrivateAddress;
  const shared = new Map([
    [null, new SharedFields(8_000_000)],
    ['192.0.2.1', new SharedFields(8_000_000)],
  ]);
  let number = 0;
  const known = [{ ...newTarget('b.example'), exclude_ips: '192.0.2.1' }];
  const rules = { fewestViews: 0, mostWebsites: 200, patterns: [] };
  const sites = new HostSites(known, rules, (domain, target = newTarget(domain)) => {
    const fields = shared.get(target.exclude_ips) ?? new SharedFields(8_000_000);
    return new CountedSite(target, number++, 'secret', fields);
  });
  const headRules = { isTrusted, isOwnHost: sites.isKnownHost };
  return {
    fields: new KnownFields(new Clients({ sites, isTrusted, clientField: undefined }, undefined)),
    headRules,
  };
}

test('a head means the same, whatever was known of its words', () => {
  fc.assert(
    fc.property(fc.array(heads, { minLength: 2, maxLength: 40 }), texts => {
      const { fields, headRules } = openFields();
      for (const text of texts) {
        const line = readLogLine(`${text} [10/Nov/2026:08:00:00 +0000] "GET / HTTP/1.1" 200 1 "-" "Firefox"`);
        if (!line) throw new Error(text);
        const { host, client } = fields.head(line);
        const expected = readHead(line.head, headRules);
        const domain = expected?.host?.replace(/^www\./, '');
        const isWebsite = ['a.example', 'b.example', 'pc-7.example.net'].includes(domain ?? '');
        expect({ text, name: host.name, site: host.site?.isOwnHost(domain ?? ''), ...client }).toEqual({
          text,
          name: expected?.host,
          site: isWebsite ? true : undefined,
          address: expected?.address ?? '',
          isExcluded: domain === 'b.example' && expected?.address === '192.0.2.1',
          place: 0,
          number: 0,
        });
      }
    }),
    { numRuns: 300 },
  );
});
