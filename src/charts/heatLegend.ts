import type { Canvas } from './canvas.ts';
import { sum, type HeatMapInput } from './heatLayout.ts';
import { heatCell, stepCell } from './heatSteps.ts';

/** "⠅⠅ to 10  ⢕⢕ to 20 ...", or the greatest count of each step alone where that is too long; cut after a whole one. */
export function drawLegend(
  on: Canvas,
  limits: readonly number[],
  { ascii = false, formatCount }: HeatMapInput,
  margin: number,
): void {
  const steps = limits.map((limit, place) => ({
    cell: stepCell(place, limits, ascii),
    text: formatCount(limit),
  }));
  const zero = { cell: heatCell(0, limits, ascii), text: formatCount(0) };
  const written = (wide: number, upTo: string, gap: number) =>
    [zero, ...steps.map(({ cell, text }) => ({ cell, text: `${upTo}${text}` }))].map(part => ({
      ...part,
      wide: part === zero ? 1 : wide,
      length: (part === zero ? 1 : wide) + part.text.length + gap,
    }));
  const forms = [written(2, 'to ', 2), written(2, '', 1), written(1, '', 1)].map((parts, form) =>
    form === 2 ? parts : parts.map(part => ({ ...part, text: ` ${part.text}`, length: part.length + 1 })),
  );
  const fitting = forms.find(
    parts => margin + (sum(parts.map(({ length }) => length)) ?? 0) - 1 <= on.columns,
  );
  let column = margin;
  for (const { cell, wide, text, length } of fitting ?? forms[2] ?? []) {
    if (column + wide + text.length > on.columns) return;
    for (let x = column; x < column + wide; x += 1) on.put(x, on.rows - 1, cell);
    on.write(column + wide, on.rows - 1, text, { role: 'dim' });
    column += length;
  }
}
