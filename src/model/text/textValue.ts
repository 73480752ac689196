/** The text of a field and the position of its caret. */
export interface TextValue {
  readonly value: string;
  /** UTF-16 index, always on a grapheme boundary. */
  readonly caret: number;
}

export const emptyText: TextValue = { value: '', caret: 0 };

/** A field that was just opened on a text, with the caret at its end. */
export function textAtEnd(value: string): TextValue {
  return { value, caret: value.length };
}
