import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The sources that write files, each with the places that docs/security.md names; none where it writes nothing of its own, or where
 * the user says. Whatever is new here belongs there too, into config/profile/saveService.ts if it is kept of a service, and into the
 * session of test/e2e/keptFiles.test.ts.
 */
const writers: Readonly<Record<string, readonly string[]>> = {
  'config/jsonFile.ts': [
    'choices.json',
    'profiles.json',
    'tags.json',
    'notes.json',
    'goals.json',
    'alarms.json',
    'views.json',
    'tags.json.lock',
  ],
  'config/yours/yours.ts': ['config.yaml'],
  'config/kept/lastSeen.ts': ['seen/NAME/', 'seen/.frames/'],
  'api/http/client.ts': [],
  'cli/logs/serve.ts': ['serve-key'],
  // A copy for the editor, which goes with the command.
  'cli/services/config.ts': [],
  'app/compiledCode.ts': ['~/.cache/sitedeck/'],
  'server/database/openDatabase.ts': ['sites.sqlite'],
  // What others have it write.
  'system/files.ts': [],
  // Where the person says.
  'system/exportFile.ts': [],
  'system/processLock.ts': ['sites.sqlite-import'],
};

/** Calls that make a file or a folder; a database or a file that is only read has `readOnly` or O_RDONLY beside it. */
const writes =
  /\b(?:writeFileAtomic|replaceFile|writeThenPlace|writeFileSync|appendFileSync|writeFile|appendFile|createWriteStream|mkdirSync|mkdir|mkdtempSync|symlinkSync|copyFileSync|cpSync)\(|\bopenSync\((?![^)]*(?:O_RDONLY|O_NOFOLLOW|'r'))|\bopenFile\([^)]*O_CREAT|new (?:DatabaseSync|Database|Connection)\((?:file|path)\)/;

test('every source that writes a file is known, and what it writes stands in docs/security.md', () => {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  const found = sources.filter(
    path => /\.tsx?$/.test(path) && writes.test(readFileSync(join(root, 'src', path), 'utf8')),
  );
  expect(found.sort()).toEqual(Object.keys(writers).sort());
  const docs = readFileSync(join(root, 'docs/security.md'), 'utf8');
  expect(
    Object.values(writers)
      .flat()
      .filter(place => !docs.includes(place)),
  ).toEqual([]);
});
