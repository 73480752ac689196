import type { Activity } from '#api/api.ts';
import type { LinesQuestion } from '#model/lines.ts';
import type { Condition } from '#model/service/filter.ts';
import type { CursorPoint } from '#model/statistics/cursor.ts';
import type { SessionMeasure } from '#model/statistics/sessions.ts';
import type { Day, StatisticName } from '#model/statistics/statistics.ts';
import type { Answers, Force } from '#queries/answers/answers.ts';
import type { QueryContext } from '#queries/answers/request.ts';
import type { DeletionSlice } from '#store/editing/deletion.ts';
import type { EditorSlice } from '#store/editing/editor.ts';
import type { BulkRunSlice } from '#store/editing/run.ts';
import type { UndoSlice } from '#store/editing/undo.ts';
import type { GoalsSlice } from '#store/kept/goals.ts';
import type { NotesSlice } from '#store/kept/notes.ts';
import type { SavedViewsSlice } from '#store/kept/savedViews.ts';
import type { YoursSlice } from '#store/kept/yours.ts';
import type { MenuSlice, NavigationSlice, RotationSlice } from '#store/navigation/navigation.ts';
import type { Route, ScreenName } from '#store/navigation/route.ts';
import type { IntroductionSlice } from '#store/profile/introduction.ts';
import type { LogsSlice, NowSlice } from '#store/profile/ownLogs.ts';
import type { ProfilesSlice } from '#store/profile/profiles.ts';
import type { ProfileInfo } from '#store/profile/services.ts';
import type { HeatMapSlice } from '#store/queries/series.ts';
import type { ComparisonSlice } from '#store/queries/question.ts';
import type { LastSeenSlice } from '#store/reading/lastSeen.ts';
import type { AutoRefreshSlice, RetrySlice } from '#store/reading/refreshing.ts';
import type { DashboardSlice } from '#store/views/dashboard.ts';
import type { DayWhySlice } from '#store/views/dayWhy.ts';
import type { HistorySlice } from '#store/views/history.ts';
import type { RowPaneSlice } from '#store/views/rowPane.ts';
import type { MarksSlice, SideBySideSlice } from '#store/websites/marks.ts';
import type { StatisticSlice } from '#store/views/statistic.ts';
import type { WhySlice, WhySubject } from '#store/views/why.ts';
import type { OverviewSlice } from '#store/websites/numbers.ts';
import type { PreviewSlice } from '#store/websites/previewContent.ts';
import type { RecordsSlice } from '#store/websites/records.ts';
import type { TagsSlice } from '#store/websites/tags.ts';
import type { WebsitesSlice } from '#store/websites/websites.ts';
import type { Viewport } from './display.ts';
import type { ThemeSlice } from './theme.ts';
import type { NoticesSlice } from './notices.ts';
import type { ExportingSlice, ExportSource } from './exporting.ts';
import type { FilterSlice } from './filter.ts';
import type { LinesSlice } from './lines.ts';
import type { PeriodSlice } from './period.ts';
import type { SliceContext } from './slice.ts';

export interface StoreContext extends SliceContext<Slices, State> {
  readonly screenOf: ScreenOf;
}

export interface Slices {
  readonly navigation: NavigationSlice;
  readonly websites: WebsitesSlice;
  readonly marks: MarksSlice;
  readonly tags: TagsSlice;
  readonly notes: NotesSlice;
  readonly goals: GoalsSlice;
  readonly savedViews: SavedViewsSlice;
  readonly overview: OverviewSlice;
  readonly preview: PreviewSlice;
  readonly bulkRun: BulkRunSlice;
  readonly undo: UndoSlice;
  readonly records: RecordsSlice;
  readonly period: PeriodSlice;
  readonly comparison: ComparisonSlice;
  readonly filter: FilterSlice;
  /** All that is read of statistics: another object whenever something has changed. */
  readonly answers: Answers;
  readonly dashboard: DashboardSlice;
  readonly dayWhy: DayWhySlice;
  readonly statistic: StatisticSlice;
  readonly heatMap: HeatMapSlice;
  readonly rowPane: RowPaneSlice;
  readonly history: HistorySlice;
  readonly why: WhySlice;
  readonly sideBySide: SideBySideSlice;
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
  readonly lines: LinesSlice;
  readonly theme: ThemeSlice;
  readonly profiles: ProfilesSlice;
  readonly lastSeen: LastSeenSlice;
  readonly yours: YoursSlice;
}

