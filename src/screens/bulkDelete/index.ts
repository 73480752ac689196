import type { ScreenDefinition } from '#screens/definition.ts';
import { websiteTitle } from '#screens/websiteTitle.ts';
import { joinSafe, label } from '#terminal/safeText.ts';
import { bulkDeleteKeys } from './commands.ts';

export const bulkDeleteScreen: ScreenDefinition<'bulkDelete'> = {
  screen: 'bulkDelete',
  overlay: true,
  view: async () => (await import('./Screen.tsx')).BulkDeletePopup,
  ...bulkDeleteKeys,
  /** Every website that goes. */
  detail: ({ bulkDeletion }) => ({ text: joinSafe(bulkDeletion.websites.map(websiteTitle), label`, `) }),
};
