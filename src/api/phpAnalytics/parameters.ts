import type { StatisticQuery, WebsitesQuery } from '#model/paging/query.ts';
import type { Privacy, WebsiteFields } from '#model/website/website.ts';

/** Undefined is not sent. */
type Parameter = string | number | undefined;

function present(parameters: Readonly<Record<string, Parameter>>): URLSearchParams {
  const sent = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) sent.append(name, String(value));
  return sent;
}

/**
 * The parameters of both lists. An empty search is never sent. A search is sent with search_by: the service's default for
 * statistics is a value that it does not allow.
 */
function listParameters(query: WebsitesQuery | StatisticQuery, searchBy: string): Record<string, Parameter> {
  const { search = '', sortBy, sort, perPage, page = 1 } = query;
  const searched = search.trim() === '' ? {} : { search, search_by: searchBy };
  return { ...searched, sort_by: sortBy, sort, per_page: perPage, page: page > 1 ? page : undefined };
}

/** The URL parameters for the list of websites. */
export function websitesParameters(query: WebsitesQuery): URLSearchParams {
  return present(listParameters(query, 'domain'));
}

/** The URL parameters for a statistic. */
export function statisticParameters(query: StatisticQuery): URLSearchParams {
  const { name, period } = query;
  return present({ name, from: period.from, to: period.to, ...listParameters(query, 'value') });
}

const privacyNumbers: Readonly<Record<Privacy, number>> = { public: 0, private: 1, password: 2 };

function asNumber(flag: boolean | undefined): number | undefined {
  return flag === undefined ? undefined : Number(flag);
}

/** The fields given, by their names in the API; an empty one is sent empty. */
export function websiteForm(fields: Partial<WebsiteFields>): URLSearchParams {
  const { domain, privacy, password, email, excludeBots, excludeParams, excludeIps } = fields;
  return present({
    domain,
    privacy: privacy === undefined ? undefined : privacyNumbers[privacy],
    password,
    email: asNumber(email),
    exclude_bots: asNumber(excludeBots),
    exclude_params: excludeParams,
    exclude_ips: excludeIps,
  });
}

/** All fields, except a password that was not typed. */
export function newWebsiteForm({ password, ...fields }: WebsiteFields): URLSearchParams {
  return websiteForm(password === '' ? fields : { ...fields, password });
}