export interface State extends Slices, Omit<QueryContext, 'answers' | 'today'> {
  readonly screenOf: ScreenOf;
  readonly profile: ProfileInfo;
  /** Today in the profile's time zone; for a view that shows what was last seen, the day of that. */
  today(): Day;
  /** Today, whatever a view shows. */
  calendarDay(): Day;
  /** The size that views have: that of the terminal without what is said above all of them. */
  readonly viewport: Viewport;
  readonly terminal: Viewport;
  readonly activity: Activity;
  /** The progress of generating the demo at the first start, 0 to 1. */
  readonly preparing?: number | undefined;
  showPreparing(fraction: number | undefined): void;
  resize(viewport: Viewport): void;
  /** Reads the view on screen again, cached data included. */
  refresh(force?: Force): void;
}

export interface ShownChart {
  readonly websiteId: string;
  readonly name: StatisticName | SessionMeasure;
  readonly points: readonly CursorPoint[];
  readonly index: number | undefined;
}

/** The store may not import the screens: they are handed to `createStore`. What a screen leaves out it does not do. */
export interface ScreenRules<R extends Route = Route> {
  readonly screen: R['screen'];
  /** Drawn over the view it was opened from. */
  readonly overlay?: true;
  /** A form: letters are typed into it, and it has its own way to leave. */
  readonly isForm?: true;
  /** Also on `r`. With `force` also what is cached, or of that only today; without, only what is not fresh. */
  load?(state: State, route: R, force: Force): void;
  /** What Esc stops or clears before it leaves the screen, where there is something. */
  escapeTarget?(state: State): EscapeTarget | undefined;
  readonly hasPeriod?: true;
  /** Why the period's key would change nothing that is shown. */
  whyNoPeriod?(state: State, key: string): string | undefined;
  /** `R` reads today again every so often. */
  readonly autoRefreshes?: true;
  /** `u` undoes the last edit from here. */
  readonly undoes?: true;
  /** The change of its numbers that `w` explains, or why it does not now, in a sentence. */
  explained?(state: State, route: R): WhySubject | string;
  /** Its chart that the keys move along, as far as it is read; undefined also while something else has the focus. */
  chart?(state: State, route: R): ShownChart | undefined;
  /** What makes exact data of what it shows, or why there is none now, in a sentence. Every key asks: the data is made by the call. */
  exported?(state: State, route: R): (() => ExportSource | undefined) | string;
  /** Which lines of logs are behind the row or the day under the cursor, or why it has none, in a sentence. */
  lines?(state: State, route: R): LinesQuestion | string;
  selected?(state: State, route: R): Selected | undefined;
  /** What the row under the cursor is a condition of; several where all of them must hold; why there is none, in a sentence. */
  conditions?(state: State, route: R): readonly Pick<Condition, 'field' | 'value'>[] | string;
  /** The words behind `sitedeck` that print what it exports, not yet quoted and without a format. */
  commandWords?(state: State, route: R): readonly string[] | undefined;
  /** Its command prints text whatever is chosen, or a picture too; else data in the format that is chosen. */
  readonly commandPrints?: 'text' | 'picture';
}

export interface Selected {
  /** Raw, as the service returned it. */
  readonly value: string;
  /** Its address on the website's own domain. */
  readonly url: string | undefined;
}

export type ScreenOf = (name: ScreenName) => ScreenRules;

/** What Esc acts on: the innermost of these. */
export type EscapeTarget =
  | 'dialog'
  | 'cursor'
  | 'field'
  | 'marks'
  | 'attention'
  | 'row'
  | 'search'
  | 'reading'
  | 'run'
  | 'view'
  | 'root';
