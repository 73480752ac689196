import { describe, expect, test } from 'vitest';
import { type Palette, dark, highContrast, light, terminalTheme } from '#terminal/theme/palettes.ts';
import { areaFills } from '#charts/canvas.ts';
import { tintRoles, textRoles } from '#terminal/theme/roles.ts';
import {
  type Depth,
  contrast,
  luminance,
  mix,
  nearestInPalette,
  paletteColour,
  rgb,
  shadeOf,
  tintedTheme,
} from '#terminal/theme/tinted.ts';

test('luminance and contrast are those of WCAG 2', () => {
  expect(luminance([255, 255, 255])).toBe(1);
  expect(luminance([0, 0, 0])).toBe(0);
  expect(contrast([255, 255, 255], [0, 0, 0])).toBe(21);
  // The greys that the guide to WCAG names as the last to pass on white, and the first not to.
  expect(contrast(rgb('#767676'), [255, 255, 255])).toBeCloseTo(4.54, 2);
  expect(contrast(rgb('#777777'), [255, 255, 255])).toBeCloseTo(4.48, 2);
  expect(contrast(rgb('#ff0000'), [255, 255, 255])).toBeCloseTo(4, 1);
});

test.each<[string, number]>([
  ['#000000', 16],
  ['#ffffff', 231],
  ['#5fafff', 75],
  ['#005f5f', 23],
  ['#121212', 233],
  ['#101214', 233],
  ['#eeeeee', 255],
  ['#d8dcda', 253],
])('%s is nearest to %i of the palette', (hex, number) => {
  expect(nearestInPalette(rgb(hex))).toBe(number);
});

test('each colour of the palette is nearest to itself', () => {
  for (let number = 16; number < 256; number++)
    expect(paletteColour(nearestInPalette(paletteColour(number)))).toEqual(paletteColour(number));
});

test('a mix has so much of the second', () => {
  expect(mix([0, 100, 200], [100, 0, 200], 0.25)).toEqual([25, 75, 200]);
});

const tints = [undefined, ...tintRoles];

/** Each theme with its own background, and on the backgrounds that terminals report. */
const cases: [string, Palette, string | undefined][] = [
  ['dark', dark, undefined],
  ['light', light, undefined],
  ['high-contrast', highContrast, undefined],
  ...'#000000 #1e1e1e #002b36 #282a36 #2e3440 #303446 #fdf6e3 #fbf1c7 #eff1f5 #ffffff'
    .split(' ')
    .map((background): [string, Palette, string] => [
      `reported ${background}`,
      shadeOf(rgb(background)) === 'dark' ? dark : light,
      background,
    ]),
];

describe.each(cases)('%s', (_, palette, background) => {
  test.each<[Depth]>([['all'], [256]])('every text reads on every background, with %s colours', depth => {
    const theme = tintedTheme(palette, depth, background === undefined ? undefined : rgb(background));
    const hard = textRoles.flatMap(letter =>
      tints.flatMap(background => {
        const { letter: over, background: under } = theme.colours(letter, background);
        const ratio = contrast(over, under);
        return ratio >= 4.5 ? [] : [`${letter} on ${background ?? 'the background'}: ${ratio.toFixed(2)}`];
      }),
    );
    expect(hard).toEqual([]);
  });

  test.each<[Depth]>([['all'], [256]])(
    'what it looks like is of the colours 16 to 255 or of 24 bits, letters on a tint too, with %s colours',
    depth => {
      const theme = tintedTheme(palette, depth, background === undefined ? undefined : rgb(background));
      const inPalette = '[34]8;5;(?:1[6-9]|[2-9]\\d|\\d{3})';
      const colour = new RegExp(
        depth === 256 ? `^${inPalette}$` : `^(?:${inPalette}|[34]8;2;\\d+;\\d+;\\d+)$`,
      );
      for (const letter of textRoles)
        for (const background of tintRoles) {
          const { fg, bg } = theme.look(letter, background);
          expect(fg).toMatch(colour);
          expect(bg).toMatch(colour);
        }
    },
  );
});

