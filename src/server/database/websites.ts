import type { SQLOutputValue } from 'node:sqlite';
import type { ListQuery } from '#model/service/paging.ts';
import { contains, type Database, integer, optionalText, text } from './Database.ts';

export interface WebsiteRecord {
  readonly id: number;
  readonly domain: string;
  readonly privacy: number;
  readonly email: number;
  readonly exclude_bots: number;
  readonly exclude_params: string | null;
  readonly exclude_ips: string | null;
  /** "2026-11-20 10:00:00", in the service's days. */
  readonly created_at: string;
}

/** What a write can set. The password is hashed already and never read back. */
export type WebsiteValues = Omit<WebsiteRecord, 'id' | 'created_at'> & {
  readonly password_hash: string | null;
};

/** The defaults of a new website: private, bots excluded. */
export const defaultValues = {
  privacy: 1,
  email: 0,
  exclude_bots: 1,
  exclude_params: null,
  exclude_ips: null,
  password_hash: null,
} as const satisfies Omit<WebsiteValues, 'domain'>;

const columns = 'id, domain, privacy, email, exclude_bots, exclude_params, exclude_ips, created_at';

/** A page of the websites whose domain contains the search, and how many there are in all. */
export function selectWebsites(
  database: Database,
  selection: ListQuery<'id' | 'domain'>,
): { rows: WebsiteRecord[]; total: number } {
  const { condition, searched } = contains('domain', selection.search);
  const order = `${selection.sortBy} ${selection.sort}`;
  const rows = database
    .statement(
      `select ${columns} from website where waiting = 0 and ${condition} order by ${order} limit :limit offset :offset`,
    )
    .all({ ...searched, limit: selection.perPage, offset: (selection.page - 1) * selection.perPage });
  const total = database
    .statement(`select count(*) as total from website where waiting = 0 and ${condition}`)
    .get(searched);
  return { rows: rows.map(websiteRecord), total: integer(total?.total) };
}

export function selectWebsite(database: Database, id: number): WebsiteRecord | undefined {
  const row = database.statement(`select ${columns} from website where id = ? and waiting = 0`).get(id);
  return row && websiteRecord(row);
}

export function domainIsTaken(database: Database, domain: string): boolean {
  return (
    database.statement('select 1 from website where domain = ? and waiting = 0').get(domain) !== undefined
  );
}

/** Returns the new id; a host of that name that was waiting becomes the website, with what was counted of it. */
export function insertWebsite(database: Database, values: WebsiteValues, createdAt: string): number {
  const row = database
    .statement(
      `insert into website (domain, privacy, password_hash, email, exclude_bots, exclude_params, exclude_ips, created_at)
       values (:domain, :privacy, :password_hash, :email, :exclude_bots, :exclude_params, :exclude_ips, :created_at)
       on conflict (domain) do update set privacy = excluded.privacy, password_hash = excluded.password_hash,
         email = excluded.email, exclude_bots = excluded.exclude_bots, exclude_params = excluded.exclude_params,
         exclude_ips = excluded.exclude_ips, created_at = excluded.created_at, waiting = 0 where waiting = 1
       returning id`,
    )
    .get({ ...values, created_at: createdAt });
  // Two websites of one domain are refused, as without waiting ones.
  if (!row) throw new Error(`There is a website ${values.domain}.`);
  return integer(row['id']);
}

export function updateWebsite(
  database: Database,
  id: number,
  values: Partial<Omit<WebsiteValues, 'domain'>>,
): void {
  const settings = Object.keys(values).map(column => `${column} = :${column}`);
  if (settings.length === 0) return;
  database.statement(`update website set ${settings.join(', ')} where id = :id`).run({ ...values, id });
}

/** Its statistics go with it. Returns whether it was there. */
export function deleteWebsite(database: Database, id: number): boolean {
  return database.statement('delete from website where id = ? and waiting = 0').run(id).changes > 0;
}

function websiteRecord(row: Record<string, SQLOutputValue>): WebsiteRecord {
  return {
    id: integer(row.id),
    domain: text(row.domain),
    privacy: integer(row.privacy),
    email: integer(row.email),
    exclude_bots: integer(row.exclude_bots),
    exclude_params: optionalText(row.exclude_params),
    exclude_ips: optionalText(row.exclude_ips),
    created_at: text(row.created_at),
  };
}
