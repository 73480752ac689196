import { release } from 'node:os';
import type { Finding } from './finding.ts';

declare const SITEDECK_VERSION: string;

/** The oldest Node that Sitedeck runs on, as "engines" in package.json says. */
const oldestNode = [22, 13] as const;

/** The program, the Node it runs on, and the system. */
export function programFindings(): Finding[] {
  return [
    { section: 'Program', name: 'Sitedeck', value: SITEDECK_VERSION },
    { section: 'Program', name: 'Node', value: process.version, problem: nodeProblem(process.versions.node) },
    {
      section: 'Program',
      name: 'system',
      value: `${process.platform} ${release()}, ${process.arch}`,
    },
  ];
}

export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor, leastMinor] = oldestNode;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined;
  return `Sitedeck needs Node ${oldestNode.join('.')} or later: install a newer one.`;
}
