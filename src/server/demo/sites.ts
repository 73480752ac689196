import * as rhythm from './DemoSite.ts';
import { alps, home, latin, paths, shares, type Site, west, world } from './DemoSite.ts';

const search = { 'www.google.com': 40, 'duckduckgo.com': 6, 'www.bing.com': 5 };

/** The demo's websites in the order they were added. Their domains can belong to nobody (RFC 2606). */
export const sites: readonly Site[] = [
  /** The one that died: its counter was removed a few weeks ago. */
  {
    domain: 'old-forum.example',
    addedBefore: 700,
    visitors: 120,
    yearlyGrowth: -0.25,
    hours: rhythm.eveningHours,
    closes: -12,
    pages: paths(`/ /viewforum.php?f=2 /viewtopic.php?t=1841 /viewtopic.php?t=977 /viewtopic.php?t=2203
      /viewforum.php?f=5 /viewtopic.php?t=64 /memberlist.php`),
    innerPages: paths('/posting.php /ucp.php?mode=login'),
    pagesPerSession: 4.2,
    referrers: { '': 58, 'www.google.com': 30, 'www.bing.com': 6, 'blog.example.com': 3 },
    countries: alps,
  },
  {
    domain: 'harbour-bakery.example',
    addedBefore: 640,
    visitors: 44,
    yearlyGrowth: 0.05,
    weekdays: rhythm.weekendWeek,
    hours: rhythm.eveningHours,
    pages: paths('/ /öffnungszeiten /torten /frühstück /kontakt /jobs'),
    innerPages: paths('/torten/bestellen /impressum'),
    pagesPerSession: 2.1,
    referrers: { '': 40, 'www.google.com': 48, 'l.instagram.com': 14, 'maps.google.com': 10 },
    events: { 'call::': 0.05, 'order:1:cake': 0.015 },
    countries: home,
  },
  /** Reads a lot from bots, which it does not exclude. */
  {
    domain: 'kitchen-notes.example',
    addedBefore: 520,
    settings: { exclude_bots: 0 },
    visitors: 1150,
    yearlyGrowth: 0.08,
    weekdays: rhythm.weekendWeek,
    months: rhythm.kitchenYear,
    hours: rhythm.eveningHours,
    spike: 2.5,
    pages:
      paths(`/ /recetas/tortilla-de-patatas /recetas/pan-de-masa-madre /recetas/gazpacho /recetas/arroz-con-leche
      /recetas/croquetas /recetas/crème-brûlée /recetas/lentejas /recetas/mole-poblano /recetas/empanadas
      /recetas/paella /recetas/churros /recetas/ceviche /semanal /recetas/turrón`),
    innerPages: paths('/buscar /favoritos /recetas'),
    pagesPerSession: 1.9,
    referrers: shares(
      'direct 22, www.google.com 46, www.pinterest.com 19, l.instagram.com 8, l.facebook.com 5, ' +
        'www.bing.com 2',
    ),
    spikeReferrer: 'www.pinterest.com',
    campaigns: { boletín: 0.03, navidad: 0.02 },
    events: { 'print-recipe::': 0.05, 'save-recipe::': 0.08, 'newsletter::': 0.01 },
    readership: 'everyoneAndBots',
    countries: latin,
  },
  {
    domain: 'tax-calculator.example',
    addedBefore: 460,
    visitors: 480,
    yearlyGrowth: -0.06,
    weekdays: rhythm.workingWeek,
    months: rhythm.taxYear,
    hours: rhythm.officeHours,
    pages: paths(
      '/ /einkommen /pendler /homeoffice /rente /ratgeber/fristen /ratgeber/belege /kinder /abfindung',
    ),
    innerPages: paths('/ergebnis /ergebnis/drucken'),
    pagesPerSession: 2.6,
    referrers: { '': 18, 'www.google.com': 68, 'www.bing.com': 9, 'www.ecosia.org': 4, 'duckduckgo.com': 3 },
    campaigns: { 'search-ads': 0.06 },
    events: { 'calculate::': 0.64, 'print::': 0.05 },
    countries: home,
  },
  {
    domain: 'example.com',
    addedBefore: 410,
    settings: { email: 1, exclude_ips: '203.0.113.7\n198.51.100.0/24' },
    visitors: 640,
    yearlyGrowth: 0.3,
    weekdays: rhythm.workingWeek,
    hours: rhythm.officeHours,
    spike: 3,
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
    campaigns: shares(
      'newsletter 0.035, spring-launch 0.03, webinar 0.012, brand-search 0.05, retargeting 0.02, ' +
        'partner-weekly 0.01',
    ),
    events: {
      'signup::': 0.031,
      'trial:1:started': 0.018,
      'demo-request::': 0.005,
      'purchase:29:USD': 0.007,
      'purchase:290:USD': 0.002,
    },
    countries: west,
  },
  {
    domain: 'docs.example.com',
    addedBefore: 400,
    settings: { exclude_params: 'ref\nutm_source' },
    visitors: 1900,
    yearlyGrowth: 0.18,
    weekdays: rhythm.workingWeek,
    hours: rhythm.worldHours,
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
    readership: 'developers',
    countries: world,
    arrivals: { NG: -230, SG: -140 },
  },
  {
    domain: 'shop.example.com',
    addedBefore: 350,
    settings: { email: 1, exclude_params: 'gclid\nfbclid\nsession' },
    visitors: 830,
    yearlyGrowth: 0.25,
    weekdays: rhythm.weekendWeek,
    months: rhythm.shoppingYear,
    hours: rhythm.eveningHours,
    spike: 2.2,
    pages: paths(`/ /sale /products/walnut-desk /products/felt-lamp /products/oak-shelf /collections/office
      /products/linen-chair /collections/new /products/cork-mat /gift-cards /products/brass-hook /collections/kitchen
      /products/ash-stool /stores /products/wool-rug`),
    innerPages: paths('/cart /checkout /checkout/done /account /search /shipping /returns'),
    pagesPerSession: 3.6,
    referrers: shares(
      'direct 30, www.google.com 34, l.instagram.com 16, l.facebook.com 9, www.pinterest.com 8, ' +
        'www.bing.com 3, example.com 4',
    ),
    spikeReferrer: 'l.instagram.com',
    campaigns: shares(
      'newsletter 0.05, summer-sale 0.04, black-friday 0.05, search-ads 0.08, influencer 0.03, ' +
        'abandoned-cart 0.015',
    ),
    events: {
      'add-to-cart::': 0.12,
      'checkout::': 0.045,
      'purchase:49:EUR': 0.017,
      'purchase:129:EUR': 0.009,
      'purchase:349:EUR': 0.003,
      'signup::': 0.014,
    },
    countries: west,
    arrivals: { NZ: -170 },
  },
  {
    domain: 'blog.example.com',
    addedBefore: 300,
    visitors: 330,
    yearlyGrowth: 0.12,
    weekdays: rhythm.workingWeek,
    hours: rhythm.worldHours,
    spike: 9,
    pages:
      paths(`/ /2026/tabs-are-not-a-place /2025/the-last-cookie /2025/a-terminal-is-enough /2024/sqlite-on-a-ferry
      /2026/what-bots-read /2025/slow-pages /2024/how-we-name-things /2023/counting-without-watching /archive
      /2023/hello /2024/one-year-on-call /about /feed.xml`),
    innerPages: paths('/tags/databases /tags/terminal /page/2'),
    pagesPerSession: 1.4,
    referrers: shares(
      'direct 34, www.google.com 26, news.ycombinator.com 8, lobste.rs 5, www.reddit.com 6, ' +
        'duckduckgo.com 6, mastodon.social 5, feedly.com 4',
    ),
    spikeReferrer: 'news.ycombinator.com',
    campaigns: { digest: 0.04 },
    events: { 'subscribe::': 0.011, 'share::': 0.008 },
    readership: 'developers',
    countries: world,
  },
  {
    domain: 'status.example.com',
    addedBefore: 280,
    settings: { privacy: 0 },
    visitors: 52,
    yearlyGrowth: 0.1,
    weekdays: rhythm.workingWeek,
    hours: rhythm.worldHours,
    spike: 24,
    pages: paths('/ /history /incidents/delayed-reports /incidents/login-errors /subscribe'),
    innerPages: paths('/subscribe/done'),
    pagesPerSession: 1.5,
    referrers: { '': 62, 'example.com': 20, 'docs.example.com': 8, 't.co': 2 },
    spikeReferrer: '',
    events: { 'subscribe::': 0.03 },
    readership: 'developers',
    countries: west,
  },
  {
    domain: 'alpine-trails.example',
    addedBefore: 200,
    visitors: 260,
    yearlyGrowth: 0.22,
    weekdays: rhythm.weekendWeek,
    months: rhythm.mountainYear,
    hours: rhythm.eveningHours,
    pages:
      paths(`/ /touren/höhenweg /touren/gletscherblick /karte /hütten /wetter /touren/kinderrunde /touren/klettersteig
      /touren/schneeschuh /hütten/schlafplätze /ausrüstung`),
    innerPages: paths('/touren /touren/höhenweg/gpx /hütten/anfragen'),
    pagesPerSession: 3.1,
    referrers: shares(
      'direct 26, www.google.com 50, www.ecosia.org 8, www.komoot.com 9, l.facebook.com 5, ' +
        'l.instagram.com 6',
    ),
    campaigns: { sommer: 0.05, hüttenbrief: 0.03 },
    events: { 'download:1:gpx': 0.09, 'booking:1:request': 0.012 },
    countries: alps,
  },
  {
    domain: 'riverside-school.example',
    addedBefore: 90,
    settings: { privacy: 2 },
    visitors: 118,
    yearlyGrowth: 0.02,
    weekdays: rhythm.schoolWeek,
    months: rhythm.schoolYear,
    hours: rhythm.officeHours,
    pages: paths('/ /termine /vertretungsplan /mensa /klassen /anmeldung /kontakt /förderverein'),
    innerPages: paths('/vertretungsplan/morgen /mensa/nächste-woche'),
    pagesPerSession: 2.3,
    referrers: { '': 70, 'www.google.com': 24, 'www.ecosia.org': 6 },
    campaigns: { elternbrief: 0.06 },
    events: { 'download:1:formular': 0.04 },
    countries: home,
  },
  {
    domain: 'chess-club.example',
    addedBefore: 30,
    settings: { privacy: 0 },
    visitors: 7,
    yearlyGrowth: 0,
    weekdays: rhythm.weekendWeek,
    months: rhythm.schoolYear,
    hours: rhythm.eveningHours,
    pages: paths('/ /turniere /ergebnisse /training'),
    innerPages: paths('/ergebnisse/tabelle'),
    pagesPerSession: 2.2,
    referrers: { '': 60, 'www.google.com': 30, 'lichess.org': 8 },
    countries: home,
  },
  /** The new one: it opened a few weeks ago. */
  {
    domain: 'podcast.example.com',
    addedBefore: 2,
    visitors: 210,
    yearlyGrowth: 0.2,
    hours: rhythm.eveningHours,
    opens: -70,
    pages:
      paths(`/ /episodes/1-hello-logs /episodes/2-the-quiet-web /episodes/3-people-not-numbers /subscribe /about
      /episodes/trailer`),
    innerPages: paths('/episodes'),
    pagesPerSession: 1.8,
    referrers: shares(
      'direct 44, www.google.com 8, podcasts.apple.com 18, open.spotify.com 15, mastodon.social 7, ' +
        'example.com 8',
    ),
    campaigns: { 'launch-week': 0.12, newsletter: 0.08 },
    events: { 'play::': 0.46, 'subscribe::': 0.06 },
    countries: west,
  },
];
