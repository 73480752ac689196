import * as fc from 'fast-check';
import { afterEach, describe, expect, it, test } from 'vitest';
import { setCharset, textWidth } from '#text/characters.ts';
import {
  cutAt,
  cutEnd,
  cutFacts,
  cutMiddle,
  fitEnd,
  fitMiddle,
  fitStart,
  padEnd,
  padStart,
  spaces,
  tellingCut,
  wrapSafe,
  wrapWithin,
} from '#text/fit.ts';
import { label, safeText } from '#text/safeText.ts';
import { hostileText } from './hostileText.ts';

afterEach(() => setCharset('utf8'));

describe('cutting', () => {
  it('leaves what fits', () => {
    expect(cutEnd(label`abc`, 3)).toBe('abc');
    expect(cutMiddle(label`日本`, 4)).toBe('日本');
  });

  it('cuts at the end', () => {
    expect(cutEnd(label`abcdef`, 4)).toBe('abc…');
    expect(cutEnd(label`日本語`, 4)).toBe('日…');
    expect(cutEnd(safeText('x\u0301y\u0301z\u0301'), 2)).toBe('x\u0301…');
    expect(cutEnd(label`abcdef`, 1)).toBe('…');
  });

  it('cuts in the middle', () => {
    expect(cutMiddle(label`/a/long/path`, 7)).toBe('/a/…ath');
    expect(cutMiddle(label`/a/long/path`, 6)).toBe('/a/…th');
    expect(cutMiddle(label`日本語日本語`, 6)).toBe('日…語');
    expect(cutMiddle(safeText('abcdey\u0301'), 3)).toBe('a…ý');
    expect(cutMiddle(safeText('abcdeq\u0301'), 3)).toBe('a…q\u0301');
    expect([cutMiddle(label`abc`, 2), cutMiddle(label`abc`, 1)]).toEqual(['a…', '…']);
  });

  it('gives nothing where there is no room', () => {
    for (const width of [0, -3, NaN]) {
      expect([cutEnd, cutMiddle, fitEnd, fitStart, fitMiddle].map(fit => fit(label`abc`, width))).toEqual([
        '',
        '',
        '',
        '',
        '',
      ]);
    }
  });

  it('marks the cut in ASCII', () => {
    setCharset('ascii');
    expect(cutEnd(label`abcdef`, 4)).toBe('abc~');
    expect(cutMiddle(label`abcdef`, 4)).toBe('ab~f');
  });
});

describe('padding and fitting', () => {
  it('pads to the columns, not to the characters', () => {
    expect(padEnd(label`日`, 4)).toBe('日  ');
    expect(padStart(label`日`, 4)).toBe('  日');
    expect(padEnd(label`abc`, 2)).toBe('abc');
    expect(spaces(2)).toBe('  ');
  });

  it('fits exactly', () => {
    expect(fitEnd(label`ab`, 4)).toBe('ab  ');
    expect(fitEnd(label`日本語`, 4)).toBe('日… ');
    expect(fitStart(label`12`, 4)).toBe('  12');
    expect(fitStart(label`日本語`, 4)).toBe(' 日…');
    expect(fitMiddle(label`日本語`, 4)).toBe('日… ');
  });

  it('takes the width it was given, whatever the text', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 0, max: 30 }), (raw, width) => {
        const text = safeText(raw);
        for (const fit of [fitEnd, fitStart, fitMiddle]) expect(textWidth(fit(text, width))).toBe(width);
        for (const cut of [cutEnd, cutMiddle]) expect(textWidth(cut(text, width))).toBeLessThanOrEqual(width);
      }),
      { numRuns: 1000 },
    );
  });
});

const refused = label`The service answered 503. Press r to try again.`;

test('breaks at spaces, and cuts a word that is too long', () => {
  expect(wrapSafe(refused, 18)).toEqual(['The service', 'answered 503.', 'Press r to try', 'again.']);
  expect(wrapSafe(label`an abcdefgh`, 5)).toEqual(['an', 'abcd…']);
});

test('in fewer lines than it needs the last one says that there was more', () => {
  expect(wrapWithin(refused, 18, 4)).toEqual(wrapSafe(refused, 18));
  expect(wrapWithin(refused, 18, 2)).toEqual(['The service', 'answered 503. Pre…']);
  expect(wrapWithin(refused, 18, 1)).toEqual(['The service answe…']);
  expect(wrapWithin(refused, 18, 0)).toEqual([]);
});

test('is never wider or higher than its room, whatever the text', () => {
  const room = fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 5 }));
  fc.assert(
    fc.property(hostileText, room, (text, [width, most]) => {
      const lines = wrapWithin(safeText(text), width, most);
      expect(lines.length).toBeLessThanOrEqual(most);
      expect(lines.filter(line => textWidth(line) > width)).toEqual([]);
    }),
  );
});

