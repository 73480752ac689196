import { bare, json } from './faultAnswers.ts';
import type { Answer } from './faultServer.ts';

const rowsOfPage = 10;

/**
 * A service with website 1 whose lists never say that they end. `pageOf` tells which page it gives for the one that is
 * asked for. Every page has ten rows.
 */
export function endlessPages(pageOf: (page: number) => number): Answer {
  return (response, request) => {
    const [, , , endpoint, id] = request.path.split('/');
    const page = pageOf(Number(new URLSearchParams(request.query).get('page') ?? '1'));
    const numbers = Array.from({ length: rowsOfPage }, (_, at) => (page - 1) * rowsOfPage + at + 1);
    // What is read for the sum of it all is nothing.
    if (endpoint === 'stats' && !request.query.includes('name=page&'))
      return json({ data: [] })(response, request);
    if (endpoint === 'stats') {
      return json({ data: numbers.map(n => ({ value: `/page-${n}`, count: n })) })(response, request);
    }
    if (id === undefined) return json({ data: numbers.map(website) })(response, request);
    return (id === '1' ? json({ data: website(1) }) : bare(404))(response, request);
  };
}

function website(id: number) {
  const settings = { privacy: 1, email: 0, exclude_bots: 1, exclude_params: '', exclude_ips: '' };
  return { id, domain: `site-${id}.example`, ...settings };
}
