import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/** Stands in the entry until the other files are known. */
const build = 'BUILD-OF-SITEDECK';
const outsideAscii = /[^\x00-\x7f]/g;
const rawTemplate = /String\.raw`[^`]*[^\x00-\x7f]/;

/**
 * What src/parts needs of the files: ASCII alone, which V8 reads without decoding, and the name of the build, which changes
 * with any of them, in the entry and at the end of each. A package.json beside them says that they are CommonJS.
 */
export const loadableParts: Plugin = {
  name: 'loadable-parts',
  config: () => ({ define: { SITEDECK_BUILD: JSON.stringify(build) } }),
  generateBundle(_options, bundle) {
    const hash = createHash('sha256');
    const chunks = Object.values(bundle).filter(file => file.type === 'chunk');
    for (const chunk of chunks) {
      if (rawTemplate.test(chunk.code))
        throw new Error(`${chunk.fileName}: letters in String.raw cannot be escaped.`);
      chunk.code = chunk.code.replaceAll(outsideAscii, escaped);
      hash.update(chunk.code);
    }
    const name = hash.digest('hex').slice(0, 16);
    for (const chunk of chunks) chunk.code = `${chunk.code.replaceAll(build, name).trimEnd()}\n//${name}\n`;
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{"type":"commonjs"}\n' });
  },
};

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
