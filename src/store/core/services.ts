import type { Api } from '#api/api.ts';
import type { ChoicesFile } from '#config/choices.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { ThemeName } from '#model/text/themeName.ts';
import type { ProfilesService } from '#store/profiles/profilesService.ts';

/** The service in use, as the header names it. */
export interface ProfileInfo {
  readonly name: string;
  /** The demo, the person's own access logs, or a service somewhere. */
  readonly kind: 'demo' | 'logs' | 'service';
  /** It has no profile: its address and key are in the environment. */
  readonly fromEnvironment?: boolean;
  /** Its certificate is not checked: the environment says so. */
  readonly unchecked?: boolean;
  /** Takes add, edit and delete away. */
  readonly readOnly: boolean;
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

/** All that touches the world. The command line builds it, the store and the commands use it, tests give their own. */
export interface Services {
  readonly api: Api;
  readonly profile: ProfileInfo;
  /** Today in the profile's time zone. */
  today(): Day;
  /** Milliseconds since 1970. */
  now(): number;
  /** The profile's time zone, "Europe/Berlin". */
  readonly timeZone: string;
  /** What the person chose before; left out, nothing is remembered. */
  readonly choices?: ChoicesFile;
  /** Left out, the theme stays what it is. */
  readonly look?: LookService;
  /** The other services; left out, there is only this one. */
  readonly profiles?: ProfilesService;
  /** Ends the program, giving the terminal back. */
  quit(): void;
  /** Gives the shell back until it calls us to the front. */
  suspend(): void;
  /** Draws the whole screen anew. */
  redraw(): void;
  /** Puts a text on the clipboard of the machine the person sits at. The problem is one line. */
  copy(text: string): { readonly problem?: string | undefined };
  /** Starts the browser; the answer is why it was not started, a few words, where it was not. */
  openUrl(url: string): Promise<string | undefined>;
  /** Writes an export to a file, as a whole. Without `overwrite` a file that exists stays as it is. */
  writeExport(path: string, text: string, options: { readonly overwrite: boolean }): Promise<WrittenExport>;
}

export type WrittenExport =
  | { readonly kind: 'written'; readonly path: string }
  | { readonly kind: 'exists'; readonly path: string }
  | { readonly kind: 'failed'; readonly message: string };
