import { topScreen } from '#commands/command.ts';
import { paletteOf } from '#commands/registry.ts';
import type { ThemeFile } from '#config/choices.ts';
import type { ThemeName } from '#model/own/choices.ts';
import type { State } from '#store/state.ts';
import {
  answersQuestions,
  type Environment,
  readDepth,
  type TerminalCapabilities,
} from '#terminal/capabilities.ts';
import type { Rgb, Theme } from '#terminal/theme/roles.ts';
import { chooseTheme, setTheme, type ThemeFacts, wantsBackground } from '#terminal/theme/themes.ts';

/** `onChange` is to redraw what is on screen in the theme that applies now. `file` is where choices are kept. */
export function startTheme(
  env: Environment,
  capabilities: TerminalCapabilities,
  file: ThemeFile,
  onChange: (theme: Theme) => void,
) {
  let facts: ThemeFacts = { depth: readDepth(env, capabilities), env, background: file.background };
  let chosen = file.theme;
  let theme = chooseTheme(chosen, facts);
  setTheme(theme);

  function apply(name: ThemeName): void {
    const next = chooseTheme(name, facts);
    if (next === theme) return;
    theme = next;
    setTheme(next);
    onChange(next);
  }

  return {
    get theme() {
      return theme;
    },
    get chosen() {
      return chosen;
    },
    canChange: facts.depth === 256 || facts.depth === 'all',
    get isUnknown() {
      return wantsBackground(chosen, facts) && facts.background === undefined;
    },
    /** Whether the terminal is to be asked for the colour of its background. */
    asks: answersQuestions(env) && wantsBackground(chosen, facts),
    show: apply,
    choose(name: ThemeName) {
      chosen = name;
      file.saveTheme(name);
      apply(name);
    },
    /** What the terminal has said of its background: shown where it came in time, and kept for the next start. */
    answered(colour: Rgb, inTime: boolean) {
      if (colour.join() !== file.background?.join()) file.saveBackground(colour);
      if (!inTime) return;
      facts = { ...facts, background: colour };
      apply(chosen);
    },
  };
}

/** Shows the theme that is selected in the palette, and the chosen one again as soon as none is. */
export function previewTheme(state: State): void {
  const selected =
    topScreen(state) === 'palette' ? paletteOf(state)[state.menu.position.selected] : undefined;
  state.theme.preview(selected?.theme);
}
