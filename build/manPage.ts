import { writeFileSync } from 'node:fs';
import { manPage } from '#cli/help/help.ts';

/** Writes the manual beside the program: npm installs it from there (`man` in package.json). */
writeFileSync(new URL('../dist/sitedeck.1', import.meta.url), manPage());
