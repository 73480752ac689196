import { expect, onTestFinished, test } from 'vitest';
import { createApi } from '../helpers/apiFixture.ts';
import { openDemo, selectedLine, start } from '../helpers/application.ts';
import { distantService } from '../helpers/distantService.ts';
import { useSharedDemo } from '../helpers/sharedProgram.ts';
import { openTexts } from '../helpers/textApplication.ts';

/** Where no website is changed. */
const openList = useSharedDemo();

const screenOf = (terminal: { lines(): string[] }) => terminal.lines().join('\n');

test('mark, edit together, see before and after, save, undo', async () => {
  const terminal = await openDemo();
  terminal.press('Space', 'v', 'j');
  await terminal.waitFor('3 marked');
  terminal.press('v', 'e');
  await terminal.waitFor('Edit 3 websites');
  await terminal.waitFor(/Privacy +\[leave\] public {2}private {2}password/);
  terminal.press('Space', 'Space', '^S');
  await terminal.waitFor('2 of 3 websites change, 1 unchanged');
  await terminal.waitFor(lines => lines.at(-1)?.startsWith(' Enter save 2 websites  Esc back ') === true);
  await terminal.waitFor(/│ {3}\[ Save 2 websites \]/);
  expect(screenOf(terminal)).toMatch(/chess-club.example +public +private/);
  expect(screenOf(terminal)).toMatch(/podcast.example.com +unchanged/);
  terminal.press('Esc');
  await terminal.waitFor(/\[ Review 1 change \]/);
  await terminal.waitFor(lines => lines.at(-1)?.startsWith(' ^S review 1 change ') === true);
  terminal.press('Esc');
  await terminal.waitFor('Leave without saving?');
  terminal.press('n', '^S');
  await terminal.waitFor('2 of 3 websites change');
  terminal.press('Enter');
  // The list is there again, and no page in between has to be left.
  await terminal.waitFor('2 saved, 1 unchanged. Press u to undo it.');
  await terminal.waitFor(/chess-club.example .*private/);
  expect(screenOf(terminal)).not.toContain('marked');
  terminal.press('u');
  await terminal.waitFor('Undo the last edit?');
  expect(screenOf(terminal)).toContain('chess-club.example: public');
  terminal.press('y');
  await terminal.waitFor('1 put back, 1 not put back');
  await terminal.waitFor(/riverside-school.example +not put back, its password is not known/);
  terminal.press('Esc');
  await terminal.waitFor(/chess-club.example .*public/);
});

test.each([
  [40, 10],
  [120, 40],
])(
  'what was not saved stays in the box of the review, with the reason, and marked, at %ix%i',
  async (cols, rows) => {
    const service = await distantService();
    onTestFinished(() => service.close());
    const env = { SITEDECK_URL: service.url, SITEDECK_API_KEY: service.key };
    const terminal = start({ cols, rows, env });
    onTestFinished(() => terminal.stop());
    await terminal.waitFor(/podcast[^]*^ Enter open {2}/m);
    terminal.press('Space', 'Space', 'e');
    await terminal.waitFor('Edit 2 websites');
    // The one is private, the other public: with a password both change.
    terminal.press('Space', 'Space', 'Space', 'Tab');
    terminal.type('s3cret-words');
    terminal.press('^S');
    await terminal.waitFor(lines => lines.at(-1)?.startsWith(' Enter save') === true);
    const api = createApi({ baseUrl: service.url, apiKey: service.key });
    const { rows: all } = await api.listWebsites({});
    await api.deleteWebsite(all.find(({ domain }) => domain === 'chess-club.example')?.id ?? '');
    terminal.press('Enter');
    await terminal.waitFor(/─ Edit 2 websites ─/);
    await terminal.waitFor('1 failed');
    // It is the selected one: where its row has no room for the reason, that stands below.
    await terminal.waitFor(/> chess-club\.e\S* .*failed(?:: | +│)/);
    await terminal.waitFor(lines => lines.at(-2)?.startsWith(' The service does not know this') === true);
    await terminal.waitFor(/\[ Done \]/);
    await terminal.waitFor(lines => /^ Enter\/Esc done {2}.*(?:\?|\? help)$/.test(lines.at(-1) ?? ''));
    terminal.press('Enter');
    await terminal.waitFor(lines => /^ e edit (?:1 )? ?d delete /.test(lines.at(-1) ?? ''));
  },
);