test('what the theme says it shows is what it sends', () => {
  const theme = tintedTheme(dark, 'all', rgb('#1e1e1e'));
  const { letter, background } = theme.colours('accent', 'selection');
  expect(theme.look('accent', 'selection')).toEqual({
    fg: `38;2;${letter.join(';')}`,
    bg: `48;2;${background.join(';')}`,
    attributes: [],
  });
  expect(theme.look('bad', undefined).fg).toBe('38;5;210');
  expect(theme.colours('bad', undefined).letter).toEqual(paletteColour(210));
});

test('on a reported background plain text and the background stay the terminal’s own', () => {
  const theme = tintedTheme(dark, 'all', rgb('#1e1e1e'));
  expect(theme.look('plain', undefined)).toEqual({ fg: '', bg: '', attributes: [] });
  expect(theme.look('dim', undefined).bg).toBe('');
});

test('in sixteen colours the steps of heat are of one hue, which their letters tell apart', () => {
  const heat = ['heat1', 'heat2', 'heat3', 'heat4', 'heat5', 'heat6'] as const;
  const looks = heat.map(role => terminalTheme.look(role, undefined));
  expect(new Set(looks.map(({ fg }) => fg)).size).toBe(1);
  expect(looks.flatMap(({ attributes }) => attributes)).toEqual([2]);
});

test('backgrounds are told from the background, the steps of heat and map from each other', () => {
  const apart = (theme: ReturnType<typeof tintedTheme>, names: readonly (typeof tintRoles)[number][]) => {
    const shown = names.map(name => theme.colours('plain', name).background.join());
    expect(new Set([theme.colours('plain', undefined).background.join(), ...shown]).size).toBe(
      names.length + 1,
    );
  };
  for (const palette of [dark, light, highContrast])
    for (const depth of ['all', 256] as const) {
      const theme = tintedTheme(palette, depth);
      apart(theme, ['heat1', 'heat2', 'heat3', 'heat4', 'heat5', 'heat6']);
      apart(theme, ['land', 'map1', 'map2', 'map3', 'map4', 'map5', 'mapSelected']);
      apart(theme, ['contentBar', 'sourcesBar', 'placesBar', 'technologyBar']);
      for (const background of tintRoles) apart(theme, [background]);
      // A bar is seen in the selected row, and the selected row where its bar covers it.
      for (const bar of tintRoles.filter(
        role => /(?:Bar|^selection)$/.test(role) && role !== 'selectionBar',
      )) {
        const [one, other] = [
          theme.colours('plain', bar).background,
          theme.colours('plain', 'selectionBar').background,
        ];
        const most = Math.max(...one.map((channel, place) => Math.abs(channel - (other[place] ?? 0))));
        expect(most).toBeGreaterThan(12);
      }
    }
});

test.each([
  ['dark', dark, 1],
  ['light', light, -1],
  ['high-contrast', highContrast, 1],
] as const)('the line over an area is on one side of all that it crosses: %s', (_, palette, side) => {
  for (const depth of ['all', 256] as const) {
    const theme = tintedTheme(palette, depth);
    const crossed = [undefined, 'weekend', ...areaFills] as const;
    const apart = crossed.map(background => {
      const { letter, background: under } = theme.colours('chartBefore', background);
      return Math.sign(luminance(letter) - luminance(under));
    });
    expect(apart).toEqual(crossed.map(() => side));
  }
});

test.each<[string, 'dark' | 'light' | undefined]>([
  ['#1e1e1e', 'dark'],
  ['#002b36', 'dark'],
  ['#fdf6e3', 'light'],
  ['#808080', undefined],
  ['#0000ee', undefined],
  ['#c0c0c0', 'light'],
])('%s is %s', (hex, shade) => {
  expect(shadeOf(rgb(hex))).toBe(shade);
});
