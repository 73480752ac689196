import { selected, viewRules } from '#store/navigation/screenRules.ts';
import type { State } from '#store/state.ts';
import { websiteOf } from '#store/websites/records.ts';
import { whyNoWebsite } from '#store/websites/websites.ts';
import { removeInvisible } from '#text/safeText.ts';
import { type Command, type CommandContext, inOverlay } from './command.ts';

const hasSelection = (state: State) => !inOverlay(state) && viewRules(state).selected !== undefined;

export const sharingCommands: readonly Command[] = [
  {
    id: 'copy.value',
    keys: ['y'],
    title: 'Copy the value',
    words: 'clipboard yank',
    isHere: hasSelection,
    disabledReason: whyNoValue,
    run(context) {
      const { value = '' } = selected(context.state) ?? {};
      // Control characters must not act as keys where it is pasted, for example in a shell.
      const text = removeInvisible(value);
      copy(context, text, text === value ? '' : ', without its hidden characters');
    },
  },
  {
    id: 'copy.url',
    keys: ['Y'],
    title: 'Copy its web address',
    words: 'clipboard link',
    isHere: hasSelection,
    disabledReason: whyNoUrl,
    run: context => copy(context, selected(context.state)?.url ?? '', ''),
  },
  {
    id: 'open',
    keys: ['o'],
    title: 'Open it in a browser',
    words: 'visit web',
    leaves: true,
    isHere: hasSelection,
    disabledReason: whyNoUrl,
    run: context => void open(context, selected(context.state)?.url ?? ''),
  },
  {
    id: 'export',
    keys: ['x'],
    title: 'Export what is shown',
    words: 'download save file csv json markdown',
    short: 'export',
    footerPlace: 4,
    isHere: state => !inOverlay(state) && viewRules(state).exported !== undefined,
    disabledReason: state => viewRules(state).whyNoExport?.(state, state.navigation.view),
    run: ({ state }) => state.exporting.open(),
  },
];

function whyNoValue(state: State): string | undefined {
  if (selected(state) !== undefined) return undefined;
  const { view } = state.navigation;
  if (view.screen === 'websites') return whyNoWebsite(state) ?? 'This website has no domain.';
  const website = 'websiteId' in view ? websiteOf(state, view.websiteId ?? '') : undefined;
  if (website === undefined) return 'Website not loaded yet. Press r to retry.';
  return website.domain === ''
    ? 'This website has no domain.'
    : 'Nothing to copy: select a row that has a value.';
}

function whyNoUrl(state: State): string | undefined {
  const found = selected(state);
  if (found === undefined) return whyNoValue(state);
  return found.url === undefined ? 'It has no address on the website: y copies the value.' : undefined;
}

function copy({ state, services }: CommandContext, text: string, note: string): void {
  const { problem } = services.copy(text);
  if (problem === undefined) state.notices.say(`Copied ${text}${note}.`, 'good');
  else state.notices.say(problem, 'bad');
}

/** Where no browser can be started the address is copied instead. It is shown in both cases. */
async function open({ state, services }: CommandContext, url: string): Promise<void> {
  const reason = await services.openUrl(url);
  if (reason === undefined) return state.notices.say(`Opened ${url}`, 'good');
  const { problem } = services.copy(url);
  state.notices.say(`${problem === undefined ? 'Copied' : 'Not copied'}, as ${reason}: ${url}`);
}