test('before the review the form names the websites, as they are and as they will be', async () => {
  const terminal = await openDemo({ env: { COLORTERM: 'truecolor', COLORFGBG: '15;0' } });
  terminal.press('Space', 'Space', 'e');
  const changes = [
    /WEBSITES {2}as they are.*\n.*podcast\.example\.com +private, no reports, bots excluded.*\n.*chess-club\.example +public/,
    /podcast\.example\.com +private → public.*\n.*chess-club\.example +public, no reports/,
  ] as const;
  await terminal.waitFor('leave: each keeps its own');
  await terminal.waitFor(changes[0]);
  terminal.press('Space');
  await terminal.waitFor(changes[1]);
  terminal.resize(120, 40);
  await terminal.waitFor(lines => lines[0]?.length === 119 && changes[1].test(lines.join('\n')));
});

test('delete many: only with their number typed', async () => {
  const terminal = await openDemo();
  terminal.press('Space', 'Space', 'd');
  await terminal.waitFor('Delete 2 websites?');
  await terminal.waitFor('chess-club.example');
  terminal.type('3');
  await terminal.waitFor(/│ 3 +│/);
  await terminal.waitFor(/ {2}\[ Delete 2 websites \]/);
  terminal.press('Enter');
  await terminal.waitFor('Type 2 to delete them');
  await terminal.waitFor(
    lines => lines.at(-1)?.startsWith(' Enter delete 2 websites  Esc keep them') === true,
  );
  // What is lost is said in numbers.
  expect(screenOf(terminal)).toMatch(
    /│ {3}podcast\.example\.com +[\d,]+ │\n[^\n]*\n[^\n]*Visitors, Last 28 days +[\d,]+ │/,
  );
  terminal.press('Backspace');
  terminal.type('2');
  await terminal.waitFor(lines => lines.at(-1)?.startsWith(' Enter delete 2 websites  ') === true);
  await terminal.waitFor(/> \[ Delete 2 websites \]/);
  terminal.press('Enter');
  await terminal.waitFor('2 deleted.');
  await terminal.waitFor('11 websites');
  expect(screenOf(terminal)).not.toContain('chess-club.example');
});

test('Esc takes marks away before anything else', async () => {
  const terminal = await openList();
  terminal.press('*');
  await terminal.waitFor('13 marked');
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.join('\n').includes('marked'));
  await terminal.quiet();
  expect(selectedLine(terminal)).toContain('podcast.example.com');
});

test('the smallest terminal names the websites that are deleted', async () => {
  const terminal = await openList(40, 10);
  terminal.press('Space', 'Space', 'Space', 'd');
  await terminal.waitFor('Delete 3 websites?');
  await terminal.waitFor(lines => lines.at(-1) === ' Enter delete  Esc keep them  F1 help');
  expect(screenOf(terminal)).toContain('╭─ Delete 3 websites? Type 3: ─');
  const inside = terminal.lines().filter(line => line.endsWith('│'));
  expect(inside.map(line => line.slice(2, -1).trimEnd())).toEqual([
    ' All their statistics go, for good.',
    '   podcast.example.com,',
    '   chess-club.example,',
    '   riverside-school.example',
    ' > 3',
  ]);
  // For the other tests.
  terminal.press('Esc');
  await terminal.waitFor('3 marked');
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.join('\n').includes('marked'));
});

const shared = ['alpha', 'beta', 'gamma'].map(
  part => `our-very-long-shared-company-name.${part}.of-the-same-country.example.co.uk`,
);

