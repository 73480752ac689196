import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Marks a module that only the SDK of the Model Context Protocol uses. */
const own = '?mcp';
const ofSdk = /\/node_modules\/@modelcontextprotocol\/sdk\//;
const zod = /\/node_modules\/zod\//;

/** What only clients and other versions of its dependencies need: never called here. */
const unused: readonly (readonly [RegExp, string])[] = [
  [/\/validation\/ajv-provider\.js$/, 'export class AjvJsonSchemaValidator {}'],
  [/\/zod\/v3\/index\.js$/, 'export const object = undefined;'],
];

/**
 * Gives the SDK of the Model Context Protocol a copy of zod for itself: it takes all of it, and with one copy for both every start
 * of the program would read what the SDK alone uses. Leaves out the packages that it never calls here.
 */
export const ownModulesOfMcp: Plugin = {
  name: 'own-modules-of-mcp',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (importer === undefined || !(ofSdk.test(importer) || importer.endsWith(own))) return undefined;
    const from = importer.endsWith(own) ? importer.slice(0, -own.length) : importer;
    const found = await this.resolve(source, from, { ...options, skipSelf: true });
    if (found === null || found.external !== false) return found;
    const isOwn = zod.test(found.id) || unused.some(([file]) => file.test(found.id));
    return isOwn ? { ...found, id: `${found.id}${own}` } : found;
  },
  load(id) {
    if (!id.endsWith(own)) return undefined;
    const file = id.slice(0, -own.length);
    return unused.find(([name]) => name.test(file))?.[1] ?? readFileSync(file, 'utf8');
  },
};
