import { west, world } from './markets.ts';
import * as rhythm from './rhythms.ts';
import { paths, type Site } from './Site.ts';

const search = { 'www.google.com': 40, 'duckduckgo.com': 6, 'www.bing.com': 5 };

export const documentation: Site = {
  domain: 'docs.example.com',
  addedBefore: 400,
  settings: { exclude_params: 'ref\nutm_source' },
  rhythm: {
    visitors: 1900,
    yearlyGrowth: 0.18,
    weekdays: rhythm.workingWeek,
    months: rhythm.evenYear,
    hours: rhythm.worldHours,
  },
  content: {
    pages: paths(`/ /getting-started /install /reference/cli /guides/configuration /guides/authentication
      /reference/http-api /changelog /guides/deployment /troubleshooting /guides/migration /reference/errors
      /guides/webhooks /examples /reference/limits /guides/self-hosting /faq /guides/backup`),
    innerPages: paths(
      '/search /reference/http-api/websites /reference/http-api/statistics /guides/next-steps',
    ),
    pagesPerSession: 2.9,
    referrers: {
      ...search,
      '': 30,
      'github.com': 16,
      'stackoverflow.com': 9,
      'example.com': 12,
      'chatgpt.com': 7,
      'www.reddit.com': 3,
    },
    campaigns: { 'release-notes': 0.012, 'welcome-email': 0.018, 'conference-talk': 0.006 },
    events: { 'copy-code::': 0.21, 'feedback:1:helpful': 0.012, 'feedback:0:helpful': 0.004 },
  },
  readership: 'developers',
  countries: world,
};

export const product: Site = {
  domain: 'example.com',
  addedBefore: 410,
  settings: { email: 1, exclude_ips: '203.0.113.7\n198.51.100.0/24' },
  rhythm: {
    visitors: 640,
    yearlyGrowth: 0.3,
    weekdays: rhythm.workingWeek,
    months: rhythm.evenYear,
    hours: rhythm.officeHours,
    spike: 3,
  },
  content: {
    pages:
      paths(`/ /pricing /features /customers /about /blog/why-we-count-less /integrations /careers /security
      /compare/spreadsheets /blog/a-year-in-numbers /contact`),
    innerPages: paths('/signup /signup/done /login /terms /privacy'),
    pagesPerSession: 2.4,
    referrers: {
      ...search,
      '': 38,
      'www.linkedin.com': 8,
      'docs.example.com': 6,
      'news.ycombinator.com': 3,
      't.co': 3,
      'www.producthunt.com': 2,
    },
    spikeReferrer: 'news.ycombinator.com',
    campaigns: {
      newsletter: 0.035,
      'spring-launch': 0.03,
      webinar: 0.012,
      'brand-search': 0.05,
      retargeting: 0.02,
      'partner-weekly': 0.01,
    },
    events: {
      'signup::': 0.031,
      'trial:1:started': 0.018,
      'demo-request::': 0.005,
      'purchase:29:USD': 0.007,
      'purchase:290:USD': 0.002,
    },
  },
  readership: 'everyone',
  countries: west,
};

export const statusPage: Site = {
  domain: 'status.example.com',
  addedBefore: 280,
  settings: { privacy: 0 },
  rhythm: {
    visitors: 52,
    yearlyGrowth: 0.1,
    weekdays: rhythm.workingWeek,
    months: rhythm.evenYear,
    hours: rhythm.worldHours,
    spike: 24,
  },
  content: {
    pages: paths('/ /history /incidents/delayed-reports /incidents/login-errors /subscribe'),
    innerPages: paths('/subscribe/done'),
    pagesPerSession: 1.5,
    referrers: { '': 62, 'example.com': 20, 'docs.example.com': 8, 't.co': 2 },
    spikeReferrer: '',
    campaigns: {},
    events: { 'subscribe::': 0.03 },
  },
  readership: 'developers',
  countries: west,
};

/** The new one: it opened a few weeks ago. */
export const launch: Site = {
  domain: 'podcast.example.com',
  addedBefore: 2,
  rhythm: {
    visitors: 210,
    yearlyGrowth: 0.2,
    weekdays: rhythm.evenWeek,
    months: rhythm.evenYear,
    hours: rhythm.eveningHours,
    opens: -24,
  },
  content: {
    pages:
      paths(`/ /episodes/1-hello-logs /episodes/2-the-quiet-web /episodes/3-people-not-numbers /subscribe /about
      /episodes/trailer`),
    innerPages: paths('/episodes'),
    pagesPerSession: 1.8,
    referrers: {
      '': 44,
      'www.google.com': 8,
      'podcasts.apple.com': 18,
      'open.spotify.com': 15,
      'mastodon.social': 7,
      'example.com': 8,
    },
    campaigns: { 'launch-week': 0.12, newsletter: 0.08 },
    events: { 'play::': 0.46, 'subscribe::': 0.06 },
  },
  readership: 'everyone',
  countries: west,
};
