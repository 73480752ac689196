import type { Site } from './Site.ts';
import { bakery, club, school, trails } from './sitesOfPlaces.ts';
import { forum, journal, kitchen } from './sitesOfReading.ts';
import { documentation, launch, product, statusPage } from './sitesOfSoftware.ts';
import { calculator, shop } from './sitesOfTrade.ts';

/** The demo's websites in the order they were added. Their domains can belong to nobody (RFC 2606). */
export const sites: readonly Site[] = [
  forum,
  bakery,
  kitchen,
  calculator,
  product,
  documentation,
  shop,
  journal,
  statusPage,
  trails,
  school,
  club,
  launch,
];
