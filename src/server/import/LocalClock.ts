import { zoneTime } from '#model/period/zoneTime.ts';

const secondsOfDay = 86_400;
const blockSeconds = 900;
const mostBlocks = 10_000;

/** The days and hours of a time zone. */
export class LocalClock {
  readonly #timeZone: string;
  /** Zones change their offset at a quarter of an hour. */
  readonly #offsets = new Map<number, number>();
  #block = NaN;
  #offset = 0;

  /** Throws a RangeError for a zone that does not exist. */
  constructor(timeZone: string) {
    this.#timeZone = timeZone;
    this.#findOffset(0);
  }

  /** Local time in seconds since 1970-01-01T00:00 local time: every day has 86,400 of them. */
  local(time: number): number {
    const block = Math.floor(time / blockSeconds);
    if (block !== this.#block) {
      this.#offset = this.#offsets.get(block) ?? this.#findOffset(block);
      this.#block = block;
    }
    return time + this.#offset;
  }

  /** In days since 1970-01-01. */
  day(time: number): number {
    return Math.floor(this.local(time) / secondsOfDay);
  }

  #findOffset(block: number): number {
    const time = block * blockSeconds;
    const { year, month, date, hour, minute } = zoneTime(this.#timeZone, time * 1000);
    const offset = Date.UTC(year, month - 1, date, hour, minute) / 1000 - time;
    if (this.#offsets.size >= mostBlocks) this.#offsets.clear();
    this.#offsets.set(block, offset);
    return offset;
  }
}
