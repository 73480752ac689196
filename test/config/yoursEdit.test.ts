import { chmodSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import '#commands/registry.ts';
import { changePanelsFile, yoursPath } from '#config/yours/yours.ts';
import { withPanels } from '#config/yours/yoursEdit.ts';
import { panelNames } from '#model/service/capabilities.ts';
import { temporaryFolder } from '../helpers/temporaryFolder.ts';

const own = `# Head of the file.
keys: {why:   Q} # as it was

panels: # what matters
  # first of all
  - page # what is read
  - referrer

  # sales
  - event
# the list
columns: [domain,  visitors]
`;

test('panels move with their comments, and all else of the file stays byte for byte', () => {
  expect(withPanels(own, { names: ['event', 'country', 'page'] })).toBe(`# Head of the file.
keys: {why:   Q} # as it was

panels: # what matters

  # sales
  - event
  - country
  # first of all
  - page # what is read
# the list
columns: [domain,  visitors]
`);
});

test.each([
  ['no file', '', 'panels: [event, page]\n'],
  ['nothing but a comment', '# mine', '# mine\npanels: [event, page]\n'],
  ['other settings', 'keys: {}\n# end\n', 'keys: {}\n# end\npanels: [event, page]\n'],
  ['indented settings', '  keys: {}\n', '  keys: {}\n  panels: [event, page]\n'],
  [
    'a list in brackets',
    'panels: [page,  referrer] # p\nkeys: {}\n',
    'panels: [event, page] # p\nkeys: {}\n',
  ],
  [
    'a comment in brackets',
    'panels: [page, # p\n  event]\n',
    'panels:\n  [\n    event,\n    page # p\n  ]\n',
  ],
  [
    'one comment, of the whole list',
    'panels: # p\n# first of all\n-  page\n-  referrer\n# keys\nkeys: {}\n',
    'panels: # p\n# first of all\n-  event\n-  page\n# keys\nkeys: {}\n',
  ],
  ['no end of the last line', 'panels:\n- page # p\n- event', 'panels:\n- event\n- page # p'],
  ['a name on its own line', 'panels:\n-\n  page\n- event\n', 'panels:\n  - event\n  - page\n'],
  ['a name behind a question mark', '? panels\n:\n - page\n - event\n', '? panels\n:\n - event\n - page\n'],
  ['JSON', '{\n "panels": ["page"],\n "keys": { }\n}\n', '{\n "panels": [event, page],\n "keys": { }\n}\n'],
  ['braces without panels', '{\n  keys: { }, # k\n}\n', '{\n  keys: { }, panels: [event, page], # k\n}\n'],
  ['empty braces', '{}\n', '{panels: [event, page]}\n'],
  ['all of it in braces', '{panels: [page], keys: {}} # x\n', '{panels: [event, page], keys: {}} # x\n'],
  [
    'lines of Windows and one that is not',
    '# a\npanels:\r\n- page # p\r\n- referrer\n',
    '# a\npanels:\r\n- event\r\n- page # p\r\n',
  ],
  ['a directive', '%YAML 1.2\n---\npanels: [page]\n', '%YAML 1.2\n---\npanels: [event, page]\n'],
  [
    'lists by tag',
    'panels:\n  all: [page]\n  tags: {shop: [event]}\n',
    'panels:\n  all: [event, page]\n  tags: {shop: [event]}\n',
  ],
  [
    'no list for all',
    'panels:\n  tags: {shop: [event]} # s\n',
    'panels:\n  tags: {shop: [event]} # s\n  all: [event, page]\n',
  ],
])('%s', (_, before, after) => {
  expect(withPanels(before, { names: ['event', 'page'] })).toBe(after);
});

test('the list of a tag is written under the name that the file has for it', () => {
  const text = 'panels:\n  all: [page] # all\n  tags:\n    Shop: [page, event]\n';
  expect(withPanels(text, { tag: 'shop', names: ['event', 'page'] })).toBe(
    'panels:\n  all: [page] # all\n  tags:\n    Shop: [event, page]\n',
  );
  expect(withPanels(text, { tag: 'shop', names: undefined })).toBe('panels:\n  all: [page] # all\n');
});

test('a list of a tag that takes two lines is indented enough', () => {
  const names = panelNames.slice(0, 11);
  expect(withPanels('panels:\n  tags:\n    shop: [page]\n', { tag: 'shop', names })).toBe(`panels:
  tags:
    shop: [page, referrer, country, landing_page, campaign, browser, event, city, os, exit_page,
      device]
`);
});

test('a comment above a list that is taken out stays', () => {
  const text = 'panels:\n  tags:\n    # s\n    shop:\n    - page # p\n    # b\n    blog: [page]\n# end\n';
  expect(withPanels(text, { tag: 'shop', names: undefined })).toBe(
    'panels:\n  tags:\n    # s\n    # b\n    blog: [page]\n# end\n',
  );
  expect(withPanels(text, { tag: 'blog', names: undefined })).toBe(
    'panels:\n  tags:\n    # s\n    shop:\n    - page # p\n    # b\n# end\n',
  );
});

test.each([
  ['panels: [page] # p\nkeys: {}\n', 'keys: {}\n'],
  ['{panels: [page], keys: {}}\n', '{keys: {}}\n'],
  ['# a\npanels:\n  - page\n# b\n', '# a\n# b\n'],
])('a list that is taken out of %j', (before, after) => {
  expect(withPanels(before, { names: undefined })).toBe(after);
});

test('a file with mistakes, or one that ends before its last line, is left as it is', () => {
  expect(() => withPanels('x: 1\n', { names: ['page'] })).toThrow(
    'config.yaml has a mistake, mend it first: line 1: there is no setting "x".',
  );
  expect(() => withPanels('? panels\n:\n  tags: {}\n', { names: ['page'] })).toThrow(
    'config.yaml is written in a way that only an editor can change: sitedeck config edit',
  );
  expect(() => withPanels('keys: {}\n...\n', { names: ['page'] })).toThrow(
    'config.yaml is written in a way that only an editor can change: sitedeck config edit',
  );
});

test('a link stays a link; a file that is read-only stays as it is', async () => {
  const folder = temporaryFolder();
  const [path, target] = [yoursPath(folder), join(folder, 'dotfiles.yaml')];
  writeFileSync(target, 'panels: [page, event]\n', { mode: 0o600 });
  symlinkSync(target, path);
  const swap = () => ({ names: ['event', 'page'] as const });
  await changePanelsFile(path, swap);
  expect(lstatSync(path).isSymbolicLink()).toBe(true);
  expect(readFileSync(target, 'utf8')).toBe('panels: [event, page]\n');
  chmodSync(target, 0o400);
  await expect(changePanelsFile(path, () => ({ names: ['page'] }))).rejects.toThrow(
    `${path} is read-only: run  chmod u+w `,
  );
  expect(readFileSync(target, 'utf8')).toBe('panels: [event, page]\n');
});
