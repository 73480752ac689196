import { ownHostTest } from '#server/import/fields/referrer.ts';
import { splitPrefix } from '#server/import/log/knownPrefix.ts';
import { findHostField } from './findHostField.ts';

/** Enough to tell; it costs some milliseconds. */
const mostLines = 500;
/** Fewer lines may be those of scanners alone. */
const fewLines = 20;

/** What is looked at to find the host of lines, in bytes. */
export const sampleBytes = 131_072;

/** Looks at the first lines of each log of an import for where their host stands. */
export class HostSearch {
  readonly #domain: string | undefined;
  readonly #isOwn: ((host: string) => boolean) | undefined;
  /** What to say where a field may be the host, and is not taken for it. */
  note: string | undefined;

  /** @param domain undefined where each host is a website */
  constructor(domain: string | undefined) {
    this.#domain = domain;
    this.#isOwn = domain === undefined ? undefined : ownHostTest(domain);
  }

  /**
   * What LineReader takes as a directive: the place of the host. Undefined where it stands in front, or nowhere.
   * @param bytes whole lines
   * @param before what was found in the log before this one, for one that has few lines
   */
  directiveOf(bytes: Buffer, before?: string): string | undefined {
    const text = bytes.toString('latin1', 0, Math.min(bytes.length, sampleBytes));
    const end = text.lastIndexOf('\n');
    const raws = (end < 0 ? text : text.slice(0, end)).split('\n', mostLines);
    const lines = raws.map(raw => splitPrefix(raw).line).filter(line => line !== '');
    const found = findHostField(lines, this.#isOwn);
    if (found?.kind === 'found') return hostDirective(found.place);
    if (found) this.note ??= this.#noteOf(found);
    return lines.length < fewLines && before !== undefined && placeIn(before) !== undefined
      ? before
      : undefined;
  }

  #noteOf({ name, format }: { readonly name: string; readonly format: string }): string {
    const what =
      this.#domain === undefined
        ? `The lines have a name such as ${name}, which is not for certain their host.`
        : `The lines have a name such as ${name}, which was not taken for their host: all of them count for ${this.#domain}.`;
    return `${what} Where it is the host: --log-format '${format}'`;
  }
}

/** A line that only LineReader gets, never from a log. */
function hostDirective(place: number): string {
  return `#Host: ${place}`;
}

/** The place that a directive names; undefined where it is another one. */
export function placeIn(directive: string): number | undefined {
  const [, place] = /^#Host: (-?\d+)$/.exec(directive) ?? [];
  return place === undefined ? undefined : Number(place);
}
