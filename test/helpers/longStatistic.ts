import { json } from './faultAnswers.ts';
import type { Answer } from './faultServer.ts';

/** A service with website 1 and so many pages, "/page/1" with the most views. Page n has count + 1 - n of them. */
export function longStatistic(
  count: number,
  arrived: (page: number) => Promise<void> = async () => {},
): Answer {
  return async (response, request) => {
    const query = new URLSearchParams(request.query);
    const [page, perPage] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 10)];
    if (!request.path.includes('/stats/')) {
      const website = { id: 1, domain: 'one.example', privacy: 1, email: 0, exclude_bots: 1 };
      return json({ data: request.path.endsWith('/1') ? website : [website] })(response, request);
    }
    if (query.get('name') !== 'page') {
      const day = query.get('from') ?? '';
      return json({ data: query.get('name') === 'pageviews' ? [{ value: day, count: count * count }] : [] })(
        response,
        request,
      );
    }
    await arrived(page);
    const first = (page - 1) * perPage + 1;
    const rows = Array.from({ length: Math.max(0, Math.min(perPage, count - first + 1)) }, (_, at) => ({
      value: `/page/${first + at}`,
      count: count + 1 - first - at,
    }));
    const meta = { current_page: page, last_page: Math.ceil(count / perPage), total: count };
    return json({ data: rows, meta })(response, request);
  };
}
