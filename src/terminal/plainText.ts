/** A value of any kind as text: null and undefined are nothing, a date its ISO form, an error its message, an object its JSON. */
export function plainText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value);
    case 'object':
      return value === null ? '' : objectText(value);
    default:
      return '';
  }
}

function objectText(value: object): string {
  if (value instanceof Error) return value.message;
  try {
    if (value instanceof Date) return value.toISOString();
    return JSON.stringify(value) ?? '';
  } catch {
    // A cycle, a BigInt or an invalid date: it cannot be written as text.
    return '?';
  }
}
