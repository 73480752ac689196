const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

/** A line of a log with its line feed: a page view of a visitor of its own, now or so many seconds ago. */
export function viewNow(visitor: number, path = '/', referrer = '-', ago = 0): string {
  const now = new Date(Date.now() - ago * 1000);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${two(now.getUTCDate())}/${months[now.getUTCMonth()]}/${now.getUTCFullYear()}`;
  const time = `${day}:${now.toISOString().slice(11, 19)} +0000`;
  return `203.0.113.${visitor} - - [${time}] "GET ${path} HTTP/1.1" 200 12 "${referrer}" "${agent}"\n`;
}
