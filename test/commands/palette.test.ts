import { expect, test } from 'vitest';
import { globalCommands } from '#commands/global.ts';
import { dispatchKey, foundOfHelp, paletteOf, screens } from '#commands/registry.ts';
import { noViews } from '#model/savedView.ts';
import { noGoals } from '#model/website/goal.ts';
import { noNotes } from '#model/website/notes.ts';
import { noTags } from '#model/website/tags.ts';
import { textAtEnd } from '#text/textField.ts';
import { storeWithStatistics } from '../store/statistics/statisticsFixture.ts';

async function dashboard(change: Parameters<typeof storeWithStatistics>[0] = {}) {
  const { store, services, websiteId, idle } = await storeWithStatistics(change);
  void store.getState().websites.load();
  store.getState().navigation.push({ screen: 'dashboard', websiteId });
  await idle();
  const find = (typed: string) => {
    if (store.getState().navigation.stack.at(-1)?.screen !== 'palette') dispatchKey(':', store, services);
    store.getState().menu.edit(textAtEnd(typed));
    return paletteOf(store.getState()).map(({ title }) => title);
  };
  const choose = () => dispatchKey('Enter', store, services);
  return { now: store.getState, find, choose, idle };
}

test('words that are in no title find what they mean', async () => {
  const { find } = await dashboard();
  expect(find('fell')[0]).toBe('Show why it changed');
  expect(find('why')[0]).toBe('Show why it changed');
  expect(find('profile')[0]).toBe('Switch profile');
  expect(find('theme')).toHaveLength(5);
  // No command that only mentions them.
  expect(find('hours')).toEqual(['Show weekdays by hours', 'Visitors by hour', 'Page views by hour']);
  // A title that is little else comes before one that has the word among much.
  expect(find('website')).toEqual([
    'Edit the website',
    'Delete the website',
    // The list has no other one.
    'Next website',
    'Previous website',
  ]);
  expect(find('remove')).toEqual(['Delete the website', 'Remove a profile']);
  expect(find('year')).toEqual([
    'This year',
    'Compare with the year before',
    'Show the year',
    // Found by other words than those of the title.
    'Choose the period',
    'Compare periods',
    'Last 12 months',
  ]);
  expect(find('30d')).toEqual(['Last 30 days']);
  expect(find('screenshot')).toEqual(['Export what is shown']);
  // "Use the high contrast theme" has these letters in order too.
  expect(find('cntrs')).toEqual(['Countries', 'Use the high contrast theme']);
});

/** What people of the field call things, whatever Sitedeck calls them. */
const typedWords =
  `account ai alarm alert annotation anomaly api attention average back backup bar bookmark bots bounce browser bug
  calendar campaign chart city clear close columns compare completion config conversion copy country cron csv dark
  dashboard date debug delete demo desktop device domain download duration email entry error events exclude exit export
  filter find forecast fullscreen funnel goal graph growth heatmap help history hour html import ip json keys kiosk label
  language layout light link live login logout logs mail map markdown mcp mobile month note notify online
  order os pages panels password percent picture preferences print privacy profile public quit range realtime referrer
  refresh rename report reset restore reverse rotate saved search segment serve server sessions settings share shortcuts
  sort source speed spike status svg tag theme threshold timezone today token total traffic trend undo update url
  user utm version versus views visits week year yesterday zoom`.split(/\s+/);

test.each(['websites', 'dashboard'] as const)(
  'on %s every word of the field finds something',
  async screen => {
    const kept = <T>(none: T) => ({
      read: () => ({ value: none }),
      change: (change: (all: T) => T) => ({ value: change(none) }),
    });
    const { now, find } = await dashboard({
      goals: kept(noGoals),
      notes: kept(noNotes),
      tags: kept(noTags),
      savedViews: { ...kept(noViews), find: () => Promise.reject(new Error('not asked')) },
    });
    if (screen === 'websites') now().navigation.popTo(1);
    const lost = typedWords.filter(word => {
      find(word);
      return paletteOf(now()).every(({ group }) => group === 'Nearest' || group === 'Instead');
    });
    expect(lost).toEqual([]);
  },
);

