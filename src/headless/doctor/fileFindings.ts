import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Paths } from '#config/paths.ts';
import { profileFilePath } from '#config/profileFile.ts';
import { shellQuote } from '#model/text/shellQuote.ts';
import { safeText } from '#terminal/safeText.ts';
import type { Finding } from './finding.ts';

/** Sitedeck's folders and the file of profiles, with their modes. */
export function fileFindings(paths: Paths): Finding[] {
  return [
    place('config', paths.config),
    place('data', paths.data),
    place('cache', paths.cache),
    place('profiles', profileFilePath(paths.config)),
  ];
}

function place(name: string, path: string): Finding {
  const found = statSync(path, { throwIfNoEntry: false });
  const mode = found === undefined ? 'not there yet' : `mode ${(found.mode & 0o777).toString(8)}`;
  return {
    section: 'Files',
    name,
    value: `${safeText(path)} (${mode})`,
    problem: isWritable(path) ? openness(path, found?.mode) : unwritable(path),
  };
}

/** Whether the path, or the folder it would be made in, can be written. */
function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    const isMissing = statSync(path, { throwIfNoEntry: false }) === undefined;
    return isMissing && dirname(path) !== path && isWritable(dirname(path));
  }
}

function openness(path: string, mode = 0): string | undefined {
  if (process.platform === 'win32' || (mode & 0o022) === 0) return undefined;
  return `Other accounts can write there: run  chmod go-w ${safeText(shellQuote(path))}`;
}

function unwritable(path: string): string {
  return `This account cannot write there, so nothing is kept: check the permissions of ${safeText(path)}`;
}
