/** What the lines of accessLogs.ts are made of; the first of a list is picked most. */
const topics = ['shoes', 'coats', 'hats', 'bags', 'socks', 'scarves', 'belts', 'gloves'];
export const pages = [
  '/',
  ...topics.map(topic => `/${topic}/`),
  '/cart',
  '/checkout',
  '/about',
  ...Array.from({ length: 2_000 }, (_, index) => `/${topics[index % 8] ?? ''}/item-${1000 + index}.html`),
];
export const assets = Array.from(
  { length: 300 },
  (_, index) => `/static/${index}.${['webp', 'js', 'css', 'woff2'][index % 4]}`,
);
export const campaigns = ['autumn-sale', 'newsletter-41', 'newsletter-42', 'win%20back', 'black+friday'];
export const referrers = [
  '-',
  'https://www.google.com/',
  'https://www.bing.com/',
  'https://duckduckgo.com/',
  'https://l.instagram.com/?u=https%3A%2F%2Fshop.example.com%2F',
  'https://news.example.org/best-coats?id=7',
  'android-app://com.google.android.gm/',
  ...Array.from({ length: 400 }, (_, index) => `https://blog-${index}.example.net/post/${index}`),
];
export const bots = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  'curl/8.5.0',
];
/** {v} and {s} stand for versions. */
export const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{v} Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/{s} Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{v} Mobile Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/{s} Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.{s}',
  'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{v} Safari/537.36 Edg/{v}',
  'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/{s} Mobile/15E148 Safari/604.1',
];
