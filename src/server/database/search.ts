/** A condition that is true for every row. */
const everything = { condition: 'true', text: '' } as const;

/**
 * The condition "contains the text, ignoring case", for a statement that binds the result as :text. Not LIKE, which ends a
 * text and a pattern at a NUL and refuses long patterns. SQLite's lower() knows ASCII letters only.
 */
export function contains(
  expression: string,
  search: string | undefined,
): { condition: string; text: string } {
  if (search === undefined) return everything;
  const lower = /^[ -~]*$/.test(search) ? 'lower' : 'lower_case';
  return { condition: `instr(${lower}(${expression}), :text) > 0`, text: search.toLowerCase() };
}
