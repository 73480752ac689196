import type { ScreenDefinition } from '#screens/definition.ts';
import { label } from '#terminal/safeText.ts';
import { bulkEditKeys } from './commands.ts';

export const bulkEditScreen: ScreenDefinition<'bulkEdit'> = {
  screen: 'bulkEdit',
  view: async () => (await import('./Screen.tsx')).BulkEditScreen,
  ...bulkEditKeys,
  title: ({ bulkEdit }) => [label`Edit ${bulkEdit.websites.length} websites`],
  isForm: true,
};
