import type { Database } from '#server/database/Database.ts';
import * as websites from '#server/database/websiteQueries.ts';
import type { ServiceRequest, ServiceAnswer } from '#model/service/exchange.ts';
import { json, noContent, notFound, HttpError } from './answers.ts';
import { envelope } from './envelope.ts';
import { listQuery } from './listQuery.ts';
import { hashPassword } from './password.ts';
import { readForm } from './readForm.ts';
import { Validation } from './Validation.ts';
import { changedWebsite, newWebsite } from './websiteFields.ts';

/** Throws a 422 for parameters that are not allowed. */
export async function listWebsites(database: Database, url: URL): Promise<ServiceAnswer> {
  const parameters = new Validation(url.searchParams);
  const query = listQuery(parameters, 'domain', ['id', 'domain']);
  parameters.check();
  const rows = await database.read(() => websites.selectWebsites(database, query));
  return json(200, envelope(url, query, rows));
}

/** Throws a 404. */
export async function showWebsite(database: Database, id: number): Promise<ServiceAnswer> {
  return json(200, { data: await existing(database, id) });
}

/** Throws a 422, also for a domain that is taken. `createdAt` is as the interface returns it. */
export async function createWebsite(
  database: Database,
  request: ServiceRequest,
  createdAt: string,
): Promise<ServiceAnswer> {
  const { values, password } = newWebsite(await readForm(request));
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const data = await database.write(() => {
    if (websites.domainIsTaken(database, values.domain)) throw domainTaken();
    const id = websites.insertWebsite(database, { ...values, password_hash: passwordHash }, createdAt);
    return websites.selectWebsite(database, id);
  });
  return json(201, { data });
}

/** Changes only the fields that were sent. Throws a 404 or a 422. */
export async function updateWebsite(
  database: Database,
  id: number,
  request: ServiceRequest,
): Promise<ServiceAnswer> {
  const form = await readForm(request);
  const { password } = changedWebsite(form, await existing(database, id));
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
export async function deleteWebsite(database: Database, id: number): Promise<ServiceAnswer> {
  const wasThere = await database.write(() => websites.deleteWebsite(database, id));
  if (!wasThere) throw notFound();
  return noContent();
}

async function existing(database: Database, id: number): Promise<websites.WebsiteRecord> {
  const website = await database.read(() => websites.selectWebsite(database, id));
  if (!website) throw notFound();
  return website;
}

function domainTaken(): HttpError {
  const message = 'The domain has already been taken.';
  return new HttpError(422, message, { errors: { domain: [message] } });
}
