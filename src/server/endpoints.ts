import type { Days } from '#server/database/counts.ts';
import { dayOfNumber, parseDayNumber } from '#model/period/day.ts';
import type { ServiceAnswer, ServiceRequest } from '#model/service/connection.ts';
import {
  type Condition,
  countConditions,
  type Filter,
  type FilterCapabilities,
  maxConditions,
  readCondition,
} from '#model/service/filter.ts';
import { allStatistics, isOfSessions, isOfVisits, isTime } from '#model/statistics/statistics.ts';
import { hostName } from '#model/website/website.ts';
import type { Database } from '#server/database/Database.ts';
import type { Visits } from '#server/database/filter/filtered.ts';
import {
  selectOfVisits,
  selectReferrerGroups,
  selectSessions,
  selectTimes,
} from '#server/database/filter/filteredRows.ts';
import { requestsReach, selectDataDays, selectErrors, selectStatistic } from '#server/database/statistics.ts';
import * as websites from '#server/database/websites.ts';
import {
  defaultValues,
  selectWebsite,
  type WebsiteRecord,
  type WebsiteValues,
} from '#server/database/websites.ts';
import { envelope, HttpError, json, listQuery, notFound, readForm, Validation } from './request.ts';

export interface Call {
  readonly database: Database;
  readonly request: ServiceRequest;
  readonly url: URL;
  /** Its id; 0, which no website has, where the path names none or something else than an id. */
  readonly website: number;
  /** "2026-11-20 10:00:00", for what is created. */
  readonly now: string;
  readonly today: number;
  readonly filters: FilterCapabilities;
  /** Of the website. */
  readonly visits: () => Promise<Visits>;
}

/** A page of the rows of a statistic, of all that was counted or of what meets a filter. Throws a 404 or a 422. */
export async function readStatistic(call: Call): Promise<ServiceAnswer> {
  const { database, website, url, today } = call;
  const { signal } = call.request;
  await existing(call);
  const parameters = new Validation(url.searchParams);
  const name = parameters.oneOf('name', allStatistics, parameters.requiredText('name'));
  const period = readPeriod(parameters);
  const query = listQuery(parameters, 'value', ['count', 'value']);
  const where = readFilter(parameters, call.filters);
  if (where.length > 0 && name !== undefined && !isOfVisits(name))
    parameters.refuse('name', `The statistic ${name} is not of visits: it cannot be filtered.`);
  parameters.check();
  if (name === undefined) throw notFound();
  const selection = { website, name, ...period, ...query };
  const rows =
    isOfVisits(name) && (where.length > 0 || isOfSessions(name))
      ? await selectOfVisits(database, await call.visits(), { ...selection, name, where, today, signal })
      : isTime(name)
        ? await selectTimes(database, await call.visits(), name, selection)
        : name === 'referrer_group'
          ? await selectReferrerGroups(database, await call.visits(), selection)
          : await database.read(() => selectStatistic(database, selection));
  return json(200, envelope(url, query, rows));
}

function readFilter(parameters: Validation, filters: FilterCapabilities): Filter {
  const where: Condition[] = [];
  for (const text of parameters.all('where')) {
    const condition = readCondition(text);
    if (condition && filters[condition.field]?.includes(condition.comparison) === true) where.push(condition);
    else parameters.refuse('where', 'The where field must be a condition that this service has.');
  }
  if (countConditions(where) > maxConditions)
    parameters.refuse('where', `The where field must be given at most ${maxConditions} times.`);
  return where;
}

/** What the sessions of each day add up to, of all or of what meets a filter. Throws a 404 or a 422. */
export async function readSessions(call: Call): Promise<ServiceAnswer> {
  const { database, website, url, today } = call;
  const { signal } = call.request;
  await existing(call);
  const parameters = new Validation(url.searchParams);
  const period = readPeriod(parameters);
  const where = readFilter(parameters, call.filters);
  parameters.check();
  const asked = { website, ...period, where, today, signal };
  const { days, reach } = await selectSessions(database, await call.visits(), asked);
  const rows = days.map(({ day, sessions, bounces, seconds, pageviews }) => {
    const value = dayOfNumber(day);
    return { value, sessions, bounces, seconds, pageviews };
  });
  return json(200, { data: rows, counted_from: reach === undefined ? undefined : dayOfNumber(reach) });
}

