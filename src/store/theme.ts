import type { ThemeName } from '#model/own/choices.ts';
import type { ThemeService } from './profile/services.ts';
import type { SliceContext } from './slice.ts';

/** The theme. What it looks like is the terminal's business: here stands that it changed, and what was chosen. */
export interface ThemeSlice extends Omit<ThemeService, 'show'> {
  /** How often the theme has changed: where bars stand may depend on it, so each time everything is drawn. */
  readonly changes: number;
  /** What was chosen in this session where dark or light was not known; also by another choice since. */
  readonly answer: ThemeName | undefined;
  /** One is shown that is not chosen yet. */
  readonly isPreviewed: boolean;
  changed(): void;
  /** Shows a theme without choosing it; undefined shows the chosen one again. */
  preview(theme: ThemeName | undefined): void;
}

export function createTheme({ get, patch, services }: SliceContext<{ theme: ThemeSlice }>): ThemeSlice {
  let previewed: ThemeName | undefined;
  const isUnknown = () => services.theme?.isUnknown ?? false;
  return {
    chosen: services.theme?.chosen ?? 'terminal',
    canChange: services.theme?.canChange ?? false,
    isUnknown: isUnknown(),
    changes: 0,
    answer: undefined,
    isPreviewed: false,
    changed: () => patch('theme', { changes: get().theme.changes + 1, isUnknown: isUnknown() }),
    preview(theme) {
      if (theme === previewed) return;
      previewed = theme;
      patch('theme', { isPreviewed: theme !== undefined });
      services.theme?.show(theme ?? get().theme.chosen);
    },
    choose(theme) {
      previewed = undefined;
      const { answer } = get().theme;
      const isAnswer = isUnknown() || answer !== undefined;
      services.theme?.choose(theme);
      patch('theme', {
        chosen: theme,
        isPreviewed: false,
        isUnknown: isUnknown(),
        answer: isAnswer ? theme : undefined,
      });
    },
  };
}
