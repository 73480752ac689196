import type { Cell } from '../helpers/screen.ts';
import { drawnRow, pageOf } from '#terminal/picture/svg.ts';

/** What the screen shows, and for how long. */
export interface Frame {
  readonly seconds: number;
  readonly rows: readonly (readonly Cell[])[];
}

/**
 * Frames as one picture that moves, again and again: it needs no script, so it moves where pictures are shown. A row is in it
 * once, however often it comes back, and is shown in the frames that have it. Where less motion is wanted, the first frame stays.
 */
export function filmOf(frames: readonly Frame[]): string {
  const total = frames.reduce((sum, { seconds }) => sum + seconds, 0);
  const begins = frames.map((_, at) => frames.slice(0, at).reduce((sum, { seconds }) => sum + seconds, 0));
  const percent = (at: number) => `${Number(((100 * (begins[at] ?? total)) / total).toFixed(3))}%`;
  const shown = new Map<string, number[]>();
  for (const [at, { rows }] of frames.entries())
    for (const [y, cells] of rows.entries()) {
      const drawn = drawnRow(cells, y);
      if (drawn !== '') shown.set(drawn, [...(shown.get(drawn) ?? []), at]);
    }
  const rules = new Map<string, string>();
  const body = [...shown].map(([drawn, places]) => {
    if (places.length === frames.length) return drawn;
    const name = `f${places.join('-')}`;
    const steps = frames.flatMap((_, at) => {
      const isOn = places.includes(at);
      return at > 0 && isOn === places.includes(at - 1)
        ? []
        : [`${percent(at)}{visibility:${isOn ? 'visible' : 'hidden'}}`];
    });
    rules.set(name, `@keyframes ${name}{${steps.join('')}}.${name}{animation-name:${name}}`);
    return `<g class="f${places[0] === 0 ? ' first' : ''} ${name}">\n${drawn}\n</g>`;
  });
  const style = [
    `.f{visibility:hidden;animation:${Number(total.toFixed(2))}s step-end infinite}.first{visibility:visible}`,
    ...rules.values(),
    '@media (prefers-reduced-motion:reduce){.f{animation:none}}',
  ].join('');
  return pageOf(
    frames.flatMap(({ rows }) => rows),
    body,
    { height: frames[0]?.rows.length ?? 0, style },
  );
}
