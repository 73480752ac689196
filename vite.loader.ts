import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/** Stands for the name of the build until the code of all chunks is known. */
const placeholder = 'BUILD-OF-SITEDECK';
const outsideAscii = /[^\x00-\x7f]/g;
const rawTemplate = /String\.raw`[^`]*[^\x00-\x7f]/;

/**
 * Prepares the chunks for src/loader: ASCII only, which V8 reads without decoding, and the name of the build (a hash of
 * all chunks) in the entry and at the end of each chunk. A package.json beside them says that they are CommonJS. Throws
 * where a letter cannot be escaped.
 */
export const loadableChunks: Plugin = {
  name: 'loadable-chunks',
  config: () => ({ define: { SITEDECK_BUILD: JSON.stringify(placeholder) } }),
  generateBundle(_options, bundle) {
    const hash = createHash('sha256');
    const chunks = Object.values(bundle).filter(file => file.type === 'chunk');
    for (const chunk of chunks) {
      if (rawTemplate.test(chunk.code))
        throw new Error(`${chunk.fileName}: letters in String.raw cannot be escaped.`);
      chunk.code = chunk.code.replaceAll(outsideAscii, escaped);
      hash.update(chunk.code);
    }
    const build = hash.digest('hex').slice(0, 16);
    for (const chunk of chunks)
      chunk.code = `${chunk.code.replaceAll(placeholder, build).trimEnd()}\n//${build}\n`;
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{"type":"commonjs"}\n' });
  },
};

/** A UTF-16 unit as a JavaScript escape. */
function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
