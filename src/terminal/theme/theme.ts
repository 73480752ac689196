import type { Rgb } from './colour.ts';
import type { Role } from './roles.ts';

/** Of a cell: SGR parameters of its letter and its ground ('' is the terminal's own), and the attributes turned on. */
export interface Look {
  readonly fg: string;
  readonly bg: string;
  readonly attributes: readonly number[];
}

/** What each role looks like. Compared by identity. */
export interface Theme {
  /** Whether a ground shows under a text. Without, a bar stands beside its text. */
  readonly hasTints: boolean;
  /** False under NO_COLOR: a colour that is no role is dropped too. */
  readonly hasColours: boolean;
  /** The terminal's own pair of colours, as far as it is known. */
  readonly own?: { readonly letter: Rgb; readonly ground: Rgb } | undefined;
  look(letter: Role, ground: Role | undefined): Look;
}
