import type { ThemeName } from '#model/text/themeName.ts';
import type { StoreContext } from './context.ts';

/** The theme. What it looks like is the terminal's business: here stands that it changed, and what was chosen. */
export interface LookSlice {
  readonly chosen: ThemeName;
  /** False where there are only sixteen colours, or none. */
  readonly canChange: boolean;
  /** How often the theme has changed: where bars stand may depend on it, so each time everything is drawn. */
  readonly changes: number;
  changed(): void;
  /** Shows a theme without choosing it; undefined shows the chosen one again. */
  preview(theme: ThemeName | undefined): void;
  choose(theme: ThemeName): void;
}

export function createLook({ get, patch, services }: StoreContext): LookSlice {
  let previewed: ThemeName | undefined;
  return {
    chosen: services.look?.chosen ?? 'terminal',
    canChange: services.look?.canChange ?? false,
    changes: 0,
    changed: () => patch('look', { changes: get().look.changes + 1 }),
    preview(theme) {
      if (theme === previewed) return;
      previewed = theme;
      services.look?.show(theme ?? get().look.chosen);
    },
    choose(theme) {
      previewed = undefined;
      patch('look', { chosen: theme });
      services.look?.choose(theme);
    },
  };
}
