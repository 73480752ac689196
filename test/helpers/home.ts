import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedFolder } from './sharedFolder.ts';

export interface Home {
  readonly path: string;
  /** Everything a program may see: nothing of the machine's own settings, and no CI or colour variables. */
  readonly env: Readonly<Record<string, string>>;
  remove(): void;
}

/** A home folder of its own, empty, with the XDG folders inside. What V8 compiled is in the folder that a run shares. */
export function makeHome(): Home {
  const shared = sharedFolder();
  const path = mkdtempSync(join(tmpdir(), 'home-'));
  return {
    path,
    env: {
      PATH: process.env['PATH'] ?? '/usr/bin:/bin',
      HOME: path,
      XDG_CONFIG_HOME: join(path, 'config'),
      XDG_DATA_HOME: join(path, 'data'),
      XDG_CACHE_HOME: join(path, 'cache'),
      TERM: 'xterm-256color',
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      ...(shared === undefined ? {} : { NODE_COMPILE_CACHE: join(shared, 'compiled') }),
    },
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }),
  };
}
