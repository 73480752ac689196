import type { ScreenDefinition } from '#screens/definition.ts';
import { titleOfWebsite } from '#screens/websiteTitle.ts';
import { unreadMessage, unreadWebsite } from '#screens/emptyMessages.ts';
import { label } from '#terminal/safeText.ts';
import { editorKeys } from './commands.ts';

export const editorScreen: ScreenDefinition<'editor'> = {
  screen: 'editor',
  view: async () => (await import('./Screen.tsx')).EditorScreen,
  ...editorKeys,
  title: (state, { websiteId }) =>
    websiteId === undefined ? [label`Add a website`] : [titleOfWebsite(state, websiteId), label`Edit`],
  isForm: true,
  asks: ({ editor: { session, source }, profile }) =>
    session === undefined ? unreadMessage(source.error, unreadWebsite, profile).asks : [],
};
