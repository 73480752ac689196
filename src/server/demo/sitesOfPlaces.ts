import { alps, home } from './markets.ts';
import * as rhythm from './rhythms.ts';
import { paths, type Site } from './Site.ts';

export const bakery: Site = {
  domain: 'harbour-bakery.example',
  addedBefore: 640,
  rhythm: {
    visitors: 44,
    yearlyGrowth: 0.05,
    weekdays: rhythm.weekendWeek,
    months: rhythm.evenYear,
    hours: rhythm.eveningHours,
  },
  content: {
    pages: paths('/ /öffnungszeiten /torten /frühstück /kontakt /jobs'),
    innerPages: paths('/torten/bestellen /impressum'),
    pagesPerSession: 2.1,
    referrers: { '': 40, 'www.google.com': 48, 'l.instagram.com': 14, 'maps.google.com': 10 },
    campaigns: {},
    events: { 'call::': 0.05, 'order:1:cake': 0.015 },
  },
  readership: 'everyone',
  countries: home,
};

export const school: Site = {
  domain: 'riverside-school.example',
  addedBefore: 90,
  settings: { privacy: 2 },
  rhythm: {
    visitors: 118,
    yearlyGrowth: 0.02,
    weekdays: rhythm.schoolWeek,
    months: rhythm.schoolYear,
    hours: rhythm.officeHours,
  },
  content: {
    pages: paths('/ /termine /vertretungsplan /mensa /klassen /anmeldung /kontakt /förderverein'),
    innerPages: paths('/vertretungsplan/morgen /mensa/nächste-woche'),
    pagesPerSession: 2.3,
    referrers: { '': 70, 'www.google.com': 24, 'www.ecosia.org': 6 },
    campaigns: { elternbrief: 0.06 },
    events: { 'download:1:formular': 0.04 },
  },
  readership: 'everyone',
  countries: home,
};

export const club: Site = {
  domain: 'chess-club.example',
  addedBefore: 30,
  settings: { privacy: 0 },
  rhythm: {
    visitors: 7,
    yearlyGrowth: 0,
    weekdays: rhythm.weekendWeek,
    months: rhythm.schoolYear,
    hours: rhythm.eveningHours,
  },
  content: {
    pages: paths('/ /turniere /ergebnisse /training'),
    innerPages: paths('/ergebnisse/tabelle'),
    pagesPerSession: 2.2,
    referrers: { '': 60, 'www.google.com': 30, 'lichess.org': 8 },
    campaigns: {},
    events: {},
  },
  readership: 'everyone',
  countries: home,
};

export const trails: Site = {
  domain: 'alpine-trails.example',
  addedBefore: 200,
  rhythm: {
    visitors: 260,
    yearlyGrowth: 0.22,
    weekdays: rhythm.weekendWeek,
    months: rhythm.mountainYear,
    hours: rhythm.eveningHours,
  },
  content: {
    pages:
      paths(`/ /touren/höhenweg /touren/gletscherblick /karte /hütten /wetter /touren/kinderrunde /touren/klettersteig
      /touren/schneeschuh /hütten/schlafplätze /ausrüstung`),
    innerPages: paths('/touren /touren/höhenweg/gpx /hütten/anfragen'),
    pagesPerSession: 3.1,
    referrers: {
      '': 26,
      'www.google.com': 50,
      'www.ecosia.org': 8,
      'www.komoot.com': 9,
      'l.facebook.com': 5,
      'l.instagram.com': 6,
    },
    campaigns: { sommer: 0.05, hüttenbrief: 0.03 },
    events: { 'download:1:gpx': 0.09, 'booking:1:request': 0.012 },
  },
  readership: 'everyone',
  countries: alps,
};
