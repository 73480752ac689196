import { panelOrder, statisticInfo } from '#model/statisticCatalogue.ts';
import { chartPanel } from '#store/dashboard.ts';
import { topView } from '#store/navigation.ts';
import type { State } from '#store/state.ts';
import { selectedWebsite } from '#store/websites.ts';
import type { Part } from '#components/style.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { statisticDetail } from './statistic/detail.ts';
import { websiteDetail } from './websites/cells.ts';

const nothing: Part = { text: label`` };

/** The line above the footer: a notice while there is one, else what is selected, in full. */
export function detailLine(state: State): Part {
  const notice = state.notices.current;
  if (notice !== undefined)
    return { text: safeText(notice.text), tone: notice.tone === 'info' ? 'warn' : notice.tone };
  const view = topView(state.navigation.stack);
  switch (view.screen) {
    case 'websites': {
      const website = selectedWebsite(state.websites);
      return website === undefined ? connectHint(state) : { text: websiteDetail(website) };
    }
    case 'dashboard': {
      const { panel, measure } = state.dashboard;
      const name = panel === chartPanel ? measure : panelOrder[panel];
      return name === undefined ? nothing : { text: safeText(statisticInfo(name).title), tone: 'dim' };
    }
    case 'statistic':
      return statisticDetail(state);
    default:
      return nothing;
  }
}

function connectHint({ profile }: State): Part {
  return profile.kind === 'demo'
    ? { text: label`This is the demo. Press P to connect a service.`, tone: 'dim' }
    : nothing;
}