/** How many answers of each day were errors. Throws a 404 or a 422. */
export async function readErrors({ database, website, url }: Call): Promise<ServiceAnswer> {
  await existing({ database, website });
  const parameters = new Validation(url.searchParams);
  const period = readPeriod(parameters);
  parameters.check();
  return json(200, { data: await database.read(() => selectErrors(database, website, period)) });
}

/** The days of which a website counted from logs has data, and from which on a filter reaches. Throws a 404. */
export async function readDataDays({ database, website, today, ...call }: Call): Promise<ServiceAnswer> {
  const visits = await call.visits();
  const found = await database.read(
    () =>
      selectWebsite(database, website) && {
        ...selectDataDays(database, website, today),
        reach: visits.reach(today),
        requests: requestsReach(database, website),
      },
  );
  if (found === undefined) throw notFound();
  const { from, gaps, reach, requests } = found;
  const days = gaps.map(gap => ({ from: dayOfNumber(gap.from), to: dayOfNumber(gap.to) }));
  return json(200, {
    data: {
      from: from === undefined ? null : dayOfNumber(from),
      gaps: days,
      filters_from: reach === undefined ? undefined : dayOfNumber(reach),
      requests_from: requests === undefined ? undefined : dayOfNumber(requests),
    },
  });
}

/** Of a day that is refused NaN. */
function readPeriod(parameters: Validation): Days {
  const [from, to] = [readDay(parameters, 'from'), readDay(parameters, 'to')];
  if (from > to) parameters.refuse('to', 'The to field must be a date after or equal to from.');
  return { from, to };
}

function readDay(parameters: Validation, field: string): number {
  const text = parameters.requiredText(field);
  const day = text === undefined ? undefined : parseDayNumber(text);
  if (text !== undefined && day === undefined)
    parameters.refuse(field, `The ${field} field must be a date in the format Y-m-d, such as 2026-11-20.`);
  return day ?? NaN;
}

const keyLength = 32;

/** "scrypt:SALT:KEY", both base64: salted, and slow to guess. */
function hashPassword(password: string): Promise<string> {
  // Loaded here: most starts need no password.
  const { randomBytes, scrypt } = process.getBuiltinModule('node:crypto');
  const salt = randomBytes(16);
  return new Promise((resolve, reject) => {
    scrypt(password, salt, keyLength, (error, key) => {
      if (error) reject(error);
      else resolve(`scrypt:${salt.toString('base64')}:${key.toString('base64')}`);
    });
  });
}

type Values = Omit<WebsiteValues, 'password_hash'>;

/** Checked fields; the password is still as typed, undefined when none is to be stored. */
interface CheckedFields<T> {
  readonly values: T;
  readonly password: string | undefined;
}

const privacies = [0, 1, 2] as const;
const privacyWithPassword = 2;
const flags = [0, 1] as const;

/** The fields of a new website, with the defaults for those left out. Throws a 422. */
function newWebsite(form: URLSearchParams): CheckedFields<Values> {
  const fields = new Validation(form);
  const domain = newDomain(fields);
  const privacy = fields.oneOf('privacy', privacies) ?? defaultValues.privacy;
  const password = passwordFor(fields, privacy, false);
  const values = {
    domain,
    privacy,
    email: fields.oneOf('email', flags) ?? defaultValues.email,
    exclude_bots: fields.oneOf('exclude_bots', flags) ?? defaultValues.exclude_bots,
    exclude_params: fields.raw('exclude_params') || null,
    exclude_ips: fields.raw('exclude_ips') || null,
  };
  fields.check();
  return { values, password };
}

