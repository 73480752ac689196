import type { SafeText } from '#terminal/safeText.ts';
import { textWidth } from '#terminal/width.ts';
import type { Tone } from './style.ts';

export interface Measure {
  readonly title: SafeText;
  /** The title where there is little room. */
  readonly shortTitle?: SafeText | undefined;
  readonly value: SafeText;
  /** "+12%", or what else belongs beside the value. */
  readonly note?: SafeText | undefined;
  readonly tone?: Tone | undefined;
  /** A refresh has just changed it. */
  readonly isChanged?: boolean | undefined;
  /** Columns it keeps while its value is not read, or short: what follows stays where it is. */
  readonly least?: number | undefined;
  /** The note is left out before a whole measure is. */
  readonly canLoseNote?: boolean | undefined;
  /** Measures of the lowest priority are left out first. */
  readonly priority: number;
}

export interface PlacedMeasure extends Measure {
  /** Columns up to the next one. */
  readonly columns: number;
}

const gap = 3;

/**
 * As many measures as fit whole, in their order: with long titles, else with short ones, else without notes that are not
 * needed, else without the least important measures. They stand at equal distances where their widths allow it.
 */
export function placeMeasures(
  measures: readonly Measure[],
  room: number,
  widthOf: (measure: Measure) => number,
): PlacedMeasure[] {
  let kept = measures;
  while (kept.length > 1 && !fits(kept.map(shortest), room, widthOf)) {
    const least = Math.min(...kept.map(({ priority }) => priority));
    const dropped = kept.findLast(({ priority }) => priority === least);
    kept = kept.filter(measure => measure !== dropped);
  }
  const forms = [kept, kept.map(short), kept.map(shortest)];
  const shown = forms.find(form => fits(form, room, widthOf)) ?? kept.map(shortest);
  const widths = shown.map(widthOf);
  const equal = Math.floor(room / Math.max(1, shown.length));
  if (Math.max(...widths) + gap <= equal) return shown.map(measure => ({ ...measure, columns: equal }));
  const used = widths.reduce((sum, width) => sum + width, 0);
  const between = Math.floor((room - used) / Math.max(1, shown.length - 1));
  return shown.map((measure, place) => {
    const isLast = place === shown.length - 1;
    return { ...measure, columns: (widths[place] ?? 0) + (isLast ? 0 : Math.max(1, between)) };
  });
}

/** Title above value and note. */
export function widthInTwoLines({ title, value, note, least = 0 }: Measure): number {
  return Math.max(textWidth(title), textWidth(value) + noteWidth(note), least);
}

/** Title, value and note side by side. */
export function widthInOneLine({ title, value, note }: Measure): number {
  return textWidth(title) + 1 + textWidth(value) + noteWidth(note);
}

function noteWidth(note: SafeText | undefined): number {
  return note === undefined || note === '' ? 0 : textWidth(note) + 1;
}

function short(measure: Measure): Measure {
  return measure.shortTitle === undefined ? measure : { ...measure, title: measure.shortTitle };
}

function shortest(measure: Measure): Measure {
  return measure.canLoseNote === true ? { ...short(measure), note: undefined } : short(measure);
}

function fits(measures: readonly Measure[], room: number, widthOf: (measure: Measure) => number): boolean {
  return measures.reduce((sum, measure) => sum + widthOf(measure), 0) + gap * (measures.length - 1) <= room;
}
