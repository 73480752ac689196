import { alps, latin, world } from './markets.ts';
import * as rhythm from './rhythms.ts';
import { paths, type Site } from './Site.ts';

export const journal: Site = {
  domain: 'blog.example.com',
  addedBefore: 300,
  rhythm: {
    visitors: 330,
    yearlyGrowth: 0.12,
    weekdays: rhythm.workingWeek,
    months: rhythm.evenYear,
    hours: rhythm.worldHours,
    spike: 9,
  },
  content: {
    pages:
      paths(`/ /2026/tabs-are-not-a-place /2025/the-last-cookie /2025/a-terminal-is-enough /2024/sqlite-on-a-ferry
      /2026/what-bots-read /2025/slow-pages /2024/how-we-name-things /2023/counting-without-watching /archive
      /2023/hello /2024/one-year-on-call /about /feed.xml`),
    innerPages: paths('/tags/databases /tags/terminal /page/2'),
    pagesPerSession: 1.4,
    referrers: {
      '': 34,
      'www.google.com': 26,
      'news.ycombinator.com': 8,
      'lobste.rs': 5,
      'www.reddit.com': 6,
      'duckduckgo.com': 6,
      'mastodon.social': 5,
      'feedly.com': 4,
    },
    spikeReferrer: 'news.ycombinator.com',
    campaigns: { digest: 0.04 },
    events: { 'subscribe::': 0.011, 'share::': 0.008 },
  },
  readership: 'developers',
  countries: world,
};

/** Reads a lot from bots, which it does not exclude. */
export const kitchen: Site = {
  domain: 'kitchen-notes.example',
  addedBefore: 520,
  settings: { exclude_bots: 0 },
  rhythm: {
    visitors: 1150,
    yearlyGrowth: 0.08,
    weekdays: rhythm.weekendWeek,
    months: rhythm.kitchenYear,
    hours: rhythm.eveningHours,
    spike: 2.5,
  },
  content: {
    pages:
      paths(`/ /recetas/tortilla-de-patatas /recetas/pan-de-masa-madre /recetas/gazpacho /recetas/arroz-con-leche
      /recetas/croquetas /recetas/crème-brûlée /recetas/lentejas /recetas/mole-poblano /recetas/empanadas
      /recetas/paella /recetas/churros /recetas/ceviche /semanal /recetas/turrón`),
    innerPages: paths('/buscar /favoritos /recetas'),
    pagesPerSession: 1.9,
    referrers: {
      '': 22,
      'www.google.com': 46,
      'www.pinterest.com': 19,
      'l.instagram.com': 8,
      'l.facebook.com': 5,
      'www.bing.com': 2,
    },
    spikeReferrer: 'www.pinterest.com',
    campaigns: { boletín: 0.03, navidad: 0.02 },
    events: { 'print-recipe::': 0.05, 'save-recipe::': 0.08, 'newsletter::': 0.01 },
  },
  readership: 'everyoneAndBots',
  countries: latin,
};

/** The one that died: its counter was removed a few weeks ago. */
export const forum: Site = {
  domain: 'old-forum.example',
  addedBefore: 700,
  rhythm: {
    visitors: 120,
    yearlyGrowth: -0.25,
    weekdays: rhythm.evenWeek,
    months: rhythm.evenYear,
    hours: rhythm.eveningHours,
    closes: -12,
  },
  content: {
    pages: paths(`/ /viewforum.php?f=2 /viewtopic.php?t=1841 /viewtopic.php?t=977 /viewtopic.php?t=2203
      /viewforum.php?f=5 /viewtopic.php?t=64 /memberlist.php`),
    innerPages: paths('/posting.php /ucp.php?mode=login'),
    pagesPerSession: 4.2,
    referrers: { '': 58, 'www.google.com': 30, 'www.bing.com': 6, 'blog.example.com': 3 },
    campaigns: {},
    events: {},
  },
  readership: 'everyone',
  countries: alps,
};
