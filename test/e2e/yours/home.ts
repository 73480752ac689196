import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../../helpers/home.ts';
import { temporaryDemo } from '../../helpers/temporaryHome.ts';

/** A demo whose config.yaml has this text. */
export async function homeWith(text: string): Promise<{ home: Home; file: string }> {
  const home = await temporaryDemo();
  const folder = join(home.path, 'config', 'sitedeck');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'config.yaml');
  writeFileSync(file, text, { mode: 0o600 });
  return { home, file };
}
