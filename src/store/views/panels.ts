import { listFor, type OwnLists } from '#model/own/yours.ts';
import { type Capabilities, hasStatistic, panelsOf } from '#model/service/capabilities.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import { ownTags, type Tags } from '#model/website/tags.ts';
import { type Route, websiteIdOf } from '#store/navigation/route.ts';
import { type RecordState, websiteOf } from '#store/websites/records.ts';
import { resultOfEach } from '#text/memo.ts';

/** What the panels of a dashboard depend on; without what is one's own they are those of the service. */
export type PanelsState = { readonly capabilities: Capabilities } & Partial<OwnPanelsState>;

interface OwnPanelsState extends RecordState {
  readonly navigation: { readonly view: Route };
  readonly tags: { readonly all: Tags };
  readonly yours: { readonly panels: OwnLists<StatisticName> };
}

/** The same list as long as nothing changes it. Of one's own those that the service has, else all that it has. */
export function shownPanels(state: PanelsState): readonly StatisticName[] {
  const { capabilities, yours } = state;
  const list = yours && listFor(yours.panels, tagsInView(state));
  if (list === undefined) return panelsOf(capabilities);
  return ownPanels(capabilities, [list], () => {
    const found = list.filter(name => hasStatistic(capabilities, name));
    return found.length === 0 ? panelsOf(capabilities) : found;
  });
}

// Of the view and the one before.
const ownPanels = resultOfEach<readonly StatisticName[]>(4);

/** Of a website that is not read yet those that its id was given. */
export function tagsInView(state: PanelsState): readonly string[] {
  const { navigation, tags, records, websites } = state;
  if (navigation === undefined || tags === undefined || tags.all.size === 0) return [];
  const id = websiteIdOf(navigation.view);
  if (id === undefined) return [];
  const website = records && websites && websiteOf({ records, websites }, id);
  return (website === undefined ? tags.all.get(id)?.tags : ownTags(tags.all, website)) ?? [];
}

/** The panel that has the focus; undefined where the chart has it. */
export function focusedPanel(
  state: PanelsState & { readonly dashboard: { readonly panel: number } },
): StatisticName | undefined {
  return shownPanels(state)[state.dashboard.panel];
}