test('names that begin and end alike differ wherever one confirms: the line of details, the title, the box of deletion', async () => {
  const { terminal } = await openTexts({ texts: shared }, { cols: 40, rows: 10 });
  await terminal.waitFor(lines => lines.at(-2)?.includes('alp') === true);
  terminal.press('Enter');
  await terminal.waitFor(lines => !/Websites/.test(lines[0] ?? '') && /alp/.test(lines[0] ?? ''));
  terminal.press('Esc');
  await terminal.waitFor(lines => /Websites/.test(lines[0] ?? ''));
  terminal.press('d');
  await terminal.waitFor(/Delete .*alp.*\?/);
  terminal.press('Esc');
  await terminal.waitFor(lines => !screenOf(terminal).includes('Delete') && lines.length > 0);
  terminal.press('*');
  await terminal.waitFor('3 marked');
  terminal.press('d');
  await terminal.waitFor('Delete 3 websites?');
  await terminal.waitFor(/│.*alp[^]*│.*bet[^]*│.*gam/);
});

test('a review gives names the columns that values do not need', async () => {
  const { terminal } = await openTexts({ texts: shared }, { cols: 80, rows: 24 });
  terminal.press('*');
  await terminal.waitFor('3 marked');
  terminal.press('e');
  await terminal.waitFor(/Privacy +\[leave\]/);
  terminal.press('Space', 'Space', '^S');
  await terminal.waitFor(/of 3 websites change/);
  for (const part of ['alpha', 'beta', 'gamma']) expect(screenOf(terminal)).toContain(part);
  expect(/DOMAIN +/.exec(screenOf(terminal))?.[0].length).toBeGreaterThan(40);
});

test('with nothing changed a form of several has nothing to review, and a new one says what it adds', async () => {
  const terminal = await openList();
  terminal.press('Space', 'Space', 'e');
  await terminal.waitFor('[ Nothing to review ]');
  await terminal.waitFor(
    lines => lines.at(-1) === ' ^S nothing to review  Enter next field  Space change  Esc back  ? help',
  );
  terminal.press('Shift-Tab');
  await terminal.waitFor(
    lines => lines.at(-1)?.startsWith(' Enter nothing to review  Tab next field') === true,
  );
  terminal.press('Enter');
  await terminal.waitFor('Nothing is changed: every field leaves the websites as they are.');
  terminal.resize(40, 10);
  await terminal.waitFor(lines => lines.at(-1)?.startsWith(' Enter nothing to review ') === true);
  terminal.press('Tab');
  await terminal.waitFor(lines => lines.at(-1) === ' Space change  Esc back  Enter next  ?');
  await terminal.waitFor('podcast.example.com and 1 more');
  terminal.resize(80, 24);
  await terminal.waitFor('WEBSITES');
  terminal.press('Esc');
  await terminal.waitFor('2 marked');
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.join('\n').includes('marked'));
  terminal.press('a');
  terminal.type('blog.example.com');
  await terminal.waitFor(/\[ Add \] .* adds blog\.example\.com, private /);
  await terminal.waitFor('not added yet');
});

test('a review says where there is nothing to save', async () => {
  const terminal = await openDemo();
  const isOn = (domain: string) => () => selectedLine(terminal).includes(domain);
  terminal.press('Space', 'j', 'j');
  await terminal.waitFor(isOn('alpine-trails.example'));
  terminal.press('Space');
  await terminal.waitFor('2 marked');
  terminal.press('e');
  await terminal.waitFor(/Privacy +\[leave\] public {2}private/);
  terminal.press('Space', 'Space', '^S');
  await terminal.waitFor('0 of 2 websites change, 2 unchanged');
  await terminal.waitFor('[ Nothing to save ]');
  await terminal.waitFor(lines => lines.at(-1)?.startsWith(' Enter nothing to save ') === true);
});
