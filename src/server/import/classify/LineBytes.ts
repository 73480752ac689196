import { type FieldPlaces, longestLine } from '#server/import/formats/LogLine.ts';
import { type ByteCache, viewOf } from './ByteCache.ts';

const scratch = Buffer.alloc(longestLine * 2);
const scratchView = viewOf(scratch);

/** The bytes of the line that is read, where they stand as they were written: in them fields are found without making texts. */
export class LineBytes {
  #view = scratchView;
  #place = -1;

  /** Where the next line begins in the bytes that are read; negative where it is not there as it is. */
  at(view: DataView, place: number): void {
    this.#view = view;
    this.#place = place;
  }

  /** Whether the fields stand in the bytes as they are. */
  have(places: FieldPlaces | undefined): places is FieldPlaces {
    return places !== undefined && this.#place >= 0;
  }

  /** By the bytes between two places of the line. */
  find<T extends object>(cache: ByteCache<T>, from: number, end: number): T | undefined {
    return cache.find(this.#view, this.#place + from, this.#place + end);
  }

  /** The place of the first such byte before `end`, which else is returned. */
  indexOf(byte: number, end: number): number {
    let at = 0;
    while (at < end && this.#view.getUint8(this.#place + at) !== byte) at++;
    return at;
  }
}

/** @param text Latin-1 */
export function findText<T extends object>(cache: ByteCache<T>, text: string): T | undefined {
  // No field is longer than its line, but for the escapes that are put in.
  const bytes = text.length <= scratch.length ? scratch : Buffer.alloc(text.length);
  const length = bytes.write(text, 'latin1');
  return cache.find(bytes === scratch ? scratchView : viewOf(bytes), 0, length);
}
