/** The published modules that our replacements are made of. replacements.ts says where they are. */
declare module 'ink-published/output' {
  export type Transformer = (text: string, index: number) => string;

  /** Bounds in cells, the ends not included; undefined is no bound. */
  export interface Clip {
    readonly x1: number | undefined;
    readonly x2: number | undefined;
    readonly y1: number | undefined;
    readonly y2: number | undefined;
  }

  export interface Output {
    readonly width: number;
    readonly height: number;
    write(
      x: number,
      y: number,
      text: string,
      options: { readonly transformers: readonly Transformer[] },
    ): void;
    clip(clip: Clip): void;
    unclip(): void;
    get(): { readonly output: string; readonly height: number };
  }

  const output: new (size: { readonly width: number; readonly height: number }) => Output;
  export default output;
}

declare module 'ink-published/sanitize-ansi' {
  export default function sanitizeAnsi(text: string): string;
}

declare module 'ink-published/string-width' {
  export default function stringWidth(text: string, options?: object): number;
}

declare module 'ink-published/tokenize' {
  export interface AnsiCode {
    readonly type: 'ansi';
    readonly code: string;
    readonly endCode: string;
  }

  export function tokenize(text: string): (AnsiCode | { readonly type: 'char' | 'control' })[];
  export function reduceAnsiCodesIncremental(
    codes: readonly AnsiCode[],
    next: readonly AnsiCode[],
  ): AnsiCode[];
  export function diffAnsiCodes(from: readonly AnsiCode[], to: readonly AnsiCode[]): AnsiCode[];
  export function ansiCodesToString(codes: readonly AnsiCode[]): string;
}
