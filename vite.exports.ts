import { parseSync, Visitor, type Plugin } from 'vite';

/** How the bundler writes a name that a chunk exports: a function that is called wherever another chunk uses the name. */
const exported =
  /Object\.defineProperty\(exports, ("[^"]+"), \{\s+enumerable: true,\s+get: function ?\(\) \{\s+return ([\w$]+);\s+\}\s+\}\);/g;

/**
 * Exports values in place of the functions that return them: hundreds of functions that each start would make, and each
 * screen would call. A name that is assigned to keeps its function.
 */
export const plainExports: Plugin = {
  name: 'plain-exports',
  renderChunk(code, { fileName }) {
    const changing = assignedNames(code, fileName);
    const plain = code.replaceAll(exported, (getter: string, name: string, value: string) =>
      changing.has(value) ? getter : `exports[${name}] = ${value};`,
    );
    return { code: plain, map: null };
  },
};

/** Every name on the left of an assignment, whatever variable it is there. */
function assignedNames(code: string, fileName: string): ReadonlySet<string> {
  const names = new Set<string>();
  const note = (target: { readonly type: string; readonly start: number; readonly end: number }) => {
    if (target.type === 'MemberExpression' || target.type === 'VariableDeclaration') return;
    for (const [name] of code.slice(target.start, target.end).matchAll(/[\w$]+/g)) names.add(name);
  };
  new Visitor({
    AssignmentExpression: ({ left }) => note(left),
    UpdateExpression: ({ argument }) => note(argument),
    ForInStatement: ({ left }) => note(left),
    ForOfStatement: ({ left }) => note(left),
  }).visit(parseSync(fileName, code, { sourceType: 'script' }).program);
  return names;
}
