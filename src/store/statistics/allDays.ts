import { readAllTime } from '#model/period/allTime.ts';
import { parseDay } from '#model/period/day.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';
import type { Website } from '#model/website/website.ts';
import type { StoreContext } from '#store/core/context.ts';
import { routeKey } from '#store/navigation/route.ts';
import { websiteOf } from '#store/websites/records.ts';

/** Of more websites than this only the days they were added are looked at: each takes two requests at least. */
const mostRead = 100;

/** Finds the first day of the website in view, or of all that are listed, and shows all days since. */
export async function chooseAllDays({ get, loader, services }: StoreContext): Promise<void> {
  const { navigation, websites, notices, period } = get();
  const { view } = navigation;
  const own = 'websiteId' in view && view.websiteId !== undefined ? view.websiteId : undefined;
  const asked: readonly Pick<Website, 'id' | 'createdAt'>[] =
    own === undefined ? (websites.list.data?.rows ?? []) : [websiteOf(get(), own) ?? { id: own }];
  const today = services.today();
  notices.say('Looking for the first day ...');
  await loader.load<Period>({
    key: 'allDays',
    owner: routeKey(view),
    async read(signal) {
      if (asked.length > mostRead) return { from: earliest(asked.map(addedOn), today), to: today };
      const api = {
        readSeries: async (id: string, name: 'visitors', days: Period) =>
          await services.api.readSeries(id, name, days, signal),
      };
      const found = await Promise.all(asked.map(website => readAllTime(api, website, today)));
      return {
        from: earliest(
          found.map(({ from }) => from),
          today,
        ),
        to: today,
      };
    },
    current: () => undefined,
    write({ data, error }) {
      if (error !== undefined) notices.say(error.message, 'bad');
      if (data === undefined) return;
      notices.clear();
      period.choose({ kind: 'range', ...data });
    },
  });
}

function addedOn({ createdAt = '' }: Pick<Website, 'createdAt'>): Day | undefined {
  return parseDay(createdAt);
}

function earliest(days: readonly (Day | undefined)[], today: Day): Day {
  return days.reduce<Day>((first, day) => (day !== undefined && day < first ? day : first), today);
}