test.each([
  // The ends are alike, the beginnings, both, neither; what differs is not where both are cut; and what fits says nothing.
  [
    [
      'rheinland-pfalz.example.co.uk',
      'nordrhein-west.example.co.uk',
      'mecklenburg-vor.example.co.uk',
      'x.org',
    ],
    ['rheinland-pfalz…', 'nordrhein-west.…', 'mecklenburg-vor…', 'x.org'],
  ],
  [
    [
      'portal.example.com/rheinland-pfalz',
      'portal.example.com/nordrhein-west',
      'portal.example.com/mecklenburg',
    ],
    ['…rheinland-pfalz', '…/nordrhein-west', '…com/mecklenburg'],
  ],
  [
    ['customer-portal-alpha.example.co.uk', 'customer-portal-omega.example.co.uk'],
    ['custo…-alph…o.uk', 'custo…-omeg…o.uk'],
  ],
  [
    [
      'a-very-long-label-of-a-name-x.another-label.co.uk',
      'a-very-long-label-of-a-name-y.another-label.co.uk',
    ],
    ['a-very…-x….co.uk', 'a-very…-y….co.uk'],
  ],
  // Each begins like one other, and ends like another one.
  [
    [
      'shop-example-long-name-25.example.co.uk',
      'shop-example-long-name-26.example.co.uk',
      'shop-example-long-name-16.example.co.uk',
      'shop-example-long-name-16.example.co.uk',
    ],
    ['shop-e…-25…co.uk', 'shop-e…-26…co.uk', 'shop-e…-16…co.uk', 'shop-e…-16…co.uk'],
  ],
  // The first two by one mark at their end, which shows where they differ.
  [
    [
      'example-of-a-1-long-name-of.net',
      'example-of-a-2-long-name-of.net',
      'long-shared-beginning-of-names-1',
      'long-shared-beginning-of-names-2',
    ],
    ['example-of-a-1-…', 'example-of-a-2-…', 'long-sha…names-1', 'long-sha…names-2'],
  ],
  [
    ['https-everywhere.example.org', 'another-website-of.somebody.net'],
    ['https-everywher…', 'another-website…'],
  ],
  [
    // Another that begins like none of them says nothing of where they differ.
    ['podcasts.example.com', 'statuspage.example.com', 'riverside-school.example'],
    ['podcasts.exampl…', 'statuspage.exam…', 'riverside-schoo…'],
  ],
  [['www.duckduckgo.com'], ['www.duckduckgo.…']],
  [['/products/walnut-desk'], ['/product…ut-desk']],
  [
    ['a.example', 'b.example'],
    ['a.example', 'b.example'],
  ],
  [[], []],
] as const)('of %j the part that differs is seen in %j', (names, expected) => {
  const texts = names.map(name => safeText(name));
  const cut = tellingCut(texts, 16);
  expect(texts.map(text => cut(text, 16))).toEqual(expected);
});

test('of a name that the cut of all leaves a part of its own is cut elsewhere or around it', () => {
  const portals = ['alpha', 'beta'].map(which =>
    safeText(`shop.analytics-of-the-regional-customer-porta${which}.example.co.uk`),
  );
  const others = ['north', 'south'].map(which =>
    safeText(`${which}.analytics-of-the-regional-customer-portal-of.example.co.uk`),
  );
  const faculty = 'faculty-of-natural-sciences-department-of-';
  const departments = ['physics', 'mathematics', 'chemistry'].map(name =>
    safeText(`${faculty}${name}.university-of-the-north.example.co.uk`),
  );
  for (const [names, width, seen] of [
    [portals, 47, /a(?:alph|bet)/],
    [portals, 24, /a(?:alph|bet)/],
    [departments, 46, /phys|mathemat|chem/],
    [departments, 47, /phys|mathemat|chem/],
  ] as const) {
    const cut = tellingCut([...names, ...others], width);
    for (const name of names) expect(cut(name, width)).toMatch(seen);
  }
});

test('names of the same length that differ anywhere are told apart, within their columns, whatever they are', () => {
  fc.assert(
    fc.property(fc.array(hostileText, { maxLength: 6 }), fc.integer({ min: 0, max: 30 }), (raw, width) => {
      const texts = raw.map(each => safeText(each));
      const cut = tellingCut(texts, width);
      for (const text of texts) expect(textWidth(cut(text, width))).toBeLessThanOrEqual(width);
    }),
  );
  const name = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(
      name,
      name,
      fc.nat({ max: 40 }),
      fc.integer({ min: 8, max: 30 }),
      (one, other, before, width) => {
        const [first, second] = [one, other].map(part =>
          safeText(`${'x'.repeat(before)}${part}${'y'.repeat(40 - before)}`),
        );
        if (first === undefined || second === undefined || first === second) return;
        const cut = tellingCut([first, second], width);
        expect(cut(first, width)).not.toBe(cut(second, width));
      },
    ),
  );
});

test('a text cut at its start keeps its end, and is never wider than there is room', () => {
  expect(cutAt(safeText('portal.example.com/beta'), 10, 'start')).toBe('….com/beta');
  fc.assert(
    fc.property(
      hostileText,
      fc.integer({ min: 0, max: 30 }),
      fc.constantFrom('start', 'middle', 'end'),
      (text, width, cut) => {
        expect(textWidth(cutAt(safeText(text), width, cut))).toBeLessThanOrEqual(width);
      },
    ),
  );
});

test('a line of facts loses the last ones, and a fact what stands behind a comma, before any word is cut', () => {
  const line = label`Sunday 8 Nov: 412 visitors   +22% against 338 on Sun 1 Nov, a usual Sunday   before, Sun 11 Oct: 315`;
  expect(cutFacts(line, 100)).toBe(line);
  expect(cutFacts(line, 99)).toBe(
    'Sunday 8 Nov: 412 visitors   +22% against 338 on Sun 1 Nov, a usual Sunday',
  );
  expect(cutFacts(line, 70)).toBe('Sunday 8 Nov: 412 visitors   +22% against 338 on Sun 1 Nov');
  expect(cutFacts(line, 40)).toBe('Sunday 8 Nov: 412 visitors');
  expect(cutFacts(line, 16)).toBe('Sunday 8 Nov:…');
  expect(cutFacts(label`/a/path/of/one/word   3 views`, 12)).toBe('/a/path/of/…');
  expect(cutFacts(label`No answer. It is tried again.`, 20)).toBe('No answer.');
});
