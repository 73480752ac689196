import type { ReactNode } from 'react';
import type { ScreenKeys } from '#commands/command.ts';
import type { Part } from '#components/parts.ts';
import type { Route, RouteOf, ScreenName } from '#store/navigation/route.ts';
import type { ScreenRules, State } from '#store/state.ts';
import type { SafeText } from '#text/safeText.ts';
import type { KeyHint } from './messages.ts';

type View<R extends Route = Route> = { draw(route: R): ReactNode }['draw'];

export type ScreenDefinition<S extends ScreenName = ScreenName> = DefinitionOf<RouteOf<S>>;

interface DefinitionOf<R extends Route> extends ScreenRules<R>, ScreenKeys {
  /** Loads its view: definitions are read at the start, React and Ink while the first request is under way. */
  view(): Promise<View<R>>;
  title?(state: State, route: R): readonly SafeText[];
  /** The line above the footer: what is selected, in full. */
  detail?(state: State, route: R): Part | undefined;
  /** A row of the screen that stands in that line while nothing else is to be said there. */
  detailRow?(state: State, route: R): readonly Part[] | undefined;
  /** The next step of the form that it was opened from, which is not seen beneath it. */
  readonly replacesForm?: true;
  /** The keys that the text on it asks for now: the footer names them first. */
  keyHints?(state: State, route: R): readonly KeyHint[];
}

type Missing<List extends readonly ScreenDefinition[]> = Exclude<ScreenName, List[number]['screen']>;

/** The list as it is. One that lacks a screen is a type error which says its name. */
export function everyScreen<const List extends readonly ScreenDefinition[]>(
  list: List & ([Missing<List>] extends [never] ? unknown : { readonly missing: Missing<List> }),
): readonly ScreenDefinition[] {
  return list;
}