test('what a command line does, or another view, is found and said', async () => {
  const copied: string[] = [];
  const copy = (text: string) => (copied.push(text), {});
  const { now, find, choose } = await dashboard({ copy });
  expect(find('alarm')).toEqual(['Set an alarm']);
  expect(paletteOf(now())[0]).toMatchObject({ group: 'Command line', note: 'sitedeck watch' });
  choose();
  expect(copied).toEqual(['sitedeck --profile test watch shop.example.com --drop 50']);
  expect(now().notices.current?.text).toBe(`Copied: ${copied.join()}`);
  expect(find('attention')).toEqual(['Show what needs attention']);
  expect(paletteOf(now())[0]).toMatchObject({
    group: 'Not now',
    reason: 'In the list of websites: Esc back.',
  });
  // What prints numbers is of the service in use, what is of this machine of none.
  copied.length = 0;
  for (const words of ['backup', 'columns', 'apache']) {
    find(words);
    choose();
  }
  expect(copied).toEqual([
    'sitedeck --profile test websites export',
    'sitedeck config edit',
    'sitedeck import shop.example.com access.log',
  ]);
  // Not before something is typed.
  find('');
  expect(paletteOf(now()).map(({ group }) => group)).not.toContain('Command line');
});

test('commands stand in groups by what one does, the commonest first, what does nothing now behind all else', async () => {
  const { now, find, choose } = await dashboard();
  find('');
  const items = paletteOf(now());
  const groups = items.map(({ group }) => group).filter((group, index, all) => group !== all[index - 1]);
  expect(groups).toEqual([
    'This website',
    'Edit',
    'Period',
    'Copy and export',
    'Everywhere',
    'Statistics',
    'Websites',
    'Not now',
  ]);
  const ofGroup = (wanted: string) =>
    items.filter(({ group }) => group === wanted).map(({ title, key }) => `${key} ${title}`);
  expect(ofGroup('This website')).toEqual([
    'Enter Open the panel or row',
    'z Show all rows',
    'w Show why it changed',
    'H Show weekdays by hours',
    'm Show page views',
    'C Show the year',
  ]);
  expect(ofGroup('Everywhere').slice(0, 3)).toEqual(['r Refresh', 'Esc Go back', '? Show all keys']);
  // One line an action, whatever keys it has.
  const titles = items.map(({ title }) => title);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  expect(items.filter(({ title }) => title.split(' ').length > 6)).toEqual([]);

  expect(find('last minutes')).toEqual(['Show the last minutes']);
  choose();
  expect(now().notices.current?.text).toBe('Own logs only: press P to choose them.');
  expect(now().navigation.stack.at(-1)?.screen).toBe('palette');
});

test('what each command of the palette does is said in a line that a box of 80 columns has room for', () => {
  const views = screens.filter(({ overlay, isForm }) => overlay !== true && isForm !== true);
  const offered = [...views.flatMap(({ commands }) => commands), ...globalCommands].filter(
    ({ inPalette }) => inPalette !== false,
  );
  expect(offered.filter(({ about = '' }) => !/^.{10,66}\.$/.test(about)).map(({ id }) => id)).toEqual([]);
  expect(offered.filter(({ title, about }) => about?.startsWith(title))).toEqual([]);
});

test('where nothing is called so, the nearest name stands there, and what helps', async () => {
  const { now, find, choose } = await dashboard();
  const found = (typed: string) => {
    find(typed);
    return paletteOf(now()).map(({ group, title }) => `${group}: ${title}`);
  };
  expect(found('zzzz')).toEqual(['Instead: Choose the period', 'Instead: Show all keys']);
  expect(found('browzers')).toEqual([
    'Nearest: Browsers',
    'Instead: Choose the period',
    'Instead: Show all keys',
  ]);
  choose();
  expect(now().navigation.view).toMatchObject({ screen: 'statistic', name: 'browser' });
});

test('the help finds by name what has no key, and says what helps where it finds nothing', async () => {
  const { store, services } = await storeWithStatistics({});
  const found = (typed: string) => {
    store.getState().menu.edit(textAtEnd(typed));
    return foundOfHelp(store.getState());
  };
  dispatchKey('?', store, services);
  // No key whose words merely have these letters.
  expect(found('theme').map(({ action, section }) => `${section}: ${action}`)).toEqual([
    // In sixteen colours there is no choice.
    'Not now: Use the dark theme',
    'Not now: Use the light theme',
    'Not now: Use the high contrast theme',
    "Not now: Follow the terminal's background",
    "Not now: Use the terminal's colours",
  ]);
  expect(found('switch profile')[0]).toMatchObject({ section: 'Everywhere', keys: ['P'] });
  const dead = found('later').map(({ reason }) => reason !== undefined);
  // What does nothing now stands last.
  expect(dead.slice(dead.indexOf(true))).not.toContain(false);
  expect(dead).toContain(true);
  expect(found('sort websites').map(({ keys }) => keys)).toEqual([['s']]);
  const helps = found('zzzz').map(({ action, section }) => `${section}: ${action}`);
  expect(helps).toContain('What helps: Search the list');
  expect(found('refredh')[0]).toMatchObject({ action: 'Refresh', section: 'Nearest name', keys: ['r'] });
});

