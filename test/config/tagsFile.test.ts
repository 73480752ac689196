import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError } from '#config/ConfigError.ts';
import { forgetTags, openTags } from '#config/tagsFile.ts';
import { changeTags } from '#model/website/tags.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'sitedeck-test-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test('each profile has its own tags, in a private file that two programs may change', () => {
  const path = folder();
  const [one, again, other] = [openTags(path, 'demo'), openTags(path, 'demo'), openTags(path, 'work')];
  expect(one.read().size).toBe(0);
  expect(existsSync(join(path, 'tags.json'))).toBe(false);
  one.change(tags => changeTags(tags, ['3', '12'], { add: ['shop'] }));
  other.change(tags => changeTags(tags, ['3'], { add: ['client-a'] }));
  again.change(tags => changeTags(tags, ['3'], { add: ['blog'] }));
  expect([...one.read()]).toEqual([
    ['3', ['blog', 'shop']],
    ['12', ['shop']],
  ]);
  expect([...other.read()]).toEqual([['3', ['client-a']]]);
  expect(statSync(join(path, 'tags.json')).mode & 0o777).toBe(0o600);
});

test('a deleted website takes its tags along', () => {
  const path = folder();
  const file = openTags(path, 'demo');
  file.change(tags => changeTags(tags, ['3', '4'], { add: ['shop', 'blog'] }));
  forgetTags(file, '3');
  forgetTags(file, '5');
  expect([...file.read().keys()]).toEqual(['4']);
});

test.each([
  '{',
  '[]',
  '{"version":2,"profiles":{}}',
  '{"version":1,"profiles":{"demo":{"3":"shop"}}}',
  '{"version":1,"profiles":{"demo":{"3":["no tag"]}}}',
])('a file that cannot be read is one line and stays as it is: %s', text => {
  const path = folder();
  writeFileSync(join(path, 'tags.json'), text);
  const file = openTags(path, 'demo');
  for (const use of [() => file.read(), () => file.change(tags => tags)]) {
    expect(use).toThrow(ConfigError);
    expect(use).toThrow(
      /^.*tags\.json holds no tags that can be read: mend it, or move it away to start anew\.$/,
    );
  }
  forgetTags(file, '3');
  expect(readFileSync(join(path, 'tags.json'), 'utf8')).toBe(text);
});
