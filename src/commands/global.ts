import { presets, stepPeriod } from '#model/period/period.ts';
import { hasUnsavedEdits } from '#store/editing/form.ts';
import { isRunning } from '#store/editing/run.ts';
import { undoable } from '#store/editing/undo.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import { type State } from '#store/state.ts';
import { escapeTarget, viewRules } from '#store/viewRules.ts';
import { viewOf } from '#store/kept/openView.ts';
import { chosenWebsite, chosenWebsiteId, whyNoWebsite } from '#store/websites/websites.ts';
import { durationText, keyOf } from '#text/words.ts';
import { filterCommands } from './filter.ts';
import { rowUnderCursor } from './own.ts';
import { type Command, type CommandContext, inOverlay, isForm, topScreen } from './command.ts';
import { sharingCommands } from './sharing.ts';

const hasPeriod = (state: State) => !inOverlay(state) && viewRules(state).hasPeriod === true;
const whyNoPeriod = (state: State, key: string) => viewRules(state).whyNoPeriod?.(state, key);
const canRefresh = (state: State) => !inOverlay(state) && viewRules(state).load !== undefined;
const canUndo = (state: State) => state.screenOf(topScreen(state)).undoes === true;

function whyNoUndo(state: State): string | undefined {
  if (isRunning(state)) return 'Changes are under way: wait until all are done.';
  return undoable(state).length === 0 ? 'Nothing to undo: save an edit first.' : undefined;
}

function explained(state: State) {
  return viewRules(state).explained?.(state, state.navigation.view);
}

function whyNotLater(state: State): string | undefined {
  const { choice } = state.period;
  const isLast = stepPeriod(choice, 1, state.today()) === choice;
  return (
    whyNoPeriod(state, keyOf('period.later')) ??
    (isLast ? `There are no later days: ${keyOf('period.earlier')} shows earlier ones.` : undefined)
  );
}

/** A view of the website in view, or of the one selected in the list, which is not there yet. */
const canOpenOther = (state: State, screen: 'now' | 'year') => {
  const { view } = state.navigation;
  if (inOverlay(state) || isForm(state)) return false;
  return view.screen === 'websites' || ('websiteId' in view && view.screen !== screen);
};

function whyNoNow(state: State): string | undefined {
  const { profile, logs, now, navigation } = state;
  if (!now.canOpen) return `Own logs only: press ${keyOf('profiles')} to choose them.`;
  // A read-only profile cannot follow logs and does not know whether another one does; without a status it is not known yet.
  const isUnfollowed = !profile.readOnly && logs.status?.sources === 0;
  if (isUnfollowed) return 'No logs are followed: add some with sitedeck logs add.';
  return navigation.view.screen === 'websites' ? whyNoWebsite(state) : undefined;
}

function behindCursor(state: State) {
  return viewRules(state).lines?.(state, state.navigation.view);
}

function whyNoLines(state: State): string | undefined {
  if (!state.lines.canOpen) return `Own logs only: press ${keyOf('profiles')} to choose them.`;
  const found = behindCursor(state);
  return typeof found === 'string' ? found : undefined;
}

const canHaveGoal = (state: State) => {
  const { view } = state.navigation;
  return !inOverlay(state) && !isForm(state) && (view.screen === 'websites' || 'websiteId' in view);
};

const whyNoGoal = (state: State) =>
  state.goals.problem ??
  (chosenWebsite(state) === undefined
    ? (whyNoWebsite(state) ?? `Website not loaded yet. Press ${keyOf('refresh')} to retry.`)
    : undefined);

/** Esc and q stop what is under way before they leave it. */
const isBusy = (state: State) => escapeTarget(state) === 'run';

const leavingCommands: readonly Command[] = [
  {
    id: 'back',
    keys: ['Esc'],
    title: 'Go back',
    about: 'To where this was opened.',
    words: 'close leave',
    short: 'back',
    footerPlace: 4,
    isHere: state => state.navigation.stack.length > 1 && !isForm(state),
    disabledReason: whyNotBack,
    run: ({ state }) => state.navigation.pop(),
  },
  {
    id: 'clearCursor',
    keys: ['Esc'],
    title: 'Clear the cursor',
    about: 'The numbers are of the whole period again.',
    section: 'Move',
    short: 'clear',
    footerPlace: 4,
    isHere: state => escapeTarget(state) === 'cursor',
    run: ({ state }) => state.navigation.pointAt(undefined),
  },
  {
    id: 'close',
    keys: ['q'],
    title: 'Go back',
    about: 'To where this was opened.',
    isHere: state => state.navigation.stack.length > 1 && !isForm(state),
    disabledReason: state => (isBusy(state) ? `${keyOf('close')} first: it stops the run.` : undefined),
    run: ({ state }) => state.navigation.pop(),
  },
  {
    id: 'quitAtRoot',
    keys: ['q'],
    title: 'Quit',
    about: 'What you chose is kept for the next start.',
    words: 'exit leave close',
    short: 'quit',
    footerPlace: 4,
    isHere: state => state.navigation.stack.length === 1,
    run: quit,
  },
  {
    id: 'quit',
    keys: ['^C'],
    title: 'Quit',
    about: 'What you chose is kept for the next start.',
    words: 'exit leave',
    run: quit,
  },
];

