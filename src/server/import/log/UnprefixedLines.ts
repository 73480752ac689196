import { type PrefixKind, splitPrefix } from './knownPrefix.ts';
import { longestLine } from '#server/import/formats/LogLine.ts';

/** Removes known prefixes from the lines of a source, and joins the parts of lines that Kubernetes has split. */
export class UnprefixedLines {
  readonly #take: (line: string, isAsWritten: boolean) => void;
  readonly #prefixes: Map<PrefixKind, number>;
  /** The parts so far, of each stream of the container. */
  readonly #parts = new Map<string, string>();

  readonly #isPlain: ((line: string) => boolean) | undefined;

  /**
   * @param take also gets whether nothing was removed and joined
   * @param prefixes gets how many lines had which prefix
   * @param isPlain as splitPrefix takes it
   */
  constructor(
    take: (line: string, isAsWritten: boolean) => void,
    prefixes: Map<PrefixKind, number>,
    isPlain?: (line: string) => boolean,
  ) {
    this.#take = take;
    this.#prefixes = prefixes;
    this.#isPlain = isPlain;
  }

  readonly push = (raw: string): void => {
    if (raw === '' && this.#parts.size === 0) return this.#take(raw, true);
    const { prefix, line, stream = '', isPart } = splitPrefix(raw, this.#isPlain);
    const before = this.#parts.get(stream) ?? '';
    // One character over the limit, so that a line that is too long is malformed.
    if (isPart) this.#parts.set(stream, (before + line).slice(0, longestLine + 1));
    if (isPart) return;
    if (before !== '') this.#parts.delete(stream);
    if (prefix !== undefined) this.#prefixes.set(prefix, (this.#prefixes.get(prefix) ?? 0) + 1);
    this.#take(before + line, before === '' && line.length === raw.length);
  };

  /** After the last line: parts whose rest is not there yet are lines, and malformed. */
  end(): void {
    for (const part of this.#parts.values()) this.#take(part, false);
    this.#parts.clear();
  }
}