test('a period and a comparison are chosen by name, and a period as it is typed', async () => {
  const { now, find, choose, idle } = await dashboard();
  find('');
  const keyed = paletteOf(now()).flatMap(({ group, title, key }) =>
    group === 'Period' && key?.endsWith('Enter') === true ? [`${key} ${title}`] : [],
  );
  expect(keyed).toEqual([
    't t Enter Today',
    't y Enter Yesterday',
    't l Enter Last 7 days',
    't a Enter All days',
  ]);
  expect(find('last 7')).toEqual(['Last 7 days']);
  choose();
  expect(now().navigation.stack.at(-1)?.screen).toBe('dashboard');
  expect(now().period.choice).toEqual({ kind: 'preset', preset: 'last7' });
  expect(find('weekdays last')).toEqual(['Compare with the year before']);
  choose();
  expect(now().comparison.baseline).toBe('year');
  expect(find('Last year')[0]).toBe('Last year: 2025');
  expect(find('march 2026')).toEqual(['March 2026']);
  expect(find('2026-03')).toEqual(['2026-03: March 2026']);
  choose();
  expect(now().period.choice).toEqual({ kind: 'range', from: '2026-03-01', to: '2026-03-31' });
  await idle();
});

test("the name of a view of one's own is found before commands, statistics and websites", async () => {
  let all = noViews;
  const { now, find } = await dashboard({
    savedViews: {
      read: () => ({ value: all }),
      change: change => ({ value: (all = change(all)) }),
      find: () => Promise.reject(new Error('not asked')),
    },
  });
  for (const name of ['quit', 'pages', 'shop', 'saved']) now().savedViews.saveAs(name);
  expect(find('quit')).toEqual(['View quit', 'Quit']);
  expect(find('Pages')[0]).toBe('View pages');
  expect(find('@shop')).toEqual(['View shop']);
  expect(find('view saved')[0]).toBe('View saved');
  // Not where more may follow.
  expect(find('qui')[0]).toBe('Quit');
});

test('statistics and websites have the keys that open them from where one is', async () => {
  const { now, find } = await dashboard();
  const keys = (typed: string) => {
    find(typed);
    return paletteOf(now())
      .filter(({ group }) => group === 'Statistics' || group === 'Websites')
      .map(({ title, key }) => [title, key]);
  };
  expect(keys('pages').slice(0, 2)).toEqual([
    ['Pages', '1 z'],
    ['Landing pages', '4 z'],
  ]);
  // The chart has the focus; the tenth panel has no number.
  expect(keys('visitors')[0]).toEqual(['Visitors', 'z']);
  now().dashboard.focusPanel(0);
  expect(keys('visitors')[0]).toEqual(['Visitors', '0 z']);
  expect(keys('resolutions')[0]?.[1]).toBe(undefined);
  expect(keys('visitors by hour')[0]).toEqual(['Visitors by hour', 'G z']);
  const [website] = now().websites.rows;
  expect(keys(website?.domain ?? '')).toEqual([[website?.domain, undefined]]);
  now().navigation.popTo(1);
  expect(keys(website?.domain ?? '')).toEqual([[website?.domain, 'Enter']]);
});

test('beside a command stands what it is about or what holds now, beside a website its visitors', async () => {
  const { now, find } = await dashboard();
  find('');
  const noteOf = (wanted: string) => {
    const note = paletteOf(now()).find(({ title }) => title === wanted)?.note;
    return typeof note === 'function' ? note() : note;
  };
  expect(noteOf('Choose the period')).toBe('Last 28 days');
  expect(noteOf('Edit the filters')).toBe('no conditions');
  expect(noteOf('Switch profile')).toBe(now().profile.name);
  const [website] = now().websites.rows;
  find(website?.domain ?? '');
  expect(noteOf(website?.domain ?? '')).toMatch(/^\d[\d,]* visitors( .*)?$/);
});
