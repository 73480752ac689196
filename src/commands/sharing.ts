import { ApiError } from '#model/failure.ts';
import { websiteName } from '#model/website/website.ts';
import { type State } from '#store/state.ts';
import { exportSource, selected, viewCommand, viewRules } from '#store/viewRules.ts';
import { websiteOf } from '#store/websites/records.ts';
import { chosenWebsite, whyNoWebsite } from '#store/websites/websites.ts';
import { removeInvisible, safeText } from '#text/safeText.ts';
import { keyOf } from '#text/words.ts';
import { type Command, type CommandContext, inOverlay, isForm } from './command.ts';

const hasSelection = (state: State) => !inOverlay(state) && viewRules(state).selected !== undefined;

/** What is shown, for elsewhere: copied, opened in a browser, exported. */
export const sharingCommands: readonly Command[] = [
  {
    id: 'copy.value',
    keys: ['y'],
    title: 'Copy the value',
    about: 'Of the selected row, to the clipboard.',
    section: 'Copy and export',
    words: 'clipboard yank',
    isHere: hasSelection,
    disabledReason: whyNoValue,
    run(context) {
      const { value = '' } = selected(context.state) ?? {};
      // Control characters must not act as keys where it is pasted, for example in a shell.
      const text = removeInvisible(value);
      copy(context, text, text === value ? undefined : `Copied ${text}, without its hidden characters.`);
    },
  },
  {
    id: 'copy.url',
    keys: ['Y'],
    title: 'Copy the URL',
    about: 'Of the selected row, to the clipboard.',
    section: 'Copy and export',
    words: 'clipboard link',
    isHere: hasSelection,
    disabledReason: whyNoUrl,
    run: context => copy(context, selected(context.state)?.url ?? ''),
  },
  {
    id: 'copy.shareLink',
    keys: [],
    title: 'Copy the share link',
    about: 'Whoever has it may see the statistics.',
    section: 'Copy and export',
    words: 'clipboard public address',
    isHere: state => state.capabilities.hasShareLinks === true && !inOverlay(state) && !isForm(state),
    disabledReason(state) {
      const website = chosenWebsite(state);
      if (website === undefined) return whyNoWebsite(state) ?? unread();
      return website.privacy === 'private' ? whyNoShareLink : undefined;
    },
    run: context => void copyShareLink(context),
  },
  {
    id: 'open',
    keys: ['o'],
    title: 'Open in a browser',
    about: 'What is selected, where it is a page of the website.',
    section: 'Copy and export',
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
    about: 'As a table, text or picture, to a file or the clipboard.',
    section: 'Copy and export',
    words: 'download save file csv json markdown picture image svg screenshot report print',
    short: 'export',
    footerPlace: 4,
    isHere: state => !inOverlay(state) && viewRules(state).exported !== undefined,
    disabledReason(state) {
      const found = viewRules(state).exported?.(state, state.navigation.view);
      return typeof found === 'string' ? found : undefined;
    },
    run: ({ state }) => state.exporting.open(exportSource(state), choice => viewCommand(state, choice)),
  },
];

function whyNoValue(state: State): string | undefined {
  if (selected(state) !== undefined) return undefined;
  const { view } = state.navigation;
  if (view.screen === 'websites') return whyNoWebsite(state) ?? 'It has no domain.';
  const website = 'websiteId' in view ? websiteOf(state, view.websiteId ?? '') : undefined;
  if (website === undefined) return unread();
  return website.domain === '' ? 'It has no domain.' : 'Nothing to copy: select a row that has a value.';
}

const unread = () => `Website not loaded yet. Press ${keyOf('refresh')} to retry.`;
const whyNoShareLink = 'It has no share link: make it public in its settings.';

/** Read again: it may have another one by now. It is told by the name of the website, since who has it sees the numbers. */
async function copyShareLink({ state, services }: CommandContext): Promise<void> {
  const website = chosenWebsite(state);
  if (website === undefined) return;
  try {
    const link = await services.api.shareLinkOf?.(website.id);
    if (link === undefined) return state.notices.say(whyNoShareLink);
    copy({ state, services }, link, `Copied the share link of ${safeText(websiteName(website), 60)}.`);
  } catch (fault) {
    if (!(fault instanceof ApiError)) throw fault;
    state.notices.say(fault.message, 'bad');
  }
}

function whyNoUrl(state: State): string | undefined {
  const found = selected(state);
  if (found === undefined) return whyNoValue(state);
  return found.url === undefined ? `It has no address: ${keyOf('copy.value')} copies the value.` : undefined;
}

export function copy({ state, services }: CommandContext, text: string, message = `Copied ${text}.`): void {
  const { problem } = services.copy(text);
  state.notices.say(problem ?? message, problem === undefined ? 'good' : 'bad');
}

/** Where no browser can be started the address is copied instead. It is shown in both cases. */
async function open({ state, services }: CommandContext, url: string): Promise<void> {
  const reason = await services.openUrl(url);
  if (reason === undefined) return state.notices.say(`Opened ${url}`, 'good');
  const { problem } = services.copy(url);
  state.notices.say(`${problem === undefined ? 'Copied' : 'Not copied'}, as ${reason}: ${url}`);
}
