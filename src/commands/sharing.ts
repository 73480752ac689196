import { removeInvisible } from '#model/text/invisible.ts';
import { canExport } from '#store/exporting/canExport.ts';
import { selected } from '#store/navigation/selected.ts';
import type { State } from '#store/core/state.ts';
import type { Command, CommandContext } from './command.ts';
import { inOverlay } from './conditions.ts';

const hasUrl = (state: State) => !inOverlay(state) && selected(state)?.url !== undefined;

/** What leaves the program: the clipboard, the browser, files. */
export const sharingCommands: readonly Command[] = [
  {
    id: 'copy.value',
    keys: ['y'],
    title: 'Copy the value',
    when: state => !inOverlay(state) && selected(state) !== undefined,
    run(context) {
      const { value = '' } = selected(context.state) ?? {};
      // What is pasted into a shell must not press keys there.
      const text = removeInvisible(value);
      copy(context, text, text === value ? '' : ', without its hidden characters');
    },
  },
  {
    id: 'copy.url',
    keys: ['Y'],
    title: 'Copy its web address',
    when: hasUrl,
    run: context => copy(context, selected(context.state)?.url ?? '', ''),
  },
  {
    id: 'open',
    keys: ['o'],
    title: 'Open it in a browser',
    when: hasUrl,
    run: context => void open(context, selected(context.state)?.url ?? ''),
  },
  {
    id: 'export',
    keys: ['x'],
    title: 'Export what is shown',
    short: 'export',
    footerPlace: 4,
    when: state => !inOverlay(state) && canExport(state),
    run: ({ state }) => state.exporting.open(),
  },
];

function copy({ state, services }: CommandContext, text: string, note: string): void {
  const { problem } = services.copy(text);
  if (problem === undefined) state.notices.say(`Copied ${text}${note} (OSC 52).`, 'good');
  else state.notices.say(problem, 'bad');
}

/** Where no browser can be started the address is copied instead, and shown in any case. */
async function open({ state, services }: CommandContext, url: string): Promise<void> {
  const reason = await services.openUrl(url);
  if (reason === undefined) return state.notices.say(`Opened ${url}`, 'good');
  const { problem } = services.copy(url);
  state.notices.say(`${problem === undefined ? 'Copied' : 'Not copied'}, as ${reason}: ${url}`);
}
