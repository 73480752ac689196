import { presets, stepPeriod } from '#model/period/period.ts';
import { isRunning } from '#store/editing/run.ts';
import { undoable } from '#store/editing/undo.ts';
import { viewRules } from '#store/navigation/screenRules.ts';
import type { State } from '#store/state.ts';
import { durationText } from '#text/words.ts';
import { type Command, inOverlay, isForm, topScreen } from './command.ts';
import { leavingCommands } from './leaving.ts';
import { sharingCommands } from './sharing.ts';

const hasPeriod = (state: State) => !inOverlay(state) && viewRules(state).hasPeriod === true;
const whyNoPeriod = (state: State, key: string) => viewRules(state).whyNoPeriod?.(state, key);
const canRefresh = (state: State) => !inOverlay(state) && viewRules(state).load !== undefined;
const canUndo = (state: State) => !inOverlay(state) && viewRules(state).undoes === true;

function whyNoUndo(state: State): string | undefined {
  if (isRunning(state)) return 'Websites are still being changed. Wait until all are done.';
  return undoable(state).length === 0 ? 'Nothing to undo: save an edit first.' : undefined;
}

function explained(state: State) {
  return viewRules(state).explained?.(state, state.navigation.view);
}

function whyNotLater(state: State): string | undefined {
  const { choice } = state.period;
  const isLast = stepPeriod(choice, 1, state.today()) === choice;
  return whyNoPeriod(state, '>') ?? (isLast ? 'There are no later days: < shows earlier ones.' : undefined);
}

const canOpenNow = ({ navigation: { view } }: State) => 'websiteId' in view && view.screen !== 'now';

function whyNoNow({ profile, logs, now }: State): string | undefined {
  if (!now.canOpen) return 'N shows websites of your own logs only: P, then your access logs.';
  // A read-only profile cannot follow logs and does not know whether another one does.
  const isUnfollowed = !profile.readOnly && (logs.status?.sources ?? 0) === 0;
  return isUnfollowed ? 'No logs are followed: sitedeck logs add names some.' : undefined;
}

export const globalCommands: readonly Command[] = [
  {
    id: 'period.menu',
    keys: ['t'],
    title: 'Choose the period',
    section: 'Period',
    words: 'dates days range week month year when calendar',
    short: 'period',
    footerPlace: 2,
    isHere: hasPeriod,
    disabledReason: state => whyNoPeriod(state, 't'),
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
    title: 'Earlier period',
    section: 'Period',
    short: 'earlier',
    footerPlace: 4,
    isHere: hasPeriod,
    disabledReason: state => whyNoPeriod(state, '<'),
    run: ({ state }) => state.period.step(-1),
  },
  {
    id: 'period.later',
    keys: ['>', '.'],
    title: 'Later period',
    section: 'Period',
    isHere: hasPeriod,
    disabledReason: whyNotLater,
    run: ({ state }) => state.period.step(1),
  },
  {
    id: 'refresh',
    keys: ['r', 'F5'],
    title: 'Refresh',
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
    section: 'Changing',
    words: 'revert restore',
    short: 'undo',
    footerPlace: 4,
    changes: true,
    isHere: canUndo,
    disabledReason: whyNoUndo,
    run: ({ state }) => state.undo.ask(),
  },
  {
    id: 'autoRefresh',
    keys: ['R'],
    title: 'Auto-refresh of today: on or off',
    words: 'live watch realtime',
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
    title: 'Why: what explains the change, or the day under the cursor',
    words: 'fell fall drop rose grew cause reason changed explain movers',
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
    id: 'now',
    keys: ['N'],
    title: 'Now: the last minutes of a website of your own logs',
    words: 'live realtime real time current minutes tail',
    leaves: true,
    isHere: state => !inOverlay(state) && !isForm(state) && canOpenNow(state),
    disabledReason: whyNoNow,
    run({ state }) {
      const { view } = state.navigation;
      if ('websiteId' in view && view.websiteId !== undefined)
        state.navigation.push({ screen: 'now', websiteId: view.websiteId });
    },
  },
  ...sharingCommands,
  ...leavingCommands,
  {
    id: 'profiles',
    keys: ['P'],
    title: 'Profiles: another one, connect a service',
    words: 'profile account connect api key logs demo switch',
    leaves: true,
    isHere: state => !inOverlay(state) && !isForm(state),
    run: ({ state }) => state.profiles.open(),
  },
  {
    id: 'palette',
    keys: [':', '^P'],
    title: 'Commands, websites and statistics by name',
    inPalette: false,
    short: 'more',
    footerPlace: 4,
    isHere: state => !inOverlay(state) && !isForm(state),
    run: ({ state }) => state.navigation.push({ screen: 'palette' }),
  },
  {
    id: 'help',
    keys: ['?', 'F1'],
    title: 'Help: all keys',
    words: 'shortcuts manual',
    short: 'help',
    footerPlace: 4,
    isHere: state => !inOverlay(state) && !isForm(state) && topScreen(state) !== 'help',
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
    title: 'Suspend: back to the shell, fg returns',
    inPalette: false,
    leaves: true,
    run: ({ services }) => services.suspend(),
  },
];
