import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownCapabilities } from '#api/phpAnalytics/capabilities.ts';
import {
  csvOfBatches,
  type DataTable,
  exportFileName,
  toCsv,
  toJson,
  toMarkdown,
  withEnding,
} from '#model/export/dataTable.ts';
import { statisticsTable } from '#model/export/statisticTables.ts';
import { anyCharacter } from '../../helpers/anyCharacter.ts';

const table = (...values: string[]): DataTable => ({
  title: 'Pages of shop.example.com',
  about: { website: '7', from: '2026-03-01', search: undefined },
  columns: [
    { key: 'value', title: 'Page' },
    { key: 'count', title: 'Page views' },
  ],
  rows: values.map((value, at) => [value, at === 0 ? 1234567890123 : -at]),
});

/** Nothing that a terminal or an editor obeys; line feed and tab aside. */
const raw =
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\u{e0000}-\u{e01ef}]|\p{Cs}/u;
const blanks = Array.from(' \t\xa0\u1680\u2003\u202f\u3000\u200b\u2060\ufeff\u3164\0\x1f\x85\u{e0100}');
const text = fc.string({
  unit: fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 1 }),
    fc.constantFrom(...Array.from('=+-@\t\r\n",;|\\`<\x1b\x9b\u202e\ud800'), ...blanks),
  ),
});

