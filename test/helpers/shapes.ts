/** What JSON is made of: the names and types in it, of a list those of its first row. */
export type Shape = string | readonly Shape[] | { readonly [name: string]: Shape };

export function shapeOf(value: unknown): Shape {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object') return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shapeOf(item)]));
}

/** Where an answer is made of something else. Inside, null and a list without rows may stand for anything. */
export function differences(mine: Shape, other: Shape, at = ''): string[] {
  if (at !== '' && (mine === 'null' || other === 'null')) return [];
  if (typeof mine === 'string' || typeof other === 'string')
    return mine === other ? [] : [`${at} is ${JSON.stringify(mine)}, was ${JSON.stringify(other)}`];
  if (isList(mine) || isList(other)) {
    if (!isList(mine) || !isList(other)) return [`${at}: only one is a list`];
    return differences(mine[0] ?? 'null', other[0] ?? 'null', `${at}[]`);
  }
  const names = new Set([...Object.keys(mine), ...Object.keys(other)]);
  return [...names].flatMap(name => {
    const [one, two] = [mine[name], other[name]];
    if (one === undefined || two === undefined) return [`${at}.${name}: only in one`];
    return differences(one, two, `${at}.${name}`);
  });
}

function isList(shape: Shape): shape is readonly Shape[] {
  return Array.isArray(shape);
}
