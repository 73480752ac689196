const blockSeconds = 900;
const mostBlocks = 10_000;

/** The days and hours of a time zone. */
export class LocalClock {
  readonly #format: Intl.DateTimeFormat;
  /** Zones change their offset at a quarter of an hour. */
  readonly #offsets = new Map<number, number>();
  #block = NaN;
  #offset = 0;

  /** Throws a RangeError for a zone that does not exist. */
  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  /** The seconds that a clock there shows, as if since 1970: days are 86,400 of them. */
  local(time: number): number {
    const block = Math.floor(time / blockSeconds);
    if (block !== this.#block) {
      this.#offset = this.#offsets.get(block) ?? this.#findOffset(block);
      this.#block = block;
    }
    return time + this.#offset;
  }

  #findOffset(block: number): number {
    const time = block * blockSeconds;
    const parts = new Map(
      this.#format.formatToParts(time * 1000).map(({ type, value }) => [type, Number(value)]),
    );
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? NaN;
    const shown = Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    );
    const offset = shown / 1000 - time;
    if (this.#offsets.size >= mostBlocks) this.#offsets.clear();
    this.#offsets.set(block, offset);
    return offset;
  }
}
