/** A condition that is true for every row. */
const everything = { condition: 'true', pattern: '' } as const;

/**
 * A condition "contains the text, in any case", for a statement that binds the pattern as :pattern. SQLite's LIKE knows
 * the case of ASCII letters only, so other text is compared in lower case.
 */
export function contains(
  expression: string,
  search: string | undefined,
): { condition: string; pattern: string } {
  if (search === undefined) return everything;
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return /^[ -~]*$/.test(search)
    ? { condition: `${expression} like :pattern escape '\\'`, pattern }
    : { condition: `lower_case(${expression}) like :pattern escape '\\'`, pattern: pattern.toLowerCase() };
}
