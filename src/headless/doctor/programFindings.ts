import { release } from 'node:os';
import type { Finding } from './finding.ts';

declare const SITEDECK_VERSION: string;

/** The program, the Node it runs on (an older one than it needs is refused at the start), and the system. */
export function programFindings(): Finding[] {
  return [
    { section: 'Program', name: 'Sitedeck', value: SITEDECK_VERSION },
    { section: 'Program', name: 'Node', value: process.version },
    {
      section: 'Program',
      name: 'system',
      value: `${process.platform} ${release()}, ${process.arch}`,
    },
  ];
}
