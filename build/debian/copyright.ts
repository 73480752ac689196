import { readFileSync } from 'node:fs';

const apacheTerms = /^ *Apache License\n *Version 2\.0, January 2004\n[^]*?END OF TERMS AND CONDITIONS$/gm;
const apachePlace = 'Apache License, Version 2.0: /usr/share/common-licenses/Apache-2.0';

/** The file `copyright`: our licence, and the notices of all that the executable carries. Both are paths. */
export function copyright(licence: string, notices: string): string {
  return `Sitedeck: website analytics in your terminal

${readFileSync(licence, 'utf8').trim()}

The executable carries Node.js, packages of npm and data, each under a licence of its own. Their notices follow; the
terms of the Apache License stand in a file of Debian.

${readFileSync(notices, 'utf8').replaceAll(apacheTerms, apachePlace).trim()}
`;
}
