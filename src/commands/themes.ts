import { themeNames, type ThemeName } from '#model/text/themeName.ts';
import type { State } from '#store/core/state.ts';
import type { PaletteItem } from './palette.ts';

const titles: Readonly<Record<ThemeName, string>> = {
  auto: "Theme: auto, for the terminal's background",
  terminal: 'Theme: terminal, its own sixteen colours',
  dark: 'Theme: dark',
  light: 'Theme: light',
  'high-contrast': 'Theme: high contrast',
};

/** The themes for the palette, which shows each one while it is selected. */
export function themeItems({ look }: State): PaletteItem[] {
  return themeNames.map(theme => ({
    kind: 'command',
    title: titles[theme],
    alias: 'theme colours colors',
    isChosen: look.canChange && look.chosen === theme,
    theme: look.canChange ? theme : undefined,
    run({ state }) {
      if (look.canChange) state.look.choose(theme);
      else
        state.notices.say(
          'Themes need 256 colours, and colours allowed: this terminal has sixteen, or none.',
        );
    },
  }));
}
