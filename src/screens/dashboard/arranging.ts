import type { Command } from '#commands/command.ts';
import { changedPanels, type PanelChange } from '#model/own/yours.ts';
import { panelsOf } from '#model/service/capabilities.ts';
import type { State } from '#store/state.ts';
import { focusedPanel, shownPanels, tagsInView } from '#store/views/panels.ts';
import { keyOf } from '#text/keyNames.ts';

const changes = {
  earlier: {
    id: 'movePanelEarlier',
    title: 'Move the panel earlier',
    words: 'left up before order arrange dashboard',
    nothing: 'It is the first panel.',
  },
  later: {
    id: 'movePanelLater',
    title: 'Move the panel later',
    words: 'right down after order arrange dashboard',
    nothing: 'It is the last panel.',
  },
  hide: {
    id: 'hidePanel',
    title: 'Hide the panel',
    words: 'without dashboard',
    nothing: 'It is the only panel: a dashboard has one at least.',
  },
  showHidden: {
    id: 'showHiddenPanels',
    title: 'Show the hidden panels',
    words: 'again all dashboard',
    nothing: 'No panel is hidden.',
  },
  reset: {
    id: 'resetPanels',
    title: 'Reset the panels',
    words: 'order all again dashboard',
    nothing: 'config.yaml chooses no panels for this website.',
  },
} as const satisfies Record<PanelChange, object>;

function whyNot(state: State, change: PanelChange): string | undefined {
  const panel = focusedPanel(state);
  if (panel === undefined && change !== 'showHidden' && change !== 'reset')
    return `No panel is selected: ${keyOf('dashboard.nextPanel')} goes to one.`;
  const asked = { change, panel, shown: shownPanels(state), offered: panelsOf(state.capabilities) };
  return changedPanels(state.yours.panels, tagsInView(state), asked) === undefined
    ? changes[change].nothing
    : undefined;
}

/** They write config.yaml, which says the panels. */
export const arrangingCommands: readonly Command[] = (
  ['earlier', 'later', 'hide', 'showHidden', 'reset'] as const
).map(change => {
  const { id, title, words } = changes[change];
  return {
    id: `dashboard.${id}`,
    keys: [],
    title,
    words,
    section: 'Yours',
    leaves: true,
    disabledReason: state => whyNot(state, change),
    run: ({ state }) => void state.yours.arrange(change),
  };
});
