/** What a person can choose for the look: `auto` follows the terminal's background. */
export const themeNames = ['auto', 'terminal', 'dark', 'light', 'high-contrast'] as const;
export type ThemeName = (typeof themeNames)[number];
