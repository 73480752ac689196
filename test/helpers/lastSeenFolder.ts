import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { LastSeen } from '#config/kept/kept.ts';
import { openLastSeen } from '#config/kept/lastSeen.ts';

type Account = Parameters<typeof openLastSeen>[1];

interface LastSeenFolder {
  readonly path: string;
  open(of: Account): LastSeen;
}

/** A data folder that goes with the test: what waits to be written would make it again later. */
export function lastSeenFolder(): LastSeenFolder {
  const path = mkdtempSync(join(tmpdir(), 'sitedeck-seen-'));
  const opened: LastSeen[] = [];
  onTestFinished(() => {
    for (const lastSeen of opened) lastSeen.flush();
    rmSync(path, { recursive: true });
  });
  return {
    path,
    open(of) {
      const lastSeen = openLastSeen(path, of, true);
      opened.push(lastSeen);
      return lastSeen;
    },
  };
}
