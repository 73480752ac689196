/** A first visit to a page or event in a session: what GoatCounter counts. */
export interface Visit {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly path: string;
  readonly isEvent?: boolean;
  readonly referrer?: string;
  readonly campaign?: string;
  readonly browser?: string;
  readonly system?: string;
  /** "DE", or "US-CA" where regions are kept. */
  readonly location?: string;
  /** "deu". */
  readonly language?: string;
  readonly width?: number;
}

export interface SeedSite {
  readonly cname: string;
  readonly link?: string;
  readonly visits?: readonly Visit[];
}

export interface Seed {
  /** The first one is at the base URL, and has the others. */
  readonly sites: readonly SeedSite[];
  /** Of the owner of all tokens: "DE.Europe/Berlin"; ".UTC" by default. */
  readonly timeZone?: string;
}

export interface Site {
  readonly id: number;
  readonly cname: string;
  readonly link: string;
  readonly settings: Record<string, unknown>;
  readonly visits: Visit[];
}

export interface World {
  readonly sites: Site[];
  timeZone: string;
  /** What each token may do, in bits. */
  readonly tokens: Map<string, number>;
  readonly ids: Map<string, number>;
  /** In the order of their ids. */
  readonly paths: { readonly site: number; readonly path: string; readonly isEvent: boolean }[];
}

/** The settings of a website, with what they are at first. */
export const defaults = {
  public: 'private',
  secret: '',
  allow_counter: false,
  allow_bosmang: false,
  data_retention: 0,
  ignore_ips: '',
  collect: 190,
  collect_regions: 'US,RU,CN',
  allow_embed: '',
} as const;

export function worldOf({ sites, timeZone = '.UTC' }: Seed): World {
  const world: World = { sites: [], timeZone, tokens: new Map(), ids: new Map(), paths: [] };
  for (const site of sites) addSite(world, site, {});
  return world;
}

export function addSite(
  world: World,
  { cname, link = '', visits = [] }: SeedSite,
  settings: Readonly<Record<string, unknown>>,
): Site {
  const id = world.sites.length + 1;
  const site: Site = { id, cname, link, settings: { ...defaults, ...settings }, visits: [...visits] };
  world.sites.push(site);
  return site;
}

/** The id of a path: from 1 on, in the order in which they were seen, whatever their capitals. */
export function pathId(world: World, site: Site, { path, isEvent = false }: Visit): number {
  const key = `${site.id} ${path.toLowerCase()}`;
  const known = world.ids.get(key);
  if (known !== undefined) return known;
  const id = world.paths.push({ site: site.id, path, isEvent });
  world.ids.set(key, id);
  return id;
}

/** By how many hours days and hours are shown later: by those of today, in whole hours. */
export function shiftOf({ timeZone }: World, now: Date): number {
  const zone = timeZone.replace(/^[^.]*\./, '');
  const shown = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(
    now,
  );
  const [, sign = '+', hours = '0', minutes = '0'] =
    /GMT([+-])(\d{2}):(\d{2})/.exec(shown.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? [];
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  return Math.trunc((offset % 60 === 0 ? offset : offset + 30) / 60);
}
