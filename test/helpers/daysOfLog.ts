import type { Day } from '#model/statistics/statistics.ts';

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

export interface DayOfLog {
  readonly day: Day;
  /** Who comes at each hour of UTC, midnight first: each once, for a page. */
  readonly hours: readonly number[];
}

/** An access log: a day without anybody has a line of a picture, which makes nobody a visitor. */
export function daysOfLog(days: readonly DayOfLog[]): string {
  const lines = days.flatMap(({ day, hours }) => {
    let visitor = 0;
    const pages = hours.flatMap((count, hour) =>
      Array.from({ length: count }, () => lineAt(day, hour, (visitor += 1), '/')),
    );
    return pages.length === 0 ? [lineAt(day, 12, 0, '/logo.png')] : pages;
  });
  return lines.join('');
}

function lineAt(day: Day, hour: number, visitor: number, path: string): string {
  const [year, month, date] = day.split('-');
  const time = `${date}/${months[Number(month) - 1]}/${year}:${String(hour).padStart(2, '0')}:30:00 +0000`;
  const address = `203.0.${Math.floor(visitor / 250)}.${1 + (visitor % 250)}`;
  return `${address} - - [${time}] "GET ${path} HTTP/1.1" 200 12 "-" "${agent}"\n`;
}
