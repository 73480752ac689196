import type { ScreenDefinition } from '#screens/definition.ts';

export const tagsScreen: ScreenDefinition<'tags'> = {
  screen: 'tags',
  overlay: true,
  view: async () => (await import('./Screen.tsx')).TagsPopup,
  commands: [
    {
      id: 'tags.save',
      keys: ['Enter'],
      title: 'Keep these tags',
      short: 'keep',
      run: ({ state }) => state.tags.save(),
    },
  ],
  focusedField: ({ tags }) => ({
    text: tags.typed,
    manyLines: false,
    passes: ['Enter'],
    change: tags.edit,
  }),
};
