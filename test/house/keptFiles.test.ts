import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The sources that write files, each with a place that docs/security.md names; undefined where it writes nothing of its own, or where
 * the user says. Whatever is new here belongs there too, into connection/forgetProfile.ts if it is kept of a service, and into the
 * session of test/e2e/keptFiles.test.ts.
 */
const writers: Readonly<Record<string, string | undefined>> = {
  'config/choicesFile.ts': 'choices.json',
  'config/fileLock.ts': 'tags.json.lock',
  'config/lastSeen/folder.ts': 'seen/NAME/',
  'config/lastSeen/frameFile.ts': 'seen/.frames/',
  'config/profileFile.ts': 'profiles.json',
  'config/tagsFile.ts': 'tags.json',
  'connection/debugLog.ts': undefined,
  'headless/serve/serveKey.ts': 'serve-key',
  'loader/bytecodeCache.ts': '~/.cache/sitedeck/',
  'loader/cacheFolder.ts': '~/.cache/sitedeck/',
  'loader/startMarker.ts': '~/.cache/sitedeck/',
  'server/database/openDatabase.ts': 'sites.sqlite',
  'system/ProcessLock.ts': 'sites.sqlite-import',
  'system/makeFolder.ts': undefined,
  'system/openFile.ts': undefined,
  'system/writeExport.ts': undefined,
  'system/writeFileAtomic.ts': undefined,
};

/** Calls that make a file or a folder; a database or a file that is only read has `readOnly` or O_RDONLY beside it. */
const writes =
  /\b(?:writeFileAtomic|replaceFile|writeWhole|writeFileSync|appendFileSync|writeFile|appendFile|createWriteStream|mkdirSync|mkdir|mkdtempSync|symlinkSync|copyFileSync|cpSync)\(|\bopenSync\((?![^)]*(?:O_RDONLY|O_NOFOLLOW|'r'))|\bopenFile\([^)]*O_CREAT|new (?:DatabaseSync|Database|Connection)\((?:file|path)\)/;

test('every source that writes a file is known, and what it writes stands in docs/security.md', () => {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  const found = sources.filter(
    path => /\.tsx?$/.test(path) && writes.test(readFileSync(join(root, 'src', path), 'utf8')),
  );
  expect(found.sort()).toEqual(Object.keys(writers).sort());
  const docs = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const places = Object.values(writers).filter(place => place !== undefined);
  expect(places.filter(place => !docs.includes(place))).toEqual([]);
});
