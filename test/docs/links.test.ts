import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { anchorsOf, linksOf } from './markdown.ts';
import { allPages, docsPages, root, type Page } from './pages.ts';

test.each(allPages)('every link of $path leads somewhere', page => {
  expect(brokenLinks(page)).toEqual([]);
});

test('a link that leads nowhere is found', () => {
  const text = `
# A page
[here](#a-page) [a file](LICENSE) [a heading](docs/keys.md#keys) ![a picture](test/pictures/tour.svg) [out](https://example.com)
\`[code](nowhere.md)\` [1](#nowhere) [2](nowhere.md) [3](docs/keys.md#nowhere) ![4](test/nowhere.svg)
<img src="nowhere.png" /> <a href="http://example.com">5</a> [6](mailto:someone@example.com) [7](docs) [8](../main/LICENSE)
\`\`\`sh
# nowhere
echo [no link](nowhere)
\`\`\`
[9]: nowhere.txt
`;
  expect(brokenLinks({ path: 'page.md', text })).toEqual([
    '#nowhere',
    'nowhere.md',
    'docs/keys.md#nowhere',
    'test/nowhere.svg',
    'nowhere.png',
    'http://example.com',
    'mailto:someone@example.com',
    'docs',
    '../main/LICENSE',
    'nowhere.txt',
  ]);
  expect(anchorsOf('# Keys & more\n## Left, right\n## Keys & more')).toEqual([
    'keys--more',
    'left-right',
    'keys--more-1',
  ]);
});

test.each(docsPages.slice(1))('$path begins with what it is, and leads back', ({ text }) => {
  const [title, , what, , links = ''] = text.split('\n');
  expect(title).toMatch(/^# [A-Z]/);
  expect(what).toMatch(/^[A-Z].*\.$/);
  expect(linksOf(links)).toContain('../README.md');
});

test('the README leads to every page of docs', () => {
  const [readme, ...others] = docsPages;
  const links = linksOf(readme?.text ?? '');
  expect(others.length).toBeGreaterThan(7);
  expect(others.filter(({ path }) => !links.includes(path)).map(({ path }) => path)).toEqual([]);
});

/** Files are of this repository; what is elsewhere has to be https, and is not asked for. */
function brokenLinks({ path, text }: Page): string[] {
  return linksOf(text).filter(link => {
    if (link.startsWith('https://')) return !URL.canParse(link);
    const [name = '', anchor] = link.split('#');
    const target = name === '' ? path : join(dirname(path), name);
    if (target.startsWith('..') || (!existsSync(join(root, target)) && name !== '')) return true;
    if (name !== '' && !statSync(join(root, target)).isFile()) return true;
    return (
      anchor !== undefined &&
      !anchorsOf(name === '' ? text : readFileSync(join(root, target), 'utf8')).includes(anchor)
    );
  });
}
