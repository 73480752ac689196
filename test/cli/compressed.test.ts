import { expect, test } from 'vitest';
import { compressors, hardList, startClosing } from '../helpers/compressed.ts';
import { apiKey, errorLine, run } from './fixture.ts';

const ask = (url: string, ...args: string[]) =>
  run(args, { env: { SITEDECK_URL: url, SITEDECK_API_KEY: apiKey } });

test.each(Object.entries(compressors))(
  'an answer in %s that closes its connection does not end the program',
  async (name, compress) => {
    for (const bytes of [400_000, 1_000_000, 2_500_000]) {
      const url = await startClosing(compress(hardList(bytes)), name);
      const { code, stdout, stderr } = await ask(url, 'websites', 'list', '--format', 'csv');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout.trimEnd().split('\n')).toHaveLength(1 + Math.ceil(bytes / 600));
    }
  },
);

test('one that is no answer to a write says that the change may have been saved', async () => {
  const url = await startClosing(
    compressors.gzip(hardList(1_000_000)).subarray(0, 600_000),
    'gzip',
    '201 Created',
  );
  const ran = await ask(url, 'websites', 'create', 'one.example');
  expect(errorLine(ran)).toBe(
    'sitedeck: The answer has a broken encoding: check the address, or a proxy on the way. The change may have been saved.',
  );
  expect(ran.code).toBe(1);
});
