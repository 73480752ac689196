import type { OwnCommand } from '#model/own/command.ts';
import {
  type ChangedList,
  changedPanels,
  listFor,
  nothingYours,
  type OwnLists,
  type PanelChange,
  type Yours,
} from '#model/own/yours.ts';
import { type Capabilities, hasStatistic, panelsOf, statisticTitle } from '#model/service/capabilities.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import { ownTags, tagNames, type Tags } from '#model/website/tags.ts';
import type { NoticesSlice } from '#store/notices.ts';
import type { NavigationSlice } from '#store/navigation/navigation.ts';
import { type Route, websiteIdOf } from '#store/navigation/route.ts';
import type { SliceContext } from '#store/slice.ts';
import { type RecordState, websiteOf } from '#store/websites/records.ts';
import { memoizeByObject } from '#text/memo.ts';
import { keyOf } from '#text/words.ts';

/** What the panels of a dashboard depend on; without what is one's own they are those of the service. */
export type PanelsState = { readonly capabilities: Capabilities } & Partial<OwnPanelsState>;

interface OwnPanelsState extends RecordState {
  readonly navigation: { readonly view: Route };
  readonly tags: { readonly all: Tags };
  readonly yours: { readonly panels: OwnLists<StatisticName> };
}

/** The same list as long as nothing changes it. Of one's own those that the service has, else all that it has. */
export function shownPanels(state: PanelsState): readonly StatisticName[] {
  const { capabilities, yours } = state;
  const list = yours && listFor(yours.panels, tagsInView(state));
  if (list === undefined) return panelsOf(capabilities);
  return ownPanels(capabilities, [list], () => {
    const found = list.filter(name => hasStatistic(capabilities, name));
    return found.length === 0 ? panelsOf(capabilities) : found;
  });
}

// Of the view and the one before.
const ownPanels = memoizeByObject<readonly StatisticName[]>(4);

/** Of a website that is not read yet those that its id was given. */
export function tagsInView(state: PanelsState): readonly string[] {
  const { navigation, tags, records, websites } = state;
  if (navigation === undefined || tags === undefined || tags.all.size === 0) return [];
  const id = websiteIdOf(navigation.view);
  if (id === undefined) return [];
  const website = records && websites && websiteOf({ records, websites }, id);
  return (website === undefined ? tags.all.get(id)?.tags : ownTags(tags.all, website)) ?? [];
}

/** The panel that has the focus; undefined where the chart has it. */
export function focusedPanel(
  state: PanelsState & { readonly dashboard: { readonly panel: number } },
): StatisticName | undefined {
  return shownPanels(state)[state.dashboard.panel];
}

interface ToRun {
  readonly command: OwnCommand;
  readonly run: readonly string[];
}

/** What config.yaml says, as far as it is right. */
export interface YoursSlice extends Yours {
  /** What is wrong in config.yaml, in one line. */
  readonly problem: string | undefined;
  /** What is run once that is confirmed. */
  readonly asked: ToRun | undefined;
  /** Another text was read; `problem`: what is wrong in it, in one line. */
  show(yours: Yours, problem: string | undefined): void;
  /** Runs a command, or asks first where it is to. */
  start(toRun: ToRun): void;
  confirm(): void;
  arrange(change: PanelChange): Promise<void>;
}

/** Milliseconds and characters: a notice is one line, and somebody waits for it. */
const noticeLimits = { timeoutMs: 60_000, maxOutput: 64 * 1024 };

export function createYours({
  get,
  patch,
  services,
}: SliceContext<
  { yours: YoursSlice },
  {
    readonly notices: NoticesSlice;
    readonly navigation: NavigationSlice;
    readonly dashboard: { readonly panel: number };
    readonly tags: { readonly all: Tags };
  } & PanelsState
>): YoursSlice {
  let shownProblem: string | undefined;
  /** The first text is that of the start, whose tags may be of another service. */
  let isShown = false;
  const unusedTag = ({ panels, columns }: Yours) => {
    const known = tagNames(get().tags.all);
    return [...panels.tags, ...columns.tags].find(({ tag }) => !known.includes(tag))?.tag;
  };

  const notice = async ({ command: { name }, run }: ToRun) => {
    get().notices.say(`${name} runs ...`);
    const ran = await services.own?.capture(run, noticeLimits);
    const { output = '', ended, problem } = ran ?? {};
    const lines = output.split('\n').filter(line => line.trim() !== '');
    const text = [problem ?? ended, ...lines].filter(part => part !== undefined).join(' · ');
    const isBad = problem !== undefined || ended !== undefined;
    get().notices.say(`${name}: ${text === '' ? 'done, no output' : text}`, isBad ? 'bad' : 'good');
  };

  const inTerminal = async (name: string, args: readonly string[]) => {
    const problem = await services.own?.inTerminal(args);
    if (problem !== undefined) get().notices.say(`${name}: ${problem}`, 'bad');
  };

  const run = (toRun: ToRun) => {
    const { command, run: args } = toRun;
    const { name, output = 'terminal', confirm = false } = command;
    if (output === 'notice') void notice(toRun);
    else if (output === 'pager')
      get().navigation.push({ screen: 'output', name, run: args, asksAgain: confirm });
    else void inTerminal(name, args);
  };

  return {
    ...nothingYours,
    ...services.yours?.(),
    asked: undefined,
    problem: undefined,
    show(yours, problem) {
      const isChange = isShown;
      isShown = true;
      const unusedBefore = unusedTag(get().yours);
      patch('yours', { ...yours, problem });
      const { notices } = get();
      const unused = isChange ? unusedTag(yours) : undefined;
      if (problem !== undefined) notices.say(problem, 'bad');
      else if (unused !== undefined && unused !== unusedBefore)
        notices.say(
          `No website here has the tag ${unused} of config.yaml: ${keyOf('websites.tags')} tags websites.`,
        );
      else if (shownProblem !== undefined && notices.current?.text === shownProblem) notices.clear();
      shownProblem = problem;
    },
    start(toRun) {
      if (toRun.command.confirm !== true) return run(toRun);
      patch('yours', { asked: toRun });
      get().navigation.push({ screen: 'confirm', question: 'runCommand' });
    },
    confirm() {
      const { asked } = get().yours;
      patch('yours', { asked: undefined });
      if (asked !== undefined) run(asked);
    },
    async arrange(change) {
      let made: { readonly list: ChangedList; readonly panel: StatisticName | undefined } | undefined;
      const problem = await services.changePanels?.(({ panels }) => {
        const panel = focusedPanel(get());
        const offered = panelsOf(get().capabilities);
        const asked = { change, panel, shown: shownPanels(get()), offered };
        const list = changedPanels(panels, tagsInView(get()), asked);
        made = list && { list, panel };
        return list;
      });
      if (problem !== undefined) return get().notices.say(problem, 'bad');
      if (made === undefined) return;
      const { list, panel } = made;
      const whose = list.tag === undefined ? 'all websites' : `websites tagged ${list.tag}`;
      const title = panel === undefined ? '' : statisticTitle(panel, get().capabilities);
      const index = shownPanels(get()).findIndex(name => name === panel) + 1;
      const done = {
        earlier: `${title}: panel ${index} of ${whose} now.`,
        later: `${title}: panel ${index} of ${whose} now.`,
        hide: `${title} is hidden for ${whose}: "Show the hidden panels" in ${keyOf('palette')} takes that back.`,
        showHidden: `No panel of ${whose} is hidden now.`,
        reset: `The panels of ${whose} are no longer chosen in config.yaml.`,
      };
      get().notices.say(done[change], 'good');
    },
  };
}
