import { home, west } from './markets.ts';
import * as rhythm from './rhythms.ts';
import { paths, type Site } from './Site.ts';

export const shop: Site = {
  domain: 'shop.example.com',
  addedBefore: 350,
  settings: { email: 1, exclude_params: 'gclid\nfbclid\nsession' },
  rhythm: {
    visitors: 830,
    yearlyGrowth: 0.25,
    weekdays: rhythm.weekendWeek,
    months: rhythm.shoppingYear,
    hours: rhythm.eveningHours,
    spike: 2.2,
  },
  content: {
    pages: paths(`/ /sale /products/walnut-desk /products/felt-lamp /products/oak-shelf /collections/office
      /products/linen-chair /collections/new /products/cork-mat /gift-cards /products/brass-hook /collections/kitchen
      /products/ash-stool /stores /products/wool-rug`),
    innerPages: paths('/cart /checkout /checkout/done /account /search /shipping /returns'),
    pagesPerSession: 3.6,
    referrers: {
      '': 30,
      'www.google.com': 34,
      'l.instagram.com': 16,
      'l.facebook.com': 9,
      'www.pinterest.com': 8,
      'www.bing.com': 3,
      'example.com': 4,
    },
    spikeReferrer: 'l.instagram.com',
    campaigns: {
      newsletter: 0.05,
      'summer-sale': 0.04,
      'black-friday': 0.05,
      'search-ads': 0.08,
      influencer: 0.03,
      'abandoned-cart': 0.015,
    },
    events: {
      'add-to-cart::': 0.12,
      'checkout::': 0.045,
      'purchase:49:EUR': 0.017,
      'purchase:129:EUR': 0.009,
      'purchase:349:EUR': 0.003,
      'signup::': 0.014,
    },
  },
  readership: 'everyone',
  countries: west,
};

export const calculator: Site = {
  domain: 'tax-calculator.example',
  addedBefore: 460,
  rhythm: {
    visitors: 480,
    yearlyGrowth: -0.06,
    weekdays: rhythm.workingWeek,
    months: rhythm.taxYear,
    hours: rhythm.officeHours,
  },
  content: {
    pages: paths(
      '/ /einkommen /pendler /homeoffice /rente /ratgeber/fristen /ratgeber/belege /kinder /abfindung',
    ),
    innerPages: paths('/ergebnis /ergebnis/drucken'),
    pagesPerSession: 2.6,
    referrers: { '': 18, 'www.google.com': 68, 'www.bing.com': 9, 'www.ecosia.org': 4, 'duckduckgo.com': 3 },
    campaigns: { 'search-ads': 0.06 },
    events: { 'calculate::': 0.64, 'print::': 0.05 },
  },
  readership: 'everyone',
  countries: home,
};
