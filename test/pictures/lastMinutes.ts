const pages = [
  '/',
  '/sale',
  '/products/walnut-desk',
  '/',
  '/cart',
  '/products/felt-lamp',
  '/checkout',
  '/collections/new',
];
const referrers = [
  '-',
  'https://www.google.com/',
  '-',
  'https://l.instagram.com/',
  '-',
  'https://www.bing.com/',
];
/** Where many come from at once, and what they read. */
const talkedAbout = ['/products/walnut-desk', 'https://news.ycombinator.com/item'] as const;
/** Page views of each minute: as usual, then many more. */
const before = [7, 9, 6, 8, 11, 9, 7, 10, 8, 6, 9, 12, 8, 7, 9, 10, 8, 11, 9, 8];
const views = [...before, 14, 23, 31, 36, 33, 38, 34, 29, 31, 27, 18];
const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

/** An access log of the last half hour of a day in November 2026, with a link that many follow from ten minutes ago on. */
export function lastMinutes(lastMinute: number): string {
  let count = 0;
  return views
    .flatMap((most, at) =>
      Array.from({ length: most }, (_, view) => {
        count += 1;
        const seconds = Math.floor((view * (at === views.length - 1 ? 40 : 60)) / most);
        const time = new Date(((lastMinute - views.length + 1 + at) * 60 + seconds) * 1000).toISOString();
        const [page, referrer] =
          at >= before.length && view % 5 > 1
            ? talkedAbout
            : [pages[count % pages.length], referrers[count % referrers.length]];
        const visitor = `203.0.113.${(count * 7) % 250}`;
        return `${visitor} - - [${time.slice(8, 10)}/Nov/2026:${time.slice(11, 19)} +0000] "GET ${page} HTTP/1.1" 200 5120 "${referrer}" "${agent}"\n`;
      }),
    )
    .join('');
}
