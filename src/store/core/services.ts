import type { Api } from '#api/api.ts';
import type { After } from '#api/limiter.ts';
import type { ChoicesFile } from '#config/choicesFile.ts';
import type { LastSeen } from '#config/lastSeen/kept.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { ThemeName } from '#model/text/themeName.ts';
import type { State } from './state.ts';
import type { IntroductionFile } from '#config/introductionFile.ts';
import type { LogsService } from '#store/profiles/logsService.ts';
import type { NowService } from '#store/refreshing/nowService.ts';
import type { ProfilesService } from '#store/profiles/profilesService.ts';
import type { TagsService } from '#store/websites/tagsService.ts';
import type { WrittenExport } from '#system/writeExport.ts';

/** The service in use, as shown in the header. */
export interface ProfileInfo {
  readonly name: string;
  /** The demo, the user's own access logs, or a remote service. */
  readonly kind: 'demo' | 'logs' | 'service';
  /** The address of a service; the demo and the user's own logs have none. */
  readonly url?: string | undefined;
  /** Not a stored profile: its address and key come from the environment. */
  readonly fromEnvironment?: boolean;
  /** What is read of it is kept for the next start. */
  readonly keepsLastSeen?: boolean;
  /** Its certificate is not checked (NODE_TLS_REJECT_UNAUTHORIZED=0). */
  readonly unchecked?: boolean;
  /** Hides add, edit, delete and undo. */
  readonly readOnly: boolean;
  /** For people whom its owner does not know: nothing leads to a file, a browser, the shell or another profile. */
  readonly isKiosk?: boolean;
}

/** The theme in use. */
export interface LookService {
  readonly chosen: ThemeName;
  /** False where there are only sixteen colours, or none. */
  readonly canChange: boolean;
  /** Until another one is shown, or the program ends. */
  show(theme: ThemeName): void;
  /** For good: also at the next start. */
  choose(theme: ThemeName): void;
}

/** All side effects outside the store. The application builds it; tests pass their own. */
export interface Services {
  readonly api: Api;
  readonly profile: ProfileInfo;
  /** Today in the profile's time zone. */
  today(): Day;
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs something after so many milliseconds. */
  readonly after: After;
  /** The profile's time zone, "Europe/Berlin". */
  readonly timeZone: string;
  /** Seconds between two refreshes, which are then on from the start. */
  readonly refreshEvery?: number | undefined;
  /** Seconds that each website is shown before the next one; without it nothing goes on by itself. */
  readonly rotateEvery?: number | undefined;
  /** The saved choices; without it nothing is saved. */
  readonly choices?: ChoicesFile;
  /** What an earlier session saw; without it nothing is kept. */
  readonly lastSeen?: LastSeen | undefined;
  /** Without it websites have no tags. */
  readonly tags?: TagsService | undefined;
  /** Without it nothing is shown to somebody who is new. */
  readonly introduction?: IntroductionFile | undefined;
  /** Without it the theme cannot be changed. */
  readonly look?: LookService;
  /** The other services; without it there is only this one. */
  readonly profiles?: ProfilesService;
  /** The user's own logs; not where nothing may be changed. */
  readonly logs?: LogsService;
  /** What happens now, where the websites are counted from the user's own logs. */
  readonly live?: NowService | undefined;
  /** Ends the program and restores the terminal. */
  quit(): void;
  /** Suspends the program until the shell's fg. */
  suspend(): void;
  /** Redraws the whole screen. */
  redraw(): void;
  /** Copies a text to the clipboard of the user's machine. The problem is one line. */
  copy(text: string): { readonly problem?: string | undefined };
  /** What the screen shows of a state, as a picture (SVG); `hides`: without its names and numbers. Without it there are none. */
  readonly drawPicture?:
    ((state: State, options: { readonly hides: boolean }) => Promise<string>) | undefined;
  /** Opens a URL in the browser; resolves to a few words why not, where it was not opened. */
  openUrl(url: string): Promise<string | undefined>;
  /**
   * Writes an export to a file atomically. Without `overwrite` an existing file is left as it is. Where nothing can be written
   * exports go to the clipboard only.
   */
  readonly writeExport?:
    | ((path: string, text: string, options: { readonly overwrite: boolean }) => Promise<WrittenExport>)
    | undefined;
}
