import type { OwnCommand } from './command.ts';

/** What somebody has written into config.yaml, as far as it is right. */
export interface Yours {
  readonly commands: readonly OwnCommand[];
}

export const nothingYours: Yours = { commands: [] };
