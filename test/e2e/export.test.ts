import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hostileTexts } from '../helpers/hostileTexts.ts';
import { openDemo } from '../helpers/application.ts';
import { backToList } from '../helpers/sharedProgram.ts';
import { escape, openTexts, settled } from '../helpers/textApplication.ts';
import { svgOf } from '#terminal/picture/svg.ts';
import type { Terminal } from '../helpers/terminal.ts';

async function openPages(terminal: Terminal) {
  terminal.press('Enter');
  await terminal.waitFor('Landing pages');
  await terminal.waitFor('/episodes');
  terminal.press('1', 'z');
  await terminal.waitFor('SHARE');
  await terminal.waitFor(/1-\d+ of \d+/);
  // The figures before come after the rows.
  await terminal.waitFor(/ \d+% +[+-]\d+%/);
}

/** What the last OSC 52 sequence put on the clipboard. */
function clipboard(terminal: Terminal): string {
  const found = [...terminal.output.matchAll(/\x1b\]52;c;([A-Za-z0-9+/=]*)\x07/g)].at(-1)?.[1];
  return Buffer.from(found ?? '', 'base64').toString('utf8');
}

test('write a file, be asked before it is replaced, see the name again with another format', async () => {
  const terminal = await openDemo();
  await openPages(terminal);
  terminal.press('x');
  await terminal.waitFor('[CSV]');
  await terminal.waitFor(/│ Preview [^]*│ value,count,count_before[^]*│ \/,\d/);
  terminal.press('Tab', 'Tab', '^U');
  terminal.type('~/pages.csv');
  await terminal.waitFor(/File +│ ~\/pages\.csv +│/);
  terminal.press('Tab');
  await terminal.waitFor(/> +\[ Export \]/);
  terminal.press('Right');
  await terminal.waitFor('Nothing to choose here: Enter exports.');
  terminal.press('Enter');
  await terminal.waitFor('Wrote pages.csv, 8 rows, in');
  const path = join(terminal.home.path, 'pages.csv');
  expect(readFileSync(path, 'utf8')).toMatch(
    /^value,count,count_before,share,share_of,before_from,before_to\n\/,\d+,\d+,0\.\d+,page views,\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d\n/,
  );

  writeFileSync(path, 'mine');
  terminal.press('x', 'Tab', 'Tab', '^U');
  terminal.type('~/pages.csv');
  terminal.press('Enter');
  await terminal.waitFor('Replace the file?');
  terminal.press('n');
  await terminal.waitFor('> File');
  expect(readFileSync(path, 'utf8')).toBe('mine');
  terminal.press('Up', 'Up', 'Right');
  await terminal.waitFor('~/pages.json');
  terminal.press('Tab', 'Tab', '^U');
  terminal.type('~/none/pages.json');
  terminal.press('Enter');
  await terminal.waitFor(/cannot be written: there[\s│]+is[\s│]+no/);
  expect(existsSync(join(terminal.home.path, 'none'))).toBe(false);
  terminal.press('Esc');
  await terminal.waitFor('Enter history');
});

/** The dialog's last kind, which it keeps; resolves to the file it wrote. */
async function writePicture(terminal: Terminal, name: string, hides = false): Promise<string> {
  // In tints the chosen value is inverse in place of its brackets.
  const isChosen = (text: string) => {
    const shown = terminal.lines().join('\n');
    return shown.includes(`[${text}]`) || (shown.includes(text) && terminal.screen.find(text).inverse);
  };
  terminal.press('x');
  await terminal.waitFor(/^.*(?:╭─|\+-) Export [─-]/m);
  // All of the box is there.
  await settled(terminal);
  if (!isChosen('Picture (SVG)')) terminal.press('Left');
  await terminal.waitFor(() => isChosen('Picture (SVG)'));
  terminal.press('Tab');
  if (hides && !isChosen('names and numbers')) terminal.press('Right');
  await terminal.waitFor(() => isChosen(hides ? 'names and numbers' : 'nothing'));
  terminal.press('Tab', 'Tab', '^U');
  terminal.type(`~/${name}`);
  terminal.press('Enter');
  await terminal.waitFor(`Wrote ${name}, the screen, in`);
  return readFileSync(join(terminal.home.path, name), 'utf8');
}

test.each([
  ['sixteen colours', {}, undefined],
  [
    'a dark terminal of all colours',
    { COLORFGBG: '15;0', COLORTERM: 'truecolor' },
    { letter: [218, 218, 218], background: [16, 16, 16] },
  ],
  ['no colours, in ASCII', { NO_COLOR: '1', LC_ALL: 'C' }, undefined],
] as const)('a picture has every cell as the terminal shows it: %s', async (_, env, own) => {
  const terminal = await openDemo({ cols: 120, rows: 40, env });
  terminal.press('Enter');
  await terminal.waitFor('Landing pages');
  await terminal.waitFor('/episodes');
  // The earlier figures come after the rows, panel by panel.
  await terminal.waitFor(lines => lines.some(line => / Opera +[^│]*\d%/.test(line)));
  await settled(terminal, 400);
  const cells = terminal.screen.cells();
  const picture = await writePicture(terminal, 'dashboard.svg');
  expect(picture).toBe(svgOf(cells, own));
});

test('also where the service says what it likes, in a picture that is well-formed', async () => {
  const { terminal } = await openTexts({ texts: hostileTexts }, { cols: 140, rows: 40 });
  const cells = terminal.screen.cells();
  const picture = await writePicture(terminal, 'hostile.svg');
  expect(picture).toBe(svgOf(cells));
  expect(picture).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]|\p{Cs}/u);
  const tags = new Set(Array.from(picture.matchAll(/<\/?([\w!?]+)/g), ([, tag]) => tag));
  expect(tags).toEqual(new Set(['svg', 'rect', 'defs', 'path', 'g', 'use', 'text']));
});

