import { afterEach, expect, test } from 'vitest';
import { machineTimeZone } from '#config/profile/profiles.ts';
import { setOwnZone } from '#model/period/day.ts';

const before = process.env['TZ'];

afterEach(() => {
  process.env['TZ'] = before;
  setOwnZone('UTC');
});

/** What Node itself takes for the machine's zone; undefined in place of "Etc/Unknown". */
function ofNode(): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return timeZone === 'Etc/Unknown' ? undefined : timeZone;
}

test('every zone that TZ can name is the one of Intl', () => {
  const wrong = Intl.supportedValuesOf('timeZone').filter(zone => {
    process.env['TZ'] = zone;
    return machineTimeZone() !== ofNode();
  });
  expect(wrong).toEqual([]);
});

test.each([
  'Etc/UTC',
  'GMT',
  'Etc/GMT+0',
  'Zulu',
  'EST5EDT',
  ':/etc/localtime',
  'Mars/Olympus',
  '../../etc/passwd',
  '',
])('TZ=%s is what Node takes it for', setting => {
  process.env['TZ'] = setting;
  expect(machineTimeZone()).toBe(ofNode() ?? 'UTC');
});

test('without TZ it is the zone of the machine', () => {
  delete process.env['TZ'];
  expect(machineTimeZone()).toBe(ofNode() ?? 'UTC');
});
