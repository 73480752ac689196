import { Text } from 'ink';
import { render } from 'ink-testing-library';
import { expect, onTestFinished, test } from 'vitest';
import { Footer } from '#app/App.tsx';
import { onBar } from '#charts/row.ts';
import { TextField } from '#components/box/Field.tsx';
import { Dimmed, Line, LinesAt, Column } from '#components/Line.tsx';
import { MeasureStrip, Tiles } from '#components/Measures.tsx';
import { Menu } from '#components/box/Menu.tsx';
import { Message } from '#components/box/Message.tsx';
import { Panel } from '#components/Panel.tsx';
import { inkStyle, litParts, type Part, styledText } from '#components/parts.ts';
import { Popup } from '#components/box/Popup.tsx';
import { Table } from '#components/Table.tsx';
import { dark, terminalTheme } from '#terminal/theme/palettes.ts';
import { setTheme } from '#terminal/theme/themes.ts';
import { tintedTheme } from '#terminal/theme/tinted.ts';
import { setCharset } from '#text/characters.ts';
import { placeColumns } from '#text/fit.ts';
import { label, safeText } from '#text/safeText.ts';

const frame = (node: React.ReactElement) => render(node).lastFrame() ?? '';
const plain = (text: string) => text.replaceAll(/\x1b\[[\d;]*m/g, '');
const drawn = (node: React.ReactElement) =>
  plain(frame(node))
    .split('\n')
    .map(line => line.trimEnd());

test('a line keeps what stands at its right end and cuts the left', () => {
  const right = [{ text: label`12:04` }];
  expect(drawn(<Line width={16} parts={[{ text: label`Websites` }]} right={right} />)).toEqual([
    'Websites   12:04',
  ]);
  expect(drawn(<Line width={12} parts={[{ text: label`Websites` }]} right={right} />)).toEqual([
    'Websi… 12:04',
  ]);
  expect(drawn(<Line width={5} parts={[{ text: label`Websites` }]} right={right} />)).toEqual(['12:04']);
});

test('a box has its title in its frame, and nothing beside it where a few columns of the screen would be left', () => {
  const beneath = Array.from({ length: 5 }, () => [{ text: label`abcdefghijklmnopqrst` }]);
  const box = (
    <Column width={20} height={5}>
      <LinesAt top={0} width={20} lines={beneath} />
      <Popup place={{ left: 4, top: 1, width: 12, height: 3 }} title={label`Sort`}>
        <Line parts={[{ text: label` newest` }]} width={10} />
      </Popup>
    </Column>
  );
  expect(drawn(box)).toEqual([
    'abcdefghijklmnopqrst',
    '    ╭─ Sort ───╮',
    '    │ newest   │',
    '    ╰──────────╯',
    'abcdefghijklmnopqrst',
  ]);
});

test('a line counts terminal columns, not characters', () => {
  expect(
    drawn(<Line width={9} parts={[{ text: safeText('日本語日本語') }]} right={[{ text: label`|` }]} />),
  ).toEqual(['日本語… |']);
});

test('a table aligns numbers right and marks the selected row', () => {
  const columns = placeColumns(
    [
      { key: 'name', title: 'NAME', width: 8, priority: 2 },
      { key: 'count', title: 'COUNT', width: 6, align: 'right', priority: 1 },
    ],
    16,
  );
  const rows = [
    { id: '1', cells: { name: { text: safeText('日本') }, count: { text: label`1,234` } } },
    { id: '2', cells: { name: { text: label`ascii` }, count: { text: label`5` } } },
    { id: '3', cells: { name: { text: label`too-long-a-name` } } },
  ];
  expect(drawn(<Table columns={columns} rows={rows} top={0} height={3} selected={1} width={20} />)).toEqual([
    '   NAME       COUNT',
    '   日本       1,234',
    ' > ascii          5',
    '   too-lon…',
  ]);
});

test('a first cell that is whole over the blanks of a number is not cut', () => {
  const columns = placeColumns(
    [
      { key: 'domain', title: 'DOMAIN', width: 8, priority: 3 },
      { key: 'mark', title: '', width: 1, gap: 1, priority: 2 },
      { key: 'count', title: 'VISITORS', width: 8, priority: 1, align: 'right' },
    ],
    20,
  );
  const row = (name: string, count: string, mark = '') => ({
    id: name,
    cells: {
      domain: { text: safeText(name) },
      mark: { text: safeText(mark) },
      count: { text: safeText(count) },
    },
  });
  const rows = [
    row('a.example.org', '779'),
    row('b.example.organ', '779'),
    row('c.example.organs', '779'),
    row('d.example.org', '779', '!'),
    row('日本.example', '1,779'),
  ];
  expect(drawn(<Table columns={columns} rows={rows} top={0} height={5} width={26} />)).toEqual([
    '   DOMAIN      VISITORS',
    '   a.example.org    779',
    '   b.example.organ  779',
    '   c.examp…         779',
    '   d.examp… !       779',
    '   日本.example   1,779',
  ]);
});

const pages = { title: label`Pages`, family: 'content', focused: false, isFramed: false } as const;

test('a panel shows as many rows as fit, with bars against its greatest', () => {
  const row = (value: string, count: number) => ({
    value: safeText(value),
    count,
    countText: safeText(String(count)),
  });
  const rows = [row('/', 8), row('/about', 4), row('/more', 1)];
  const lines = drawn(<Panel {...pages} rows={rows} width={41} height={3} />);
  expect(lines.length).toBe(3);
  expect(lines[0]).toBe('   Pages');
  // Without tints they are lines from the first letter on, which is underlined, to the number.
  expect(lines[1]).toMatch(/^ {3}\/_+ 8$/);
  expect(lines[2]).toMatch(/^ {3}\/about_+ +4$/);
  const [most = 0, half = 0] = lines.slice(1).map(line => line.lastIndexOf('_') - 2);
  expect(Math.abs(most - half * 2)).toBeLessThanOrEqual(1);
});

test('a row of a panel is one line, the selected one marked in the frame', () => {
  const row = (value: string, count: number) => ({
    value: safeText(value),
    count,
    countText: safeText(String(count)),
  });
  const rows = [row('desktop', 20), row('mobile', 5)];
  expect(drawn(<Panel {...pages} focused rows={rows} selected={1} isFramed width={24} height={5} />)).toEqual(
    [
      '╭─ > Pages ────────────╮',
      '│ desktop__________ 20 │',
      '│>mobile             5 │',
      '│                      │',
      '╰──────────────────────╯',
    ],
  );
});

test('a panel that is open has the upper edge of its frame alone, its rows where they would stand in it', () => {
  const rows = [{ value: label`desktop`, count: 20, countText: label`20` }];
  const panel = (
    <Panel {...pages} number={label`1`} rows={rows} selected={0} isFramed isOpen width={24} height={3} />
  );
  expect(drawn(panel)).toEqual(['── 1 Pages ────────────', ' >desktop__________ 20', '']);
});

test('a footer drops keys from its end but never the last ones', () => {
  const key = (name: string, action: string) => ({ key: safeText(name), action: safeText(action) });
  const keys = [key('Enter', 'open'), key('/', 'search'), key('s', 'sort')];
  const last = [key('?', 'help')];
  expect(drawn(<Footer first={[]} keys={keys} last={last} width={60} />)).toEqual([
    ' Enter open  / search  s sort  ? help',
  ]);
  expect(drawn(<Footer first={[]} keys={keys} last={last} width={34} />)).toEqual([
    ' Enter open  / search  ? help',
  ]);
  expect(drawn(<Footer first={[]} keys={keys} last={last} width={12} />)).toEqual([' ? help']);
  // What the text on screen asks for comes first, and stays where there is room for nothing else.
  const first = [key('r', 'try again'), key('P', 'profiles'), key('q', 'quit')];
  expect(drawn(<Footer first={first} keys={keys} last={last} width={60} />)).toEqual([
    ' r try again  P profiles  q quit  Enter open  ? help',
  ]);
  expect(drawn(<Footer first={first} keys={keys} last={last} width={40} />)).toEqual([
    ' r try again  P profiles  q quit',
  ]);
});

test('a text field shows the end of a long text with its caret, and never a secret', () => {
  const at = { x: 0, y: 0 };
  const text = { value: 'abcdefghijkl', caret: 12 };
  const [shown = ''] = drawn(<TextField text={text} width={8} focused={false} at={at} />);
  expect(shown.length).toBeLessThanOrEqual(8);
  expect(shown).toMatch(/l$/);
  const [masked] = drawn(
    <TextField text={{ value: 'geheim', caret: 6 }} width={10} focused={false} at={at} masked />,
  );
  expect(masked).toBe('******');
});

test('a note of a menu gives way to its title, a reason is cut, and a key is always seen', () => {
  const items = [
    { title: label`Today`, note: label`21 Nov`, isChosen: true },
    { title: label`Last 28 days`, note: label`24 Oct - 20 Nov` },
    { title: label`Show lines`, reason: label`Only of your own logs`, key: 'O' },
    { title: label`Open the statistics of the website`, note: label`site`, key: 'Enter' },
  ];
  expect(drawn(<Menu items={items} selected={1} top={0} height={5} width={36} />)).toEqual([
    '   Today *        21 Nov',
    ' > Last 28 days',
    '   Show lines  Only of…          O',
    '   Open the statistics of …  Enter',
    '',
  ]);
});

test('notes of names begin in one column where all have room beside each other, else each behind its name', () => {
  const items = ['a.example', 'longer.example', 'b.example'].map(name => ({
    title: safeText(name),
    note: label`1,234 visitors +5%`,
    isName: true,
  }));
  const starts = (width: number) => {
    const lines = drawn(<Menu items={items} selected={0} top={0} height={3} width={width} />);
    return lines.map(line => line.indexOf('1,234'));
  };
  expect(starts(38)).toEqual([19, 19, 19]);
  expect(new Set(starts(36)).size).toBeGreaterThan(1);
});

test('the end of a note that begins with its point is cut', () => {
  const items = [
    { title: label`View germany`, note: label`Pages of shop.example.com, last 28 days, country Germany` },
  ];
  expect(drawn(<Menu items={items} selected={0} top={0} height={1} width={44} />)).toEqual([
    ' > View germany',
  ]);
  expect(
    drawn(
      <Menu
        items={items.map(item => ({ ...item, isCut: true }))}
        selected={0}
        top={0}
        height={1}
        width={44}
      />,
    ),
  ).toEqual([' > View germany  Pages of shop.example.com']);
});

test('a group of a menu is said before the first of its entries on screen, where there is room', () => {
  const items = ['Edit', 'Delete', 'Reverse'].map((title, index) => ({
    title: safeText(title),
    group: index < 2 ? label`Change it` : label`Move`,
  }));
  expect(drawn(<Menu items={items} selected={2} top={1} height={2} width={60} />)).toEqual([
    ' Change it          Delete',
    ' Move             > Reverse',
  ]);
  expect(drawn(<Menu items={items} selected={2} top={1} height={2} width={40} />)).toEqual([
    '   Delete',
    ' > Reverse',
  ]);
});

test('stretches of parts are lit, also across two of them, and never between a letter and its marks', () => {
  const lit =
    (...texts: readonly string[]) =>
    (stretches: [number, number][]) =>
      litParts(
        texts.map(text => ({ text: safeText(text) })),
        stretches,
      )
        .map(({ text, tone }) => (tone === 'accent' ? `[${text}]` : text))
        .join('|');
  expect(lit('Note it')([[0, 2]])).toBe('[No]|te it');
  expect(lit('abc', 'def')([[2, 4]])).toBe('ab|[c]|[d]|ef');
  expect(lit('abcdef')([])).toBe('abcdef');
  expect(
    lit('abcdef')([
      [0, 1],
      [4, 6],
    ]),
  ).toBe('[a]|bcd|[ef]');
  expect(lit('e\u0323b')([[0, 1]])).toBe(lit('\u1eb9b')([[0, 1]]));
});

test('a message that does not fit is one paragraph, so that what to press stays', () => {
  const message = {
    title: label`Not read`,
    lines: [label`The answer is a web page.`, label`Press r.`],
    width: 22,
  };
  expect(drawn(<Message {...message} height={4} />)).toEqual([
    '   Not read',
    '   The answer is a',
    '   web page.',
    '   Press r.',
  ]);
  expect(drawn(<Message {...message} height={3} />)).toEqual([
    '   Not read',
    '   The answer is a',
    '   web page. Press r.',
  ]);
});

test('what has no room in a panel or a message ends in an ellipsis', () => {
  const message = { text: label`The service answered 503. Press r to try again.`, tone: 'bad' } as const;
  const panel = <Panel {...pages} rows={[]} message={message} width={24} height={3} />;
  expect(drawn(panel).slice(1)).toEqual(['   The service', '   answered 503. Pres…']);
  const lines = [message.text];
  expect(drawn(<Message title={label`Refused`} lines={lines} width={24} height={2} />)).toEqual([
    '   Refused',
    '   The service answere…',
  ]);
});

test('a part is in the sequences that Ink puts around a text in its style', () => {
  const text = label`12`;
  // Roles apart: what a role is written as depends on how many colours Ink believes to have.
  const styles: readonly Omit<Part, 'text'>[] = [
    {},
    { bold: true },
    { underline: true },
    { inverse: true },
    { bold: true, underline: true, inverse: true },
  ];
  for (const style of styles)
    expect(frame(<Text>{styledText({ text, ...style })}</Text>)).toBe(
      frame(<Text {...inkStyle(style)}>{text}</Text>),
    );
});

test('a role is written as one of the 256 colours from 16 on, with and without a ground', () => {
  const text = label`12`;
  expect(styledText({ text })).toBe('12');
  expect(styledText({ text, tone: 'dim' })).toBe('\x1b[38;5;17m12\x1b[39m');
  expect(styledText({ text, on: 'selection' })).toBe('\x1b[48;5;30m12\x1b[49m');
  expect(styledText({ text, tone: 'accent', on: 'selection', bold: true })).toBe(
    '\x1b[1m\x1b[48;5;30m\x1b[38;5;18m12\x1b[39m\x1b[49m\x1b[22m',
  );
});

test('frames of hyphens are dim text, where lines are in the tint of frames', () => {
  const frame = { text: label`+-+`, tone: 'frame' } as const;
  onTestFinished(() => {
    setCharset('utf8');
    setTheme(terminalTheme);
  });
  setTheme(tintedTheme(dark, 256));
  const [tinted, dimmed] = [styledText(frame), styledText({ ...frame, tone: 'dim' })];
  expect(tinted).not.toBe(dimmed);
  setCharset('asciiLines');
  expect(styledText(frame)).toBe(dimmed);
  // The sixteen: faint text as elsewhere.
  setTheme(terminalTheme);
  expect(styledText(frame)).toBe(tinted);
});

test('the first columns stand on the ground, a part is cut in two where it ends', () => {
  expect(
    onBar(
      [
        { text: label`/sale`, bold: true },
        { text: label` 12`, tone: 'dim' },
      ],
      { columns: 3, hue: 'content', isLined: false },
    ),
  ).toEqual([
    { text: '/sa', bold: true, on: 'contentBar' },
    { text: 'le', bold: true },
    { text: ' 12', tone: 'dim' },
  ]);
});

test('several parts, none, and more columns than there are', () => {
  const parts = [{ text: label`ab` }, { text: label`cd`, on: 'selection' as const }];
  expect(onBar(parts, { columns: 9, hue: 'content', isLined: false })).toEqual([
    { text: 'ab', on: 'contentBar' },
    { text: 'cd', on: 'selection' },
  ]);
  expect(onBar(parts, { columns: 0, hue: 'content', isLined: false })).toEqual(parts);
});

test('a wide letter is not cut: the ground ends before it, and does not go on behind it', () => {
  expect(
    onBar([{ text: label`a日` }, { text: label`b` }], { columns: 2, hue: 'content', isLined: false }),
  ).toEqual([{ text: 'a', on: 'contentBar' }, { text: '日' }, { text: 'b' }]);
});

test('a count that has just changed stands out, and nothing moves', () => {
  const panel = (isChanged: boolean) =>
    frame(
      <Panel
        title={label`Pages`}
        family="content"
        isFramed={false}
        focused={false}
        rows={[
          { value: label`/a`, count: 10, countText: label`10`, isChanged },
          { value: label`/b`, count: 5, countText: label`5` },
        ]}
        width={20}
        height={3}
      />,
    );
  const line = panel(true).split('\n')[1] ?? '';
  // Bold, in whatever stands for its role here, where no screen puts in the theme's colour.
  expect(line).toMatch(/\x1b\[1m(?:\x1b\[[\d;]+m)?10|\x1b\[[\d;]+m\x1b\[1m10/);
  expect(panel(false)).not.toBe(panel(true));
  expect(plain(panel(true))).toBe(plain(panel(false)));
});

test('a measure, bold at all times, is underlined while it is new', () => {
  const strip = (isChanged: boolean) =>
    frame(
      <MeasureStrip
        measures={[{ title: label`TODAY`, value: label`54`, isChanged, priority: 1 }]}
        rows={2}
        width={20}
      />,
    );
  expect(strip(true)).toContain('\x1b[4m');
  expect(strip(false)).not.toContain('\x1b[4m');
  expect(plain(strip(true))).toBe(plain(strip(false)));
});

test('few rows of a panel have one line each, as those of all others', () => {
  const row = (value: string, count: number) => ({
    value: safeText(value),
    count,
    countText: safeText(String(count)),
  });
  const rows = [row('desktop', 20), row('mobile', 5)];
  const panel = drawn(<Panel {...pages} focused rows={rows} selected={1} isFramed width={24} height={8} />);
  expect(panel.slice(1, 4).map(line => line.slice(1, -1).trimEnd())).toEqual([
    ' desktop__________ 20',
    '>mobile             5',
    '',
  ]);
});

test('in a tile a number that has no room beside its change is rounded, and keeps its chart', () => {
  const tile = (width: number) =>
    drawn(
      <Tiles
        measures={[
          {
            title: label`Views`,
            value: label`1,427,054`,
            shortValue: label`1.4M`,
            note: label`+32%`,
            draw: room => [{ text: safeText('#'.repeat(room)) }],
            priority: 1,
          },
        ]}
        width={width}
        gap={0}
      />,
    ).slice(1, 3);
  expect(tile(18)).toEqual(['│ 1,427,054 +32% │', '│ ############## │']);
  expect(tile(17)).toEqual(['│ 1.4M  +32%    │', '│ ############# │']);
});

test('what was last seen keeps its bars, all of one grey but for that of the selected row', () => {
  setTheme(tintedTheme(dark, 256));
  onTestFinished(() => setTheme(terminalTheme));
  const rows = [400, 200].map(count => ({
    id: `${count}`,
    bar: { count, max: 400, hue: 'content' as const },
    cells: { page: { text: safeText(`/page-of-${count}`) } },
  }));
  const columns = placeColumns([{ key: 'page' as const, title: 'PAGE', width: 16, priority: 1 }], 20);
  const shown = frame(
    <Dimmed on>
      <Table columns={columns} rows={rows} top={0} selected={1} height={2} width={24} />
    </Dimmed>,
  );
  const grounds = (text: string) => new Set(text.match(/\x1b\[48;[\d;]*m/g));
  const [first = '', second = ''] = shown.split('\n').filter(line => line.includes('/page'));
  const [grey] = grounds(first);
  expect(grey).toBeDefined();
  expect(grounds(first).size).toBe(1);
  // The two of the selection, beyond its bar and on it.
  expect(grounds(second).size).toBe(2);
  expect(grounds(second)).not.toContain(grey);
});
