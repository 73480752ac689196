import { worldHeight, worldWidth } from './projection.ts';
import { worldPixels } from './worldPixels.ts';

/** The roles of the theme that a map has: land without visitors, five steps, the selected country. */
const mapRoles = ['land', 'map1', 'map2', 'map3', 'map4', 'map5', 'mapSelected'] as const;
type MapRole = (typeof mapRoles)[number];

/** Neighbouring cells that look alike. Without a role it is sea; a ground is the lower half of each cell. */
export interface MapRun {
  readonly text: string;
  readonly role: MapRole | undefined;
  readonly ground: MapRole | undefined;
}

/**
 * What the terminal can show. `grounds`: a cell's letter and ground each have their colour, two pixels a cell; `letters`:
 * colours of letters only (the sixteen, too few for all steps), more ink is more visitors, a cell of two countries shows
 * the stronger; `density`: the same without colours; `ascii`: in ASCII.
 */
export type MapPaint = 'grounds' | 'letters' | 'density' | 'ascii';

export interface WorldMapInput {
  /** Rows of the statistic "country": values as services send them, "US:United States", "US" or "us". */
  readonly rows: readonly { readonly value: string; readonly count: number }[];
  /** The value of the selected row. */
  readonly selected?: string | undefined;
  /** Columns and lines there are room for. The map keeps its shape, so it may take less of either. */
  readonly width: number;
  readonly height: number;
  readonly paint: MapPaint;
}

const order: readonly (MapRole | undefined)[] = [undefined, ...mapRoles];
const inks: Readonly<Record<Exclude<MapPaint, 'grounds'>, string>> = {
  letters: ' ⠅░░▒▓██',
  density: ' ⠅░░▒▒▓█',
  ascii: ' .:-+*#@',
};

/**
 * A map of the world whose countries are as strong as their visitors are many: five steps of the square root, so that the
 * second country does not vanish beside the first. Countries too small for a pixel are there where they have visitors or
 * are selected. Lines of at most `width` cells, without sea at their end.
 */
export function worldMap(input: WorldMapInput): MapRun[][] {
  const { paint } = input;
  const { width, lines } = mapSize(input.width, input.height);
  const roles = rolesOf(input);
  const pixels = worldPixels(width, lines * 2, new Set(roles.keys()));
  const roleAt = (x: number, y: number): MapRole | undefined => {
    const code = pixels[y]?.[x];
    return code === undefined ? undefined : (roles.get(code) ?? 'land');
  };
  return Array.from({ length: lines }, (_, line) =>
    runsOf(
      Array.from({ length: width }, (_, x) => cellOf(roleAt(x, line * 2), roleAt(x, line * 2 + 1), paint)),
    ),
  );
}

/** A cell of each step in their order: land without visitors, then from few visitors to the most. */
export function mapLegend(paint: MapPaint): MapRun[] {
  return order.slice(1, -1).map(role => cellOf(role, role, paint));
}

/** The largest map of the right shape in so many columns and lines: a cell is twice as high as wide. */
export function mapSize(width: number, height: number): { readonly width: number; readonly lines: number } {
  const shape = worldHeight / worldWidth / 2;
  const columns = Math.max(0, Math.min(Math.floor(width), Math.floor(height / shape)));
  return { width: columns, lines: Math.min(height, Math.round(columns * shape)) };
}

/** "US" of "US:United States", "US" and "us"; undefined for what is no country. */
export function countryCode(value: string): string | undefined {
  const code = /^\s*([A-Za-z]{2})\s*(?::|$)/.exec(value)?.[1]?.toUpperCase();
  return code === 'UK' ? 'GB' : code;
}

function rolesOf({ rows, selected }: WorldMapInput): Map<string, MapRole> {
  const counts = new Map<string, number>();
  for (const { value, count } of rows) {
    const code = countryCode(value);
    if (code !== undefined && count > 0) counts.set(code, (counts.get(code) ?? 0) + count);
  }
  const most = Math.max(0, ...counts.values());
  const roles = new Map<string, MapRole>();
  for (const [code, count] of counts)
    roles.set(code, order[1 + Math.ceil(Math.sqrt(count / most) * 5)] ?? 'land');
  const chosen = selected === undefined ? undefined : countryCode(selected);
  if (chosen !== undefined) roles.set(chosen, 'mapSelected');
  return roles;
}

function cellOf(upper: MapRole | undefined, lower: MapRole | undefined, paint: MapPaint): MapRun {
  const role = order.indexOf(upper) > order.indexOf(lower) ? upper : lower;
  const ground = undefined;
  const solid = '█';
  // Dots as far from each other across as down. A fill, also a thin one, would be as strong as few visitors.
  if (role === 'land' && (paint === 'letters' || paint === 'density'))
    return { text: upper === undefined ? '⠄' : lower === undefined ? '⠁' : '⠅', role, ground };
  const ink =
    role === undefined ? ' ' : paint === 'grounds' ? solid : (inks[paint][order.indexOf(role)] ?? ' ');
  if (paint === 'density' || ink !== solid) return { text: ink, role, ground };
  if (upper === undefined || lower === undefined)
    return { text: upper === undefined ? '▄' : '▀', role, ground };
  if (upper === lower || paint === 'letters') return { text: solid, role, ground };
  return { text: '▀', role: upper, ground: lower };
}

function runsOf(cells: readonly MapRun[]): MapRun[] {
  const runs: MapRun[] = [];
  for (const cell of cells.slice(0, cells.findLastIndex(({ role }) => role !== undefined) + 1)) {
    const last = runs.at(-1);
    if (last && last.role === cell.role && last.ground === cell.ground)
      runs[runs.length - 1] = { ...last, text: last.text + cell.text };
    else runs.push(cell);
  }
  return runs;
}
