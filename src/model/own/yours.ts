import type { OwnCommand } from './command.ts';
import type { OwnKeys } from './keys.ts';

/** What somebody has written into config.yaml, as far as it is right. */
export interface Yours {
  readonly commands: readonly OwnCommand[];
  readonly keys: OwnKeys;
}

export const nothingYours: Yours = { commands: [], keys: {} };
