import { expect, test, vi } from 'vitest';
import { authorize } from '#server/answerer.ts';

const key = 'a-key-of-sixteen-characters';

function isLetIn(authorization: string | undefined): boolean {
  const headers = new Headers(authorization === undefined ? {} : { authorization });
  try {
    authorize(new Request('http://localhost/', { headers }), key);
    return true;
  } catch {
    return false;
  }
}

test('a key is compared in constant time, whatever its length, and in no other way', () => {
  const compare = vi.spyOn(process.getBuiltinModule('node:crypto'), 'timingSafeEqual');
  try {
    const wrong = ['', 'a', key.slice(0, -1), `${key}x`, key.toUpperCase(), 'x'.repeat(10_000), 'ä'];
    const headers = [
      undefined,
      '',
      'Bearer',
      key,
      `Basic ${key}`,
      ...wrong.map(each => `Bearer ${each}`),
    ].filter(
      // What HTTP cannot send.
      header => header !== undefined,
    );
    for (const header of [...headers, undefined]) expect(isLetIn(header)).toBe(false);
    expect(isLetIn(`Bearer ${key}`)).toBe(true);
    // Digests are of one length, so that the length of the key takes no other time either.
    expect(compare).toHaveBeenCalledTimes(headers.length + 2);
    for (const [sent, wanted] of compare.mock.calls)
      expect([sent.byteLength, wanted.byteLength]).toEqual([32, 32]);
  } finally {
    compare.mockRestore();
  }
});
