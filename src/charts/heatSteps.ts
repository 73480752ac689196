import { blank, type Cell, type HeatRole } from './cells.ts';

const steps: readonly { readonly role: HeatRole; readonly block: string; readonly plain: string }[] = [
  { role: 'heat1', block: '⠅', plain: ':' },
  { role: 'heat2', block: '⢕', plain: '-' },
  { role: 'heat3', block: '░', plain: '=' },
  { role: 'heat4', block: '▒', plain: '+' },
  { role: 'heat5', block: '▓', plain: '*' },
  { role: 'heat6', block: '█', plain: '#' },
];

/** Beyond it sixths have no number. */
const greatest = 1e300;

/** The greatest count of each step: sixths of the maximum, those that differ in so many decimals. */
export function heatLimits(max: number, decimals: 0 | 1 = 0): number[] {
  const most = Math.min(max, greatest);
  const parts = 10 ** decimals;
  const limits = steps.map((_, index) => Math.ceil((most * (index + 1) * parts) / steps.length) / parts);
  return [...new Set(limits)].filter(limit => limit > 0);
}

/** A count as a tint that also reads as more or less ink; nothing where it is not known. */
export function heatCell(count: number | undefined, limits: readonly number[], ascii: boolean): Cell {
  if (count === undefined || !Number.isFinite(count)) return blank;
  if (count <= 0) return { glyph: ascii ? '.' : '·', role: 'dim' };
  const place = limits.findIndex(limit => count <= limit);
  return stepCell(place < 0 ? limits.length - 1 : place, limits, ascii);
}

/** The cell of a step; where there are fewer of them than six, the strongest are taken. */
export function stepCell(place: number, limits: readonly number[], ascii: boolean): Cell {
  const step = steps[place + steps.length - limits.length];
  return step === undefined
    ? blank
    : { glyph: ascii ? step.plain : step.block, role: step.role, ground: step.role };
}
