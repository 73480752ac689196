import { runInNewContext } from 'node:vm';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { plainExports } from '../../vite.exports.ts';

const source = `
export const constant = 1;
export function called() { return constant; }
export let counted = 0;
export const count = () => { counted += 1; };
export let taken;
export const take = list => { [taken] = list; };
export let last;
export const walk = list => { for (last of list); };
export let steps = 0;
export const step = () => { steps++; };
`;

/** The source, bundled as the program is. */
async function bundled(): Promise<string> {
  let code = '';
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      plainExports,
      {
        name: 'source',
        resolveId: id => id,
        load: () => source,
        generateBundle: (_options, bundle) => {
          for (const file of Object.values(bundle)) if (file.type === 'chunk') ({ code } = file);
        },
      },
    ],
    build: {
      ssr: true,
      write: false,
      minify: true,
      rolldownOptions: { input: 'source', output: { format: 'cjs' } },
    },
  });
  return code;
}

test('a name that nothing assigns to is exported as a value, any other follows its variable', async () => {
  const exports: Record<string, unknown> = {};
  runInNewContext(await bundled(), { exports });
  const values = Object.entries(Object.getOwnPropertyDescriptors(exports))
    .filter(([, { get }]) => get === undefined)
    .map(([name]) => name);
  expect(values.toSorted()).toEqual(['called', 'constant', 'count', 'step', 'take', 'walk']);
  runInNewContext('count(); count(); take([3, 4]); walk([5, 6]); step()', exports);
  expect(exports).toMatchObject({ constant: 1, counted: 2, taken: 3, last: 6, steps: 1 });
});
