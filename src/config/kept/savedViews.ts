import { join } from 'node:path';
import * as z from 'zod/mini';
import { baselines } from '#model/comparison/periods.ts';
import { ConfigError } from '#model/failure.ts';
import {
  asViewName,
  maxSteps,
  noViews,
  type SavedView,
  type SavedViews,
  viewCalled,
} from '#model/savedView.ts';
import { readCondition } from '#model/service/filter.ts';
import { websitesSorts } from '#model/own/choices.ts';
import { sessionMeasures } from '#model/statistics/sessions.ts';
import { allStatistics } from '#model/statistics/statistics.ts';
import { parsedJson } from '#text/safeText.ts';
import { jsonFile, storedDay, withoutProto } from '#config/jsonFile.ts';
import type { KeptFile } from './localData.ts';
import { isBuiltIn, storedProfiles } from '#config/profile/profiles.ts';
import type { Paths } from '#config/paths.ts';

const version = 1;

const maxLength = 2_000;
const text = () => z.string().check(z.maxLength(maxLength));
const flag = () => z.optional(z.literal(true));
const website = () => z.object({ id: text(), domain: text() });
const statistic = () => z.enum(allStatistics);
const sort = () => z.enum(['asc', 'desc']);

const common = () => ({
  profile: text().check(z.minLength(1)),
  period: text().check(z.minLength(1)),
  steps: z.optional(z.int().check(z.minimum(-maxSteps), z.maximum(maxSteps))),
  compare: z.enum([...baselines, 'none']),
  where: z.optional(
    z.array(text().check(z.refine(each => readCondition(each) !== undefined))).check(z.maxLength(40)),
  ),
});

const savedView = (): z.ZodMiniType<SavedView> => {
  const ofWebsite = { ...common(), website: website() };
  return z.discriminatedUnion('screen', [
    z.object({
      ...common(),
      screen: z.literal('websites'),
      search: text(),
      sortBy: z.enum(websitesSorts),
      sort: sort(),
      onlyAttention: flag(),
    }),
    z.object({
      ...ofWebsite,
      screen: z.literal('dashboard'),
      measure: z.enum(['visitors', 'pageviews', ...sessionMeasures]),
    }),
    z.object({
      ...ofWebsite,
      screen: z.literal('statistic'),
      statistic: statistic(),
      search: text(),
      sortBy: z.enum(['count', 'value', 'change']),
      sort: sort(),
      logScale: flag(),
      map: flag(),
    }),
    z.object({
      ...ofWebsite,
      screen: z.literal('heatMap'),
      statistic: z.enum(['visitors_hours', 'pageviews_hours']),
    }),
    z.object({ ...ofWebsite, screen: z.literal('history'), statistic: statistic(), value: text() }),
    z.object({
      ...ofWebsite,
      screen: z.literal('why'),
      day: z.optional(storedDay()),
      group: z.optional(z.enum(['days', ...allStatistics])),
    }),
    z.object({ ...ofWebsite, screen: z.literal(['year', 'now', 'record']) }),
    z.object({
      ...common(),
      screen: z.literal('sideBySide'),
      websites: z.array(website()).check(z.minLength(1), z.maxLength(8)),
    }),
  ]);
};

const name = () => z.string().check(z.refine(each => asViewName(each) === each));

/** What is exported and imported has the shape of the file. */
const viewsFile = (): z.ZodMiniType<ViewsFileContent> =>
  z.looseObject({
    version: z.literal(version),
    default: z.optional(name()),
    views: withoutProto(z.record(name(), savedView())),
  });

interface ViewsFileContent extends SavedViews {
  readonly version: typeof version;
}

export const savedViewsPath = (folder: string) => join(folder, 'views.json');

export function openSavedViews(folder: string): KeptFile<SavedViews> {
  const file = jsonFile<ViewsFileContent>(savedViewsPath(folder), {
    schema: viewsFile,
    empty: { version, ...noViews },
    refusal: 'holds no views that can be read',
    full: 'These are more views than can be kept: sitedeck view remove takes some away.',
  });
  return {
    read: () => file.read(),
    change(change) {
      let changed = noViews;
      file.change(now => {
        changed = change(now);
        if (changed === now) return now;
        const { default: _, ...rest } = now;
        const next = { ...rest, ...changed, version } as const;
        if (!viewsFile().safeParse(next).success)
          throw new ConfigError(
            'A text of this view is too long to be kept, of its filter or of what is searched.',
          );
        return next;
      });
      return changed;
    },
  };
}

/** As `sitedeck view export` prints them. */
export function viewsText({ views }: SavedViews): string {
  return `${JSON.stringify({ version, views }, null, 2)}\n`;
}

/** Undefined for a text that is no such file. */
export function readViewsText(text: string): SavedViews['views'] | undefined {
  return viewsFile().safeParse(parsedJson(text)).data?.views;
}

/** The view that a start without a website opens; undefined where there is none, or none that can be read. */
export function defaultView(folder: string): string | undefined {
  try {
    const { default: name } = openSavedViews(folder).read();
    return name;
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

/** The profile of a view, where it is there: what is chosen by an option goes before it. */
export function profileOfView(view: SavedView | undefined, paths: Paths): string | undefined {
  if (view === undefined) return undefined;
  const { profile } = view;
  return isBuiltIn(profile) || Object.hasOwn(storedProfiles(paths).profiles, profile) ? profile : undefined;
}

/** Undefined where there is none of that name. Throws a ConfigError for a file that cannot be used. */
export function readView(folder: string, name: string): SavedView | undefined {
  return viewCalled(openSavedViews(folder).read(), name);
}
