import type { Api } from '#api/api.ts';
import type { After } from '#api/limiter.ts';
import type { ChoicesFile, IntroductionFile } from '#config/choices.ts';
import type { LastSeen } from '#config/kept/kept.ts';
import type { SavedViews, ViewedWebsite } from '#model/savedView.ts';
import type { FoundLog, LinesProgress, LinesQuestion, LinesSummary } from '#model/lines.ts';
import type { NowNumbers } from '#model/now.ts';
import type { ChangedList, Yours } from '#model/own/yours.ts';
import type { Filter } from '#model/service/filter.ts';
import type { ThemeName } from '#model/own/choices.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { Goals } from '#model/website/goal.ts';
import type { Notes } from '#model/website/notes.ts';
import type { Tags } from '#model/website/tags.ts';
import type { Website } from '#model/website/website.ts';
import type { WrittenExport } from '#system/exportFile.ts';

export interface ProfileInfo {
  readonly name: string;
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

export interface ThemeService {
  readonly chosen: ThemeName;
  /** False where there are only sixteen colours, or none. */
  readonly canChange: boolean;
  /** Whether dark or light is not known, and nobody has chosen: the first card asks. */
  readonly isUnknown: boolean;
  /** Until another one is shown, or the program ends. */
  show(theme: ThemeName): void;
  /** For good: also at the next start. */
  choose(theme: ThemeName): void;
}

/** All side effects outside the store. The application builds it; tests pass their own. */
export interface Services {
  readonly api: Api;
  readonly profile: ProfileInfo;
  today(): Day;
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
  readonly tags?: KeptService<Tags> | undefined;
  readonly notes?: KeptService<Notes> | undefined;
  readonly goals?: KeptService<Goals> | undefined;
  readonly savedViews?: SavedViewsService | undefined;
  /** Without it nothing is shown to somebody who is new. */
  readonly introduction?: IntroductionFile | undefined;
  /** What config.yaml says now; without it nothing. */
  readonly yours?: () => Yours;
  /** One after the other; nothing for undefined. Resolves once it is shown, to why it could not be written. Not in a kiosk. */
  readonly changePanels?:
    ((change: (yours: Yours) => ChangedList | undefined) => Promise<string | undefined>) | undefined;
  /** Without it the theme cannot be changed. */
  readonly theme?: ThemeService;
  /** The other services; without it there is only this one. */
  readonly profiles?: ProfilesService;
  /** The user's own logs; not where nothing may be changed. */
  readonly logs?: LogsService;
  /** What happens now, where the websites are counted from the user's own logs. */
  readonly live?: NowService | undefined;
  /** Runs what somebody has written into config.yaml; a kiosk runs nothing. */
  readonly own?: OwnCommandsService | undefined;
  /** The lines behind a number, of the same logs. They hold addresses: a kiosk has none. */
  readonly lines?: LinesService | undefined;
  quit(): void;
  suspend(): void;
  redraw(): void;
  /** Copies a text to the clipboard of the user's machine. The problem is one line. */
  copy(text: string): { readonly problem?: string | undefined };
  /** What the screen shows of a state, as a picture (SVG); `hides`: without its names and numbers. Without it there are none. */
  drawPicture?(state: object, options: { readonly hides: boolean }): Promise<string>;
  /** Opens a URL in the browser; resolves to a few words why not, where it was not opened. */
  openUrl(url: string): Promise<string | undefined>;
  /** Atomic. Without `overwrite` an existing file is left. Where nothing can be written exports go to the clipboard only. */
  readonly writeExport?:
    | ((path: string, text: string, options: { readonly overwrite: boolean }) => Promise<WrittenExport>)
    | undefined;
}

/** An access log of this machine, with its rotated files; each host that its lines name becomes a website. */
export interface LogLocation extends FoundLog {
  readonly isAdded: boolean;
}

/** The user's own logs, whichever profile is in use. */
export interface LogsService {
  find(): Promise<readonly LogLocation[]>;
  /** Those at a path, in a folder or of a pattern. Never empty: what is none says why. */
  findAt(typed: string): Promise<readonly LogLocation[]>;
  /** Without a domain each host in the lines is a website, the most frequent one at once. A problem is one line of text. */
  add(location: LogLocation, domain: string | undefined): Promise<{ readonly problem?: string | undefined }>;
}

/** A profile that can be chosen. Name and address are as the user typed them. */
export interface ProfileEntry {
  readonly name: string;
  readonly kind: 'demo' | 'logs' | 'service';
  readonly url?: string | undefined;
}

/** What a service wants to know of somebody who connects it; a share link says everything. */
export type NeededCredential = 'key' | 'password' | 'nothing';

export interface DescribedService {
  /** What it is called, "Umami". */
  readonly name: string;
  readonly credential: NeededCredential;
  /** A sentence. */
  readonly whereKey: string;
}

/** Why something did not work, in one sentence, and what the service itself said of it. */
export interface Problem {
  readonly problem?: string | undefined;
  readonly serviceMessage?: string | undefined;
}

/** What was typed to sign in: the key is a password where there is a user. */
export interface TypedKey {
  readonly user: string;
  readonly key: string;
}

export interface NewService extends TypedKey {
  readonly name: string;
  readonly url: string;
}

/** Lists, adds and switches services. A problem is one line of text. */
export interface ProfilesService {
  list(): { readonly entries: readonly ProfileEntry[]; readonly problem?: string | undefined };
  /** A free name for a service at this address. */
  suggestName(url: string): string;
  current(): DescribedService;
  find(url: string): Promise<Problem & { readonly found?: DescribedService | undefined }>;
  /** Tests a service; saves it only if it answers and accepts the key. A problem is of a field, where one can be told. */
  add(
    service: NewService,
    signal: AbortSignal,
  ): Promise<Problem & { readonly field?: keyof NewService | undefined }>;
  /** `isNew`: it was just added, and reading its websites is the last step of that; `view`: the one that is opened there. */
  use(
    name: string,
    options?: { readonly isNew: boolean; readonly view?: string | undefined },
  ): { readonly problem?: string | undefined };
  /** Tests a new key for the service in use and switches to it. The note says how long the key is kept. */
  renewKey(typed: TypedKey, signal: AbortSignal): Promise<Problem & { readonly note?: string | undefined }>;
}

/** Runs programs with these arguments, which no shell reads. */
interface OwnCommandsService {
  /** Gives the terminal away until it has ended. Resolves to why it could not be run, in a line. */
  inTerminal(run: readonly string[]): Promise<string | undefined>;
  /** Without the terminal. The output and the rest are foreign text. */
  capture(
    run: readonly string[],
    options: {
      readonly maxOutput: number;
      readonly timeoutMs?: number;
      readonly signal?: AbortSignal;
    },
  ): Promise<{
    readonly output: string;
    /** "ended with code 3"; undefined where it ended as it should. */
    readonly ended?: string | undefined;
    /** Why it was not run. */
    readonly problem?: string | undefined;
  }>;
}

/** Finds the lines of logs that a number counts. Rejects with an error whose message is one line. */
interface LinesService {
  find(
    question: LinesQuestion,
    control: {
      readonly signal: AbortSignal;
      readonly onProgress: (progress: LinesProgress) => void;
    },
  ): Promise<{
    readonly summary: LinesSummary;
    /** The newest first, each with a line feed; undefined at their end. */
    next(): Promise<Uint8Array | undefined>;
    close(): void;
  }>;
}

interface NowService {
  /** Rejects with an error whose message is one line. */
  open(
    websiteId: string,
    where: Filter,
  ): Promise<{
    /** Reads what is new; one at a time. Rejects as `open`. */
    read(): Promise<NowNumbers>;
    close(): void;
  }>;
}

export type KeptRead<T> = { readonly value: T } | { readonly problem: string };

/** What people gave to this profile's websites, which this machine keeps. The problem is one line. */
export interface KeptService<T> {
  read(): KeptRead<T>;
  change(change: (now: T) => T): KeptRead<T>;
}

/** The views of this account, whatever services they are of. */
export interface SavedViewsService extends KeptService<SavedViews> {
  /** Rejects with a Failure where the service has no such website, and where it cannot be asked. */
  find(website: ViewedWebsite): Promise<Website>;
}
