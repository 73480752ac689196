// Before a script whose files `npm ci` brings. It runs on the Node of the machine, however old: the repository's own comes with them.
import { existsSync } from 'node:fs';

if (!process.argv.slice(2).every(path => existsSync(path))) {
  process.stderr.write('Run "npm ci" first: it brings what this needs, and builds the program.\n');
  process.exitCode = 1;
}
