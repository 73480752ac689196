import type { StatisticName } from '#model/statistics/statistics.ts';
import type { OwnCommand } from './command.ts';
import type { OwnKeys } from './keys.ts';
import { panelNames } from '#model/service/capabilities.ts';

export interface Yours {
  readonly commands: readonly OwnCommand[];
  readonly keys: OwnKeys;
  /** Of a dashboard. */
  readonly panels: OwnLists<StatisticName>;
  /** Of the list of websites. */
  readonly columns: OwnLists<ColumnName>;
}

/** The columns that the list of websites may have; the mark of what needs attention stands behind the domain by itself. */
export const columnNames = [
  'domain',
  'name',
  'days',
  'visitors',
  'change',
  'pageviews',
  'tags',
  'privacy',
  'bots',
  'email',
  'added',
  'id',
] as const;
export type ColumnName = (typeof columnNames)[number];

/** What is shown, in its order: for all websites, and in place of that for those with a tag. */
export interface OwnLists<T> {
  readonly all?: readonly T[] | undefined;
  /** In the order of the file. */
  readonly tags: readonly { readonly tag: string; readonly names: readonly T[] }[];
}

export const noLists: OwnLists<never> = { tags: [] };

export const nothingYours: Yours = { commands: [], keys: {}, panels: noLists, columns: noLists };

/** Of several tags with a list the first one in the file counts; undefined where nothing was chosen. */
export function listFor<T>({ all, tags }: OwnLists<T>, own: readonly string[]): readonly T[] | undefined {
  return tags.find(({ tag }) => own.includes(tag))?.names ?? all;
}

export type PanelChange = 'earlier' | 'later' | 'hide' | 'showHidden' | 'reset';

/** A list of config.yaml as it is to be: that of a tag or that for all; without names it is taken out. */
export interface ChangedList {
  readonly tag?: string | undefined;
  readonly names: readonly StatisticName[] | undefined;
}

/**
 * The list that a change of the panels of a website with these tags makes; undefined where it changes nothing. Panels that the
 * service lacks keep their places in it.
 * @param shown those on the dashboard
 * @param offered all those of the service in view
 */
export function changedPanels(
  lists: OwnLists<StatisticName>,
  own: readonly string[],
  {
    change,
    panel,
    shown,
    offered,
  }: {
    change: PanelChange;
    panel?: StatisticName | undefined;
    shown: readonly StatisticName[];
    offered: readonly StatisticName[];
  },
): ChangedList | undefined {
  const tag = lists.tags.find(each => own.includes(each.tag))?.tag;
  const now = listFor(lists, own);
  // Where the service has none of a list all that it has are shown.
  const listed =
    now === undefined ? panelNames : now.some(name => shown.includes(name)) ? now : [...now, ...shown];
  if (change === 'reset') return now === undefined ? undefined : { tag, names: undefined };
  if (change === 'showHidden') {
    const hidden = panelNames.filter(name => !listed.includes(name));
    return !hidden.some(name => offered.includes(name)) ? undefined : { tag, names: [...listed, ...hidden] };
  }
  const place = panel === undefined ? -1 : shown.indexOf(panel);
  if (panel === undefined || place === -1) return undefined;
  const others = listed.filter(name => name !== panel);
  if (change === 'hide') return shown.length === 1 ? undefined : { tag, names: others };
  const beside = shown[place + (change === 'earlier' ? -1 : 1)];
  if (beside === undefined) return undefined;
  const at = others.indexOf(beside) + (change === 'earlier' ? 0 : 1);
  return { tag, names: others.toSpliced(at, 0, panel) };
}
