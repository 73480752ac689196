/**
 * Milliseconds since 1970. SITEDECK_NOW, an ISO time, lets the clock stand still: pictures and tests of the demo then
 * come out the same on every day. A time that cannot be read is no time.
 */
export function clockOf(env: Readonly<Record<string, string | undefined>>): () => number {
  const fixed = Date.parse(env['SITEDECK_NOW'] ?? '');
  return Number.isNaN(fixed) ? Date.now : () => fixed;
}
