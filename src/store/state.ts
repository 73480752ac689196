import type { Activity } from '#api/api.ts';
import type { Day } from '#model/statistics.ts';
import type { ComparisonSlice } from './comparison.ts';
import type { AutoRefreshSlice } from './autoRefresh.ts';
import type { BulkDeletionSlice } from './bulkDeletion.ts';
import type { BulkEditSlice } from './bulkEdit.ts';
import type { BulkRunSlice } from './bulkRun.ts';
import type { DashboardSlice } from './dashboard.ts';
import type { DeletionSlice } from './deletion.ts';
import type { EditorSlice } from './editor.ts';
import type { MarksSlice } from './marks.ts';
import type { HeatMapSlice } from './heatMap.ts';
import type { ExportingSlice } from './exporting.ts';
import type { HistorySlice } from './history.ts';
import type { MenuSlice } from './menu.ts';
import type { MoversSlice } from './movers.ts';
import type { NavigationSlice } from './navigation.ts';
import type { NoticesSlice } from './notices.ts';
import type { OverviewSlice } from './overview.ts';
import type { PeriodSlice } from './period.ts';
import type { RecordsSlice } from './records.ts';
import type { ProfilesSlice } from './profiles.ts';
import type { ProfileInfo } from './services.ts';
import type { StatisticSlice } from './statistic.ts';
import type { Force, StatsSlice } from './stats.ts';
import type { UndoSlice } from './undo.ts';
import type { Viewport } from './viewport.ts';
import type { WebsitesSlice } from './websites.ts';

/** The parts of the state, each with its data and the actions that change it. */
export interface Slices {
  readonly navigation: NavigationSlice;
  readonly websites: WebsitesSlice;
  readonly marks: MarksSlice;
  readonly overview: OverviewSlice;
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
  readonly movers: MoversSlice;
  readonly autoRefresh: AutoRefreshSlice;
  readonly exporting: ExportingSlice;
  readonly editor: EditorSlice;
  readonly deletion: DeletionSlice;
  readonly menu: MenuSlice;
  readonly notices: NoticesSlice;
  readonly profiles: ProfilesSlice;
}

export interface State extends Slices {
  readonly profile: ProfileInfo;
  readonly timeZone: string;
  /** Today in the profile's time zone. */
  today(): Day;
  readonly viewport: Viewport;
  readonly activity: Activity;
  /** How much of the demo is made, 0 to 1, while it is being made on the first start. */
  readonly preparing?: number | undefined;
  showPreparing(fraction: number | undefined): void;
  resize(viewport: Viewport): void;
  /** Reads again what is on screen, the cached too. */
  refresh(force?: Force): void;
}
