import type { Activity } from '#api/api.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { ComparisonSlice } from '#store/statistics/comparison.ts';
import type { AutoRefreshSlice } from '#store/refreshing/autoRefresh.ts';
import type { RotationSlice } from '#store/refreshing/rotation.ts';
import type { BulkDeletionSlice } from '#store/editing/bulkDeletion.ts';
import type { BulkEditSlice } from '#store/editing/bulkEdit.ts';
import type { BulkRunSlice } from '#store/editing/bulkRun.ts';
import type { DashboardSlice } from '#store/statistics/dashboard.ts';
import type { DeletionSlice } from '#store/editing/deletion.ts';
import type { EditorSlice } from '#store/editing/editor.ts';
import type { MarksSlice } from '#store/websites/marks.ts';
import type { HeatMapSlice } from '#store/statistics/heatMap.ts';
import type { ExportingSlice } from '#store/exporting/exporting.ts';
import type { IntroductionSlice } from '#store/introduction/introduction.ts';
import type { HistorySlice } from '#store/statistics/history.ts';
import type { MenuSlice } from '#store/navigation/menu.ts';
import type { NavigationSlice } from '#store/navigation/navigation.ts';
import type { LogsSlice } from '#store/refreshing/logs.ts';
import type { NowSlice } from '#store/refreshing/now.ts';
import type { LookSlice } from './look.ts';
import type { ScreenOf } from '#store/navigation/screenRules.ts';
import type { NoticesSlice } from './notices.ts';
import type { OverviewSlice } from '#store/websites/overview.ts';
import type { PreviewSlice } from '#store/websites/preview.ts';
import type { PeriodSlice } from '#store/statistics/period.ts';
import type { LastSeenSlice } from '#store/lastSeen/lastSeen.ts';
import type { RetrySlice } from '#store/refreshing/retry.ts';
import type { RecordsSlice } from '#store/websites/records.ts';
import type { ProfilesSlice } from '#store/profiles/profiles.ts';
import type { ProfileInfo } from './services.ts';
import type { StatisticSlice } from '#store/statistics/statistic.ts';
import type { Force, StatsSlice } from '#store/statistics/stats.ts';
import type { UndoSlice } from '#store/editing/undo.ts';
import type { Viewport } from './viewport.ts';
import type { TagsSlice } from '#store/websites/tags.ts';
import type { WebsitesSlice } from '#store/websites/websites.ts';
import type { WhySlice } from '#store/statistics/why.ts';

/** The parts of the state, each with its data and actions. */
export interface Slices {
  readonly navigation: NavigationSlice;
  readonly websites: WebsitesSlice;
  readonly marks: MarksSlice;
  readonly tags: TagsSlice;
  readonly overview: OverviewSlice;
  readonly preview: PreviewSlice;
  readonly bulkEdit: BulkEditSlice;
  readonly bulkDeletion: BulkDeletionSlice;
  readonly bulkRun: BulkRunSlice;
  readonly undo: UndoSlice;
  readonly records: RecordsSlice;
  readonly period: PeriodSlice;
  readonly comparison: ComparisonSlice;
  readonly stats: StatsSlice;
  readonly dashboard: DashboardSlice;
  readonly statistic: StatisticSlice;
  readonly heatMap: HeatMapSlice;
  readonly history: HistorySlice;
  readonly why: WhySlice;
  readonly autoRefresh: AutoRefreshSlice;
  readonly rotation: RotationSlice;
  readonly retry: RetrySlice;
  readonly exporting: ExportingSlice;
  readonly editor: EditorSlice;
  readonly deletion: DeletionSlice;
  readonly introduction: IntroductionSlice;
  readonly menu: MenuSlice;
  readonly notices: NoticesSlice;
  readonly logs: LogsSlice;
  readonly now: NowSlice;
  readonly look: LookSlice;
  readonly profiles: ProfilesSlice;
  readonly lastSeen: LastSeenSlice;
}

export interface State extends Slices {
  readonly screenOf: ScreenOf;
  readonly profile: ProfileInfo;
  /** What the service has: nothing else is offered. */
  readonly capabilities: Capabilities;
  readonly timeZone: string;
  /** Today in the profile's time zone; for a view that shows what was last seen, the day of that. */
  today(): Day;
  /** Today, whatever a view shows. */
  calendarDay(): Day;
  /** What all counts were multiplied by, where an index is shown in their place: chance goes by the counts themselves. */
  readonly scale?: number | undefined;
  readonly viewport: Viewport;
  readonly activity: Activity;
  /** The progress of generating the demo at the first start, 0 to 1. */
  readonly preparing?: number | undefined;
  showPreparing(fraction: number | undefined): void;
  resize(viewport: Viewport): void;
  /** Reads the view on screen again, cached data included. */
  refresh(force?: Force): void;
}