describe('CSV', () => {
  it('rounds shares to a millionth, of a row that says its kind too', () => {
    const columns = [
      { key: 'kind', title: 'Kind' },
      { key: 'count', title: 'Count', kindIn: 'kind' },
    ];
    const rows = [
      ['change', 0.123456789],
      ['mean', 0.123456789],
    ];
    expect(toCsv({ title: 'Rows', about: {}, columns, rows })).toBe(
      'kind,count\nchange,0.123457\nmean,0.123456789\n',
    );
  });

  it('has its names once, in however many batches the rows come', async () => {
    const batches = async function* () {
      yield table('/a');
      yield table('/b');
    };
    expect((await Array.fromAsync(csvOfBatches(batches()))).join('')).toBe(
      'value,count\n/a,1234567890123\n/b,1234567890123\n',
    );
  });

  it('writes names, text and exact numbers', () => {
    expect(toCsv(table('/pricing', '/a,b', 'say "hi"', 'two\nlines'))).toBe(
      'value,count\n/pricing,1234567890123\n"/a,b",-1\n"say ""hi""",-2\n"two\nlines",-3\n',
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+49', "'+49"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', `"'\t=1"`],
    ['\r=1', "'\\u000d=1"],
    ['\n=1', `"'\n=1"`],
    ...Array.from('＝＋－＠﹦﹢﹣﹫', sign => [`${sign}1`, `'${sign}1`]),
    ['\u3000＋1', "'\u3000＋1"],
    [' =1', "' =1"],
    ['\xa0=1', "'\xa0=1"],
    ['\u3000 \xa0@a', "'\u3000 \xa0@a"],
    ['\u200b+1', "'\\u200b+1"],
    ['\ufeff-1', "'\\ufeff-1"],
    ['\0=1', "'\\u0000=1"],
    [' a=1', '" a=1"'],
    ['a\u{e0101}b', 'a\\udb40\\udd01b'],
    ['❤️ 1️⃣ a\ufe0f', '❤️ 1️⃣ a\\ufe0f'],
    ['=HYPERLINK("x";"y")', `"'=HYPERLINK(""x"";""y"")"`],
    ['a=1', 'a=1'],
    ['\x1b[2Jx', '\\u001b[2Jx'],
    ['a\u202etxt', 'a\\u202etxt'],
    ['', ''],
  ])('defuses %j', (value, cell) => {
    expect(toCsv({ ...table(value), rows: [[value]] }).slice('value,count\n'.length)).toBe(
      `${cell}\n`.replace(/^""\n$/, '\n'),
    );
  });

  it('has no cell a spreadsheet runs and no raw control, whatever the text', () => {
    fc.assert(
      fc.property(text, value => {
        const line = toCsv({ ...table(), rows: [[value, 5]] }).slice('value,count\n'.length);
        expect(line).not.toMatch(/^"?[\s\p{Z}\p{Cf}\u3164]*[=+\-@＝＋－＠]|^"?[\t\r\n]/u);
        expect(line).not.toMatch(raw);
        expect(line.endsWith(',5\n')).toBe(true);
      }),
    );
  });
});

describe('JSON', () => {
  it('says what was asked and gives a record a row', () => {
    expect(toJson(table('/', '/b'))).toBe(
      [
        '{',
        '  "website": "7",',
        '  "from": "2026-03-01",',
        '  "rows": [',
        '    {"value":"/","count":1234567890123},',
        '    {"value":"/b","count":-1}',
        '  ]',
        '}',
        '',
      ].join('\n'),
    );
    expect(toJson(table())).toContain('"rows": []');
  });

  it('escapes C1, separators, bidirectional and lone characters', () => {
    expect(toJson(table('\x9b31m\u2028\u202e\ud800\u{e0041}'))).toContain(
      String.raw`"\u009b31m\u2028\u202e\ud800\udb40\udc41"`,
    );
  });

  it('gives every text back exactly, with nothing raw in it', () => {
    fc.assert(
      fc.property(text, value => {
        const json = toJson(table(value));
        expect(json).not.toMatch(raw);
        expect(JSON.parse(json)).toMatchObject({ rows: [{ value, count: 1234567890123 }] });
      }),
    );
  });
});

describe('Markdown', () => {
  it('is a heading, facts and a table with numbers to the right', () => {
    expect(toMarkdown(table('/a_b', '/c|d'))).toBe(
      [
        '# Pages of `shop.example.com`',
        '',
        '- website: 7',
        '- from: 2026-03-01',
        '',
        '| Page | Page views |',
        '| --- | ---: |',
        '| `/a_b` | 1,234,567,890,123 |',
        String.raw`| ` + '`/c`' + String.raw`\|` + '`d` | -1 |',
        '',
      ].join('\n'),
    );
  });

  it.each([
    ['plain words', 'not in the top 25', 'not in the top 25'],
    ['numbers', '<0.1%, +1,234, -3%', '<0.1%, +1,234, -3%'],
    ['days and times', '2026-03-01 07:00', '2026-03-01 07:00'],
    ['an address', 'https://evil.example/', '`https://evil.example/`'],
    ['a bare address', 'www.evil.example', '`www.evil.example`'],
    ['an address of mail', 'a@evil.example', '`a@evil.example`'],
    ['a link', '[a](//b)', '`[a](//b)`'],
    ['HTML and its characters', '<b>&amp;', '`<b>&amp;`'],
    ['a mention', '@all', '`@all`'],
    ['a backtick', 'a`b', '``a`b``'],
    ['backticks at the ends', '``a`', '``` ``a` ```'],
    ['a bar after a backtick', '`|', String.raw`${'`` ` ``'}\|`],
    ['a bar after a backslash', '\\|', String.raw`${'`\\`'}\|`],
    ['spaces at both ends', ' a. ', '`  a.  `'],
    ['only a space', ' ', '` `'],
    ['line breaks', 'a\nb', '`a\\u000ab`'],
    ['nothing', '', ''],
  ])('writes %s so that it shows as it is', (_, value, cell) => {
    expect(toMarkdown(table(value)).split('\n')[7]).toBe(`| ${cell} | 1,234,567,890,123 |`);
  });

  it('has code in the heading and the facts', () => {
    const of = { ...table(), title: 'Pages of www.evil.example, 1 - 2 March', about: { search: 'http://a' } };
    expect(toMarkdown(of).split('\n').slice(0, 3)).toEqual([
      '# Pages of `www.evil.example`, 1 - 2 March',
      '',
      '- search: `http://a`',
    ]);
  });

  it('keeps every row on its line and every cell in its column, and has text that means anything only in code', () => {
    fc.assert(
      fc.property(text, value => {
        const row = toMarkdown(table(value)).split('\n').slice(7);
        expect(row).toHaveLength(2);
        expect(row[0]).not.toMatch(raw);
        expect(row[0]?.match(/(?<!\\)(?:\\\\)*\|/g)).toHaveLength(3);
        const bare = (row[0] ?? '').replace(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, '');
        expect(bare).toMatch(/^(?:[\p{L}\d ,.:<>+%=–-]|\\?\|)*$/u);
      }),
    );
  });

  it('takes a time that grows with the text, not with the ways to read it', () => {
    const value = `${'1, a-'.repeat(5)}${'1, '.repeat(20_000)}!`;
    expect(toMarkdown(table(value))).toContain(`\`${value}\``);
  });
});

describe('the name of a file', () => {
  const period = { from: '2026-03-01', to: '2026-03-30' } as const;
  it.each([
    [
      ['shop.example.com', 'Landing pages'],
      period,
      'csv',
      'shop.example.com-landing-pages-2026-03-01-to-2026-03-30.csv',
    ],
    [
      ['shop.example.com', 'Pages'],
      { from: period.to, to: period.to },
      'json',
      'shop.example.com-pages-2026-03-30.json',
    ],
    [['Websites'], undefined, 'markdown', 'websites.md'],
    [['../../etc/passwd', '.x\x1b[2J'], undefined, 'csv', 'etc-passwd-x-2j.csv'],
    [['...', ''], undefined, 'csv', 'sitedeck.csv'],
    [['café', '日本'], undefined, 'csv', 'cafe-日本.csv'],
    [['한국\u3164', 'b'], undefined, 'csv', '한국-b.csv'],
    [[`${'x'.repeat(78)}𠀀`, 'b'], undefined, 'csv', `${'x'.repeat(78)}-b.csv`],
    [['日'.repeat(99), '本'.repeat(99)], undefined, 'json', `${'日'.repeat(26)}-${'本'.repeat(26)}.json`],
  ] as const)('%j', (parts, days, format, name) => {
    expect(exportFileName(parts, days, format)).toBe(name);
  });

  it('is whole characters and at most 255 bytes, whatever and however many the parts are', () => {
    const long = fc.oneof(text, fc.string({ unit: anyCharacter, minLength: 60, maxLength: 400 }));
    fc.assert(
      fc.property(fc.array(long, { maxLength: 6 }), fc.constantFrom(undefined, period), (parts, days) => {
        const name = exportFileName(parts, days, 'markdown');
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
        expect(name.isWellFormed()).toBe(true);
        expect(name).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}.-]*\.md$/u);
      }),
    );
  });

  it('takes the ending of another format, and leaves a name that has none of ours', () => {
    expect(withEnding('~/a.csv', 'markdown')).toBe('~/a.md');
    expect(withEnding('~/a.md', 'json')).toBe('~/a.json');
    expect(withEnding('~/a.txt', 'json')).toBe('~/a.txt');
  });
});

