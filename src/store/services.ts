import type { Api } from '#api/api.ts';
import type { Day } from '#model/statistics.ts';

/** The service in use, as the header names it. */
export interface ProfileInfo {
  readonly name: string;
  /** The demo, the person's own access logs, or a service somewhere. */
  readonly kind: 'demo' | 'logs' | 'service';
  /** Takes add, edit and delete away. */
  readonly readOnly: boolean;
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
  /** Ends the program, giving the terminal back. */
  quit(): void;
  /** Gives the shell back until it calls us to the front. */
  suspend(): void;
  /** Draws the whole screen anew. */
  redraw(): void;
}
