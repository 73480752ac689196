import { helpOf, paletteOf } from '#commands/registry.ts';
import { BulkDeletePopup } from '#screens/bulkDelete/Screen.tsx';
import { BulkEditScreen } from '#screens/bulkEdit/Screen.tsx';
import { BulkReviewScreen } from '#screens/bulkReview/Screen.tsx';
import { BulkRunScreen } from '#screens/bulkRun/Screen.tsx';
import { ComparePopup } from '#screens/compare/Screen.tsx';
import { ConnectPopup } from '#screens/connect/Screen.tsx';
import { ConfirmPopup } from '#screens/confirm/Screen.tsx';
import { DashboardScreen } from '#screens/dashboard/Screen.tsx';
import { DeletePopup } from '#screens/delete/Screen.tsx';
import { EditorScreen } from '#screens/editor/Screen.tsx';
import { ExportPopup } from '#screens/export/Screen.tsx';
import { HeatMapScreen } from '#screens/heatMap/Screen.tsx';
import { HelpScreen } from '#screens/help/Screen.tsx';
import { HistoryScreen } from '#screens/history/Screen.tsx';
import { MoversScreen } from '#screens/movers/Screen.tsx';
import { PalettePopup } from '#screens/palette/Screen.tsx';
import { PeriodPopup } from '#screens/period/Screen.tsx';
import { ProfilesPopup } from '#screens/profiles/Screen.tsx';
import { RecordScreen } from '#screens/record/Screen.tsx';
import { SortPopup } from '#screens/sort/Screen.tsx';
import { StatisticScreen } from '#screens/statistic/Screen.tsx';
import { useAppState } from '#screens/useAppState.ts';
import { WebsitesScreen } from '#screens/websites/Screen.tsx';
import { topRoute, topView } from '#store/navigation/navigation.ts';
import { overlays, type Route } from '#store/navigation/route.ts';

/** The view on top of the stack; with `overlay`, the menu or dialog drawn over it, if there is one. */
export function CurrentScreen({ overlay = false }: { readonly overlay?: boolean }) {
  const stack = useAppState(state => state.navigation.stack);
  const top = topRoute(stack);
  if (overlay) return overlays.has(top.screen) ? <Drawn route={top} /> : null;
  return <Drawn route={topView(stack)} />;
}

function Drawn({ route }: { readonly route: Route }) {
  switch (route.screen) {
    case 'websites':
      return <WebsitesScreen />;
    case 'dashboard':
      return <DashboardScreen websiteId={route.websiteId} />;
    case 'statistic':
      return <StatisticScreen websiteId={route.websiteId} name={route.name} />;
    case 'movers':
      return <MoversScreen />;
    case 'history':
      return <HistoryScreen />;
    case 'export':
      return <ExportPopup />;
    case 'heatMap':
      return <HeatMapScreen websiteId={route.websiteId} name={route.name} />;
    case 'editor':
      return <EditorScreen />;
    case 'help':
      return <Help />;
    case 'sort':
      return <SortPopup />;
    case 'period':
      return <PeriodPopup />;
    case 'compare':
      return <ComparePopup />;
    case 'palette':
      return <Palette />;
    case 'profiles':
      return <ProfilesPopup />;
    case 'connect':
      return <ConnectPopup />;
    case 'delete':
      return <DeletePopup />;
    case 'confirm':
      return <ConfirmPopup />;
    case 'record':
      return <RecordScreen websiteId={route.websiteId} />;
    case 'bulkEdit':
      return <BulkEditScreen />;
    case 'bulkReview':
      return <BulkReviewScreen />;
    case 'bulkRun':
      return <BulkRunScreen />;
    case 'bulkDelete':
      return <BulkDeletePopup />;
  }
}

function Help() {
  return <HelpScreen rows={helpOf(useAppState(state => state))} />;
}

function Palette() {
  return <PalettePopup items={paletteOf(useAppState(state => state))} />;
}