test('in the smallest window the dialog has room for its button, and the picture is as small', async () => {
  const terminal = await openDemo({ cols: 40, rows: 10 });
  terminal.press('x');
  await terminal.waitFor('Format');
  terminal.press('Left');
  await terminal.waitFor('[Picture (SVG)]');
  terminal.press('Tab', 'Tab', 'Tab', '^U');
  terminal.type('~/small.svg');
  terminal.press('Tab');
  await terminal.waitFor(lines =>
    ['Format', 'Hide', 'To', 'File', '[ Export ]'].every(text => lines.some(line => line.includes(text))),
  );
  terminal.press('Enter');
  await terminal.waitFor('Wrote small.svg');
  expect(readFileSync(join(terminal.home.path, 'small.svg'), 'utf8')).toContain('width="340" height="180"');
});

/** All in one: a name, a path, a code with a name, and words that a browser would run. */
const secrets = ['secret.example', '/Secret/path?a=1', 'SE:Secretland', 'secret one', '<b>&secret;'];

/** What is seen of a picture, row by row. */
function rowsOf(svg: string): string[] {
  const rows = new Map<string, string[]>();
  for (const [, y = '', text = ''] of svg.matchAll(/<text x="\d+" y="(\d+)"[^>]*>([^<]*)</g))
    rows.set(y, [...(rows.get(y) ?? []), text]);
  // A line without text, as one of a chart is, has its place all the same.
  const places = [...rows.keys()].map(Number).sort((one, other) => one - other);
  const height = Math.min(...places.slice(1).map((place, at) => place - (places[at] ?? 0)));
  return places.flatMap((place, at) => {
    const blank = Math.round((place - (places[at - 1] ?? place - height)) / height) - 1;
    return [...Array.from({ length: blank }, () => ''), rows.get(String(place))?.join(' ') ?? ''];
  });
}

/** But for the lines that have room for more where numbers are shorter. */
const shares = (rows: readonly string[]) =>
  rows
    .slice(0, -2)
    .filter(row => !/visitors? +\(sum/.test(row))
    .join('\n')
    .match(/[+-]?[\d.]+%|\bx[\d.]+/g) ?? [];

test('with names and numbers hidden nothing is left of what the service says', async () => {
  const { terminal } = await openTexts({ texts: secrets }, { cols: 200, rows: 50 });
  const expectHidden = async (name: string) => {
    await settled(terminal);
    // A share of all, and the change of a day, may come after the rows.
    if (name === 'history') await terminal.waitFor(lines => shares(lines).length > 1);
    const seen = terminal.lines();
    expect(seen.join('\n')).toMatch(/secret/i);
    const picture = await writePicture(terminal, `${name}.svg`, true);
    expect(picture).not.toMatch(/secret/i);
    // The name of the file says nothing either.
    expect(terminal.output).not.toMatch(/secret\S*\.svg/i);
    // Something may come in just before the picture is drawn.
    const shown = [seen, terminal.lines()].map(lines => ({ name, shares: shares(lines) }));
    expect(shown).toContainEqual({ name, shares: shares(rowsOf(picture)) });
  };
  await expectHidden('websites');
  terminal.press('Down');
  // The pane follows a moment later.
  await terminal.waitFor(lines => lines[1]?.includes('/Secret/path') === true);
  await expectHidden('second');
  terminal.press('Enter');
  await terminal.waitFor('Landing pages');
  await expectHidden('dashboard');
  terminal.press('w');
  await terminal.waitFor('share');
  await expectHidden('why');
  terminal.raw(`${escape}1z`);
  await terminal.waitFor('SHARE');
  await expectHidden('pages');
  terminal.press('/');
  terminal.type('secret');
  await terminal.waitFor('Search secret');
  terminal.press('Enter');
  await expectHidden('search');
  terminal.press('Enter');
  await terminal.waitFor('> Pages >');
  await expectHidden('history');
  terminal.raw(`${escape.repeat(3)}3z`);
  await terminal.waitFor('> Countries');
  await expectHidden('countries');
  terminal.raw(`${escape}H`);
  await terminal.waitFor('> Weekdays');
  await expectHidden('weekdays');
  terminal.press('C');
  await terminal.waitFor('> Year');
  await terminal.waitFor('best day');
  await expectHidden('year');
  terminal.resize(80, 24);
  await backToList(terminal);
  await expectHidden('websites at 80x24');
  terminal.press('Enter');
  await terminal.waitFor('1 Pages');
  await expectHidden('dashboard at 80x24');
});

test('copy the rows and the value through the terminal', async () => {
  const terminal = await openDemo();
  await openPages(terminal);
  terminal.press('x', 'Right', 'Right', 'Tab', 'Right');
  await terminal.waitFor('[the clipboard]');
  terminal.press('Enter');
  await terminal.waitFor('Copied 8 rows as Markdown.');
  expect(clipboard(terminal)).toMatch(
    /^# Pages of `podcast\.example\.com`\n[^]*\| Page \| Page views \| Page views before \| Share \|\n\| --- \| ---: \| ---: \| ---: \|\n/,
  );
  terminal.press('Down', 'Y');
  await terminal.waitFor('Copied https://podcast.example.com/');
  expect(clipboard(terminal)).toMatch(/^https:\/\/podcast\.example\.com\/\S+$/);
});

test('under SSH no browser is started: the address is shown and copied', async () => {
  const terminal = await openDemo({ env: { SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22', DISPLAY: ':9' } });
  terminal.press('o');
  await terminal.waitFor('Copied, as this is an SSH session: https://podcast.example.com/');
  expect(clipboard(terminal)).toBe('https://podcast.example.com/');
});