function whyNotBack(state: State): string | undefined {
  const target = escapeTarget(state);
  if (target === 'run') return 'Esc first: it stops the run.';
  if (target === 'cursor') return 'Esc first: it clears the cursor.';
  if (target === 'row') return 'Esc first: it goes back from the rows.';
  if (target === 'reading') return 'Esc first: it stops loading.';
  return target === 'dialog' || target === 'view' ? undefined : 'Esc first: it clears the search.';
}

function quit({ state, services }: CommandContext): void {
  const asking = topRoute(state.navigation.stack);
  if (asking.screen === 'confirm' && asking.question === 'quitWithEdits') return;
  if (hasUnsavedEdits(state.editor)) state.navigation.push({ screen: 'confirm', question: 'quitWithEdits' });
  else services.quit();
}

export const globalCommands: readonly Command[] = [
  {
    id: 'period.menu',
    keys: ['t'],
    title: 'Choose the period',
    about: 'Days, weeks, months, years, or any range that is typed.',
    section: 'Period',
    words: 'dates days range week month year when calendar zoom',
    short: 'period',
    footerPlace: 2,
    isHere: hasPeriod,
    disabledReason: state => whyNoPeriod(state, keyOf('period.menu')),
    run({ state }) {
      const { choice } = state.period;
      state.navigation.push({ screen: 'period' });
      state.menu.reset(
        choice.kind === 'preset' ? presets.findIndex(({ name }) => name === choice.preset) : 0,
      );
    },
  },
  {
    id: 'period.earlier',
    keys: ['<', ','],
    title: 'Show the earlier period',
    about: 'As many days, right before these.',
    section: 'Period',
    short: 'earlier',
    footerPlace: 4,
    isHere: hasPeriod,
    disabledReason: state => whyNoPeriod(state, keyOf('period.earlier')),
    run: ({ state }) => state.period.step(-1),
  },
  {
    id: 'period.later',
    keys: ['>', '.'],
    title: 'Show the later period',
    about: 'As many days, right after these.',
    section: 'Period',
    isHere: hasPeriod,
    disabledReason: whyNotLater,
    run: ({ state }) => state.period.step(1),
  },
  {
    id: 'refresh',
    keys: ['r', 'F5'],
    title: 'Refresh',
    about: 'All that is shown is read again.',
    words: 'reload update again',
    short: 'refresh',
    footerPlace: 4,
    isHere: canRefresh,
    run: ({ state }) => state.refresh(),
  },
  {
    id: 'undo',
    keys: ['u'],
    title: 'Undo the last edit',
    about: 'The service gets back what it had before.',
    section: 'Edit',
    words: 'revert restore',
    short: 'undo',
    footerPlace: 4,
    changes: true,
    isHere: canUndo,
    disabledReason: whyNoUndo,
    run: ({ state }) => state.undo.ask(),
  },
  {
    id: 'goal.set',
    keys: ['^G'],
    title: 'Set a goal',
    about: 'A number for each week or month, with a forecast.',
    section: 'Edit',
    words: 'goals target reach month week forecast conversion',
    leaves: true,
    isHere: state => (state.goals.isKept || state.profile.isKiosk === true) && canHaveGoal(state),
    disabledReason: whyNoGoal,
    run({ state }) {
      const website = chosenWebsite(state);
      if (website !== undefined) state.goals.open(website, rowUnderCursor(state));
    },
  },
  {
    id: 'autoRefresh',
    keys: ['R'],
    title: 'Toggle auto-refresh',
    about: 'Today is read again at short intervals.',
    words: 'auto-refresh automatic live watch realtime today',
    isHere: state => !inOverlay(state) && viewRules(state).autoRefreshes === true,
    run({ state }) {
      const { on, every, toggle } = state.autoRefresh;
      toggle();
      state.notices.say(on ? 'Auto-refresh off.' : `Auto-refresh on: today, every ${durationText(every)}.`);
    },
  },
  {
    id: 'why',
    keys: ['w', 'M'],
    title: 'Show why it changed',
    about: 'What rose and fell most: pages, sources, places, devices.',
    section: 'This website',
    words: 'fell fall drop rose grew cause reason changed explain movers spike anomaly trend growth percent',
    short: 'why',
    footerPlace: 1,
    isHere: state => !inOverlay(state) && viewRules(state).explained !== undefined,
    disabledReason(state) {
      const found = explained(state);
      return typeof found === 'string' ? found : undefined;
    },
    run({ state }) {
      const found = explained(state);
      if (typeof found === 'object') state.navigation.push({ screen: 'why', ...found });
    },
  },
  {
    id: 'year',
    keys: ['C'],
    title: 'Show the year',
    about: 'Its weeks by weekday, the best day, the longest growth.',
    section: 'This website',
    words: 'calendar weeks months days heatmap best day',
    short: 'year',
    footerPlace: 4,
    isHere: state => canOpenOther(state, 'year'),
    disabledReason: state => (state.navigation.view.screen === 'websites' ? whyNoWebsite(state) : undefined),
    run({ state }) {
      const websiteId = chosenWebsiteId(state);
      if (websiteId !== undefined) state.navigation.push({ screen: 'year', websiteId });
    },
  },
  {
    id: 'now',
    keys: ['N'],
    title: 'Show the last minutes',
    about: 'Visitors as they come, from your own access logs.',
    section: 'This website',
    words: 'now live realtime real time current online minutes tail',
    short: 'now',
    footerPlace: 1,
    leaves: true,
    isHere: state => canOpenOther(state, 'now'),
    disabledReason: whyNoNow,
    run({ state }) {
      const websiteId = chosenWebsiteId(state);
      if (websiteId !== undefined) state.navigation.push({ screen: 'now', websiteId });
    },
  },
  {
    id: 'lines',
    keys: ['O'],
    title: 'Show the log lines',
    about: 'Those of your own access logs that this number counts.',
    section: 'This website',
    words: 'raw access log lines tail grep requests addresses',
    short: 'lines',
    footerPlace: 4,
    leaves: true,
    isHere: state => !inOverlay(state) && viewRules(state).lines !== undefined,
    disabledReason: whyNoLines,
    run({ state }) {
      const asked = behindCursor(state);
      if (typeof asked === 'object')
        state.navigation.push({ screen: 'lines', websiteId: asked.website, asked });
    },
  },
  ...filterCommands,
  ...sharingCommands,
  ...leavingCommands,
  {
    id: 'profiles',
    keys: ['P'],
    title: 'Switch profile',
    about: 'The demo, your own access logs, or a service.',
    words:
      'profile account connect service goatcounter umami phpanalytics api key token logs demo switch server user login logout',
    leaves: true,
    isHere: state => !inOverlay(state) && !isForm(state),
    run: ({ state }) => state.profiles.open(),
  },
  {
    id: 'saveView',
    keys: ['B'],
    title: 'Save this view',
    about: 'By a name: website, period, filters and order.',
    words: 'saved views bookmarks name keep favourite',
    leaves: true,
    isHere: state => !inOverlay(state) && !isForm(state) && state.savedViews.isKept,
    disabledReason(state) {
      const view = viewOf(state);
      return state.savedViews.problem ?? (typeof view === 'string' ? view : undefined);
    },
    run: ({ state }) => state.savedViews.open(),
  },
  {
    id: 'yoursProblem',
    keys: [],
    title: 'Show errors in config.yaml',
    about: 'What of it cannot be used, and why.',
    words: 'wrong mistakes settings yours',
    section: 'Yours',
    isHere: ({ yours }) => yours.problem !== undefined,
    run: ({ state }) => state.notices.say(state.yours.problem ?? '', 'bad'),
  },
  {
    id: 'palette',
    keys: [':', '^P'],
    title: 'Go to anything by name',
    words: 'command palette commands menu',
    inPalette: false,
    short: 'go to',
    footerPlace: 4,
    isHere: state => !inOverlay(state) && !isForm(state),
    run({ state }) {
      state.savedViews.read();
      state.navigation.push({ screen: 'palette' });
    },
  },
  {
    id: 'help',
    keys: ['?', 'F1'],
    title: 'Show all keys',
    about: 'By what they do, with a search.',
    words: 'help shortcuts manual',
    short: 'help',
    footerPlace: 4,
    isHere: state => topScreen(state) !== 'help',
    run: ({ state }) => state.navigation.push({ screen: 'help' }),
  },
  {
    id: 'redraw',
    keys: ['^L'],
    title: 'Redraw the screen',
    inPalette: false,
    run: ({ services }) => services.redraw(),
  },
  {
    id: 'suspend',
    keys: ['^Z'],
    title: 'Suspend to the shell',
    inPalette: false,
    leaves: true,
    run: ({ services }) => services.suspend(),
  },
];