/** Only the fields that were sent. A domain is not changed. Throws a 422. */
function changedWebsite(
  form: URLSearchParams,
  current: WebsiteRecord,
): CheckedFields<Partial<Omit<Values, 'domain'>>> {
  const fields = new Validation(form);
  const privacy = fields.oneOf('privacy', privacies);
  const email = fields.oneOf('email', flags);
  const bots = fields.oneOf('exclude_bots', flags);
  const password = passwordFor(fields, privacy ?? current.privacy, current.privacy === privacyWithPassword);
  fields.check();
  const values = {
    ...(privacy === undefined ? {} : { privacy }),
    ...(email === undefined ? {} : { email }),
    ...(bots === undefined ? {} : { exclude_bots: bots }),
    ...(fields.has('exclude_params') ? { exclude_params: fields.raw('exclude_params') || null } : {}),
    ...(fields.has('exclude_ips') ? { exclude_ips: fields.raw('exclude_ips') || null } : {}),
  };
  return { values, password };
}

function newDomain(fields: Validation): string {
  const text = fields.requiredText('domain');
  const domain = text === undefined ? undefined : hostName(text);
  if (text !== undefined && domain === undefined) {
    fields.refuse('domain', 'The domain must be a host name, such as example.com.');
  }
  return domain ?? '';
}

/** A password counts only where the privacy uses it. */
function passwordFor(fields: Validation, privacy: number, hasOne: boolean): string | undefined {
  if (privacy !== privacyWithPassword) return undefined;
  const password = fields.raw('password') || undefined;
  if (password === undefined && !hasOne) {
    fields.refuse('password', 'The password field is required when privacy is 2.');
  }
  return password;
}

/** Throws a 422 for parameters that are not allowed. */
export async function listWebsites({ database, url }: Call): Promise<ServiceAnswer> {
  const parameters = new Validation(url.searchParams);
  const query = listQuery(parameters, 'domain', ['id', 'domain']);
  parameters.check();
  const rows = await database.read(() => websites.selectWebsites(database, query));
  return json(200, envelope(url, query, rows));
}

/** Throws a 404. */
export async function showWebsite(call: Call): Promise<ServiceAnswer> {
  return json(200, { data: await existing(call) });
}

/** Throws a 422, also for a domain that is taken. */
export async function createWebsite({ database, request, now }: Call): Promise<ServiceAnswer> {
  const { values, password } = newWebsite(await readForm(request));
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const data = await database.write(() => {
    const taken = 'The domain has already been taken.';
    if (websites.domainIsTaken(database, values.domain))
      throw new HttpError(422, taken, { errors: { domain: [taken] } });
    const id = websites.insertWebsite(database, { ...values, password_hash: passwordHash }, now);
    return websites.selectWebsite(database, id);
  });
  return json(201, { data });
}

/** Changes only the fields that were sent. Throws a 404 or a 422. */
export async function updateWebsite(call: Call): Promise<ServiceAnswer> {
  const { database, website: id } = call;
  const form = await readForm(call.request);
  const { password } = changedWebsite(form, await existing(call));
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  const data = await database.write(() => {
    const current = websites.selectWebsite(database, id);
    if (!current) throw notFound();
    // Checked again: another client may have changed the privacy while the password was being hashed.
    const { values, password: usedPassword } = changedWebsite(form, current);
    const isOpen = values.privacy !== undefined && values.privacy !== 2;
    websites.updateWebsite(database, id, {
      ...values,
      ...(isOpen ? { password_hash: null } : {}),
      ...(usedPassword !== undefined && passwordHash !== undefined ? { password_hash: passwordHash } : {}),
    });
    return websites.selectWebsite(database, id);
  });
  return json(200, { data });
}

/** Deletes a website with its statistics. Throws a 404. */
export async function deleteWebsite({ database, website }: Call): Promise<ServiceAnswer> {
  const wasThere = await database.write(() => websites.deleteWebsite(database, website));
  if (!wasThere) throw notFound();
  return { status: 204, headers: {}, body: null };
}

async function existing({ database, website }: Pick<Call, 'database' | 'website'>): Promise<WebsiteRecord> {
  const found = await database.read(() => selectWebsite(database, website));
  if (!found) throw notFound();
  return found;
}
