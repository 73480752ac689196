import { defineSubcommand } from '#headless/defineSubcommand.ts';
import { tagOption } from '#headless/options/tagOption.ts';
import { quietOption } from '#headless/options/quietOption.ts';

const file = {
  name: '<FILE>',
  description: 'settings as YAML; - reads stdin',
  suggestions: 'files',
} as const;

export const exportCommand = defineSubcommand({
  description: 'print the settings of all websites as YAML, without passwords',
  arguments: [],
  options: { tag: { ...tagOption.tag, description: 'only websites with this tag; given twice, with both' } },
  examples: [['sitedeck websites export > sites.yaml', 'the settings of all websites in a file']],
  async run(_args, options) {
    const { exportSettings } = await import('#headless/settings/exportSettings.ts');
    await exportSettings(options);
  },
});

export const plan = defineSubcommand({
  description: 'show what apply would do, and change nothing; exit code 5 where it would do something',
  arguments: [file],
  options: { prune: { description: 'also delete websites the file does not have' } },
  examples: [['sitedeck websites plan sites.yaml', 'what would be created and changed']],
  async run([path], options) {
    const { planSettings } = await import('#headless/settings/planSettings.ts');
    await planSettings(path, options);
  },
});

export const apply = defineSubcommand({
  description: 'create and change websites until they are as a file says',
  arguments: [file],
  options: {
    prune: { description: 'also delete websites the file does not have; asks first, or takes --yes' },
    ...quietOption,
  },
  examples: [
    ['sitedeck websites apply sites.yaml', 'create and change what the file says'],
    ['sitedeck websites apply sites.yaml --prune --yes', 'also delete what it does not have'],
  ],
  async run([path], options) {
    const { applySettings } = await import('#headless/settings/applySettings.ts');
    await applySettings(path, options);
  },
});
