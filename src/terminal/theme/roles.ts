/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/** What a text or a line of text means: it reads on the background and on every tint. */
export const textRoles = [
  'plain',
  'dim',
  'accent',
  'good',
  'bad',
  'warn',
  'chartLine',
  'chartBefore',
  'content',
  'sources',
  'places',
  'technology',
] as const;

/**
 * What fills an area or stands under a text: bars, steps, frames. The fills of an area chart go from the top of its plot
 * (`area1`) down to the axis (`area12`): one gradient where there are 24 bits. A family has the background of its bars (`contentBar`, of changes
 * `goodBar`, of the selected row, whatever it is of, `selectionBar`), the fill of its small charts (`contentFill`) and that of an area, from its top (`content1`) down (`content6`).
 */
export const tintRoles = [
  'soft',
  'frame',
  'selection',
  'field',
  'weekend',
  'chart',
  'area1',
  'area2',
  'area3',
  'area4',
  'area5',
  'area6',
  'area7',
  'area8',
  'area9',
  'area10',
  'area11',
  'area12',
  'contentBar',
  'sourcesBar',
  'placesBar',
  'technologyBar',
  'goodBar',
  'badBar',
  'dimBar',
  'selectionBar',
  'contentFill',
  'sourcesFill',
  'placesFill',
  'technologyFill',
  'content1',
  'content2',
  'content3',
  'content4',
  'content5',
  'content6',
  'sources1',
  'sources2',
  'sources3',
  'sources4',
  'sources5',
  'sources6',
  'places1',
  'places2',
  'places3',
  'places4',
  'places5',
  'places6',
  'technology1',
  'technology2',
  'technology3',
  'technology4',
  'technology5',
  'technology6',
  'heat1',
  'heat2',
  'heat3',
  'heat4',
  'heat5',
  'heat6',
  'land',
  'map1',
  'map2',
  'map3',
  'map4',
  'map5',
  'mapSelected',
] as const;

export type TextRole = (typeof textRoles)[number];
export type TintRole = (typeof tintRoles)[number];
/** What a cell is, whatever it looks like: the theme says that. */
export type Role = TextRole | TintRole;

const roles: readonly Role[] = [...textRoles, ...tintRoles];

/** Through Ink a role is a colour from 16 on of a palette that no terminal has; the screen puts the theme's in its place. */
const firstCode = 16;
const codes = new Map(roles.map((role, index) => [role, firstCode + index]));

export function inkColour(role: Role): string {
  return `ansi256(${codes.get(role) ?? firstCode})`;
}

/** A text in a role, or on it, as Ink writes one in `inkColour`. */
export function inRole(text: string, role: Role, place: 'letter' | 'background'): string {
  return `\x1b[${sgrOf(role, place)}m${text}\x1b[${place === 'letter' ? 39 : 49}m`;
}

function sgrOf(role: Role, place: 'letter' | 'background'): string {
  return `${place === 'letter' ? 38 : 48};5;${codes.get(role) ?? firstCode}`;
}

const rolesBySgr = new Map(
  roles.flatMap((role): [string, Role][] => [
    [sgrOf(role, 'letter'), role],
    [sgrOf(role, 'background'), role],
  ]),
);

/** The role that SGR parameters ("38;5;17") stand for; undefined for a colour. */
export function roleOfSgr(parameters: string): Role | undefined {
  return rolesBySgr.get(parameters);
}

const graphic: ReadonlySet<Role> = new Set<Role>(tintRoles);

/** Whether letters in this role are to be read, and so need contrast. */
export function isTextRole(role: Role): role is TextRole {
  return !graphic.has(role);
}

/** Of all attributes of a text the one that nobody draws with: on the way through Ink it says that a box stands over it. */
export const beneathBox = 8;

/** A text, of whatever styles, beneath a box: the theme draws it faint. */
export function beneath(text: string): string {
  return `\x1b[${beneathBox}m${text}\x1b[28m`;
}

/** Of a cell: SGR parameters of its letter and its background ('' is the terminal's own), and the attributes turned on. */
interface Style {
  readonly fg: string;
  readonly bg: string;
  readonly attributes: readonly number[];
}

/** What each role looks like. Compared by identity. */
export interface Theme {
  /** Whether a background shows under a text. Without, a bar is a line at the foot of its text. */
  readonly hasTints: boolean;
  /** False under NO_COLOR: a colour that is no role is dropped too. */
  readonly hasColours: boolean;
  /** The terminal's own pair of colours, as far as it is known. */
  readonly own?: { readonly letter: Rgb; readonly background: Rgb } | undefined;
  /** `isBeneath`: a box stands over it, so it is faint. */
  look(letter: Role, background: Role | undefined, isBeneath?: boolean): Style;
}
