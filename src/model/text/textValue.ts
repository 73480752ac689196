/** What stands in a text field and where its caret is. */
export interface TextValue {
  readonly value: string;
  /** UTF-16 index, always between two graphemes. */
  readonly caret: number;
}

export const emptyText: TextValue = { value: '', caret: 0 };

/** A field that was just opened on a text: the caret stands behind it. */
export function textAtEnd(value: string): TextValue {
  return { value, caret: value.length };
}
