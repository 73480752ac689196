import { topRoute, topView } from '#store/navigation/navigation.ts';
import { rowNumbers } from '#store/websites/overviewNumbers.ts';
import type { State } from '#store/core/state.ts';
import { selectedWebsite } from '#store/websites/websites.ts';
import type { Part } from '#components/style.ts';
import { joinSafe, label, safeText } from '#terminal/safeText.ts';
import { reviewDetail } from './bulkReview/detail.ts';
import { runDetail } from './bulkRun/detail.ts';
import { recordDetail } from './record/detail.ts';
import { historyDetail } from './history/detail.ts';
import { moverDetail } from './movers/words.ts';
import { dashboardDetail } from './dashboard/detail.ts';
import { heatMapDetail } from './heatMap/detail.ts';
import { statisticDetail } from './statistic/detail.ts';
import { websiteDetail, websiteTitle } from './websites/cells.ts';

const nothing: Part = { text: label`` };

/** The line above the footer: a notice while there is one, else what is selected, in full. */
export function detailLine(state: State): Part {
  const notice = state.notices.current;
  if (notice !== undefined)
    return { text: safeText(notice.text), tone: notice.tone === 'info' ? 'warn' : notice.tone };
  const { stack } = state.navigation;
  if (topRoute(stack).screen === 'bulkDelete')
    return { text: joinSafe(state.bulkDeletion.websites.map(websiteTitle), label`, `) };
  const view = topView(stack);
  switch (view.screen) {
    case 'websites': {
      const website = selectedWebsite(state.websites);
      if (website === undefined) return connectHint(state);
      const { attention, error } = rowNumbers(state, website);
      if (error !== undefined) return { text: label`Not read: ${safeText(error.message)}`, tone: 'bad' };
      return { text: websiteDetail(website, attention) };
    }
    case 'dashboard':
      return dashboardDetail(state, view.websiteId);
    case 'bulkReview':
      return reviewDetail(state);
    case 'bulkRun':
      return runDetail(state);
    case 'record':
      return recordDetail(state);
    case 'movers':
      return moverDetail(state);
    case 'history':
      return historyDetail(state);
    case 'statistic':
      return statisticDetail(state);
    case 'heatMap':
      return heatMapDetail(state, view.websiteId, view.name);
    default:
      return nothing;
  }
}

function connectHint({ profile }: State): Part {
  return profile.kind === 'demo'
    ? { text: label`This is the demo. P connects a service.`, tone: 'dim' }
    : nothing;
}
