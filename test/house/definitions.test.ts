import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The packages that a Node has loaded, as CommonJS, which React is, after it has imported a file of ours. */
function packagesBehind(specifier: string): string {
  const script = `
    import Module from 'node:module';
    await import('${specifier}');
    const names = Object.keys(Module._cache).map(file => /node_modules.(\\w+)/.exec(file)?.[1]);
    console.log([...new Set(names)].join(' ') || 'none');`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return stdout.trim();
}

test('the definitions of all screens load neither React nor Ink', () => {
  expect(packagesBehind('#screens/storeView.ts')).toBe('react');
  expect(packagesBehind('#commands/registry.ts')).toBe('none');
});