describe('several statistics', () => {
  const statistics = [
    { name: 'page', entries: [{ value: '/', count: 1200, before: 900 }] },
    { name: 'bytes', entries: [{ value: '/', count: 1_200_000, before: undefined }] },
    { name: 'response_time', entries: [{ value: '/', count: 230_000, before: 1_400_000 }] },
  ] as const;
  const subject = {
    capabilities: ownCapabilities,
    website: { id: '7', domain: 'shop.example.com', name: undefined },
    period: { from: '2026-03-02', to: '2026-03-02' },
    before: { from: '2026-03-01', to: '2026-03-01' },
    timeZone: 'UTC',
  } as const;

  it('have the units of the screen for people, and a column of them for programs', () => {
    const rowsOf = (text: string) => text.trimEnd().split('\n').slice(-3);
    expect(rowsOf(toMarkdown(statisticsTable(subject, statistics)))).toEqual([
      '| page | `/` | 1,200 | 900 |  |  |',
      '| bytes | `/` | 1.2 MB |  |  |  |',
      '| `response_time` | `/` | 230 ms | 1.4 s |  |  |',
    ]);
    expect(rowsOf(toCsv(statisticsTable(subject, statistics)))).toEqual([
      'page,/,1200,900,,,,2026-03-01,2026-03-01',
      'bytes,/,1200000,,bytes,,,2026-03-01,2026-03-01',
      'response_time,/,230000,1400000,microseconds,,,2026-03-01,2026-03-01',
    ]);
    // Without any unit there is no column.
    const [page] = statistics;
    expect(toCsv(statisticsTable(subject, [page])).split('\n')[0]).not.toContain('unit');
  });
});
