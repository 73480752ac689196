import { expect, test } from 'vitest';
import { openDemo, selectedLine } from '../helpers/application.ts';

test('what each field is about stands below it, where it has a blank row', async () => {
  const env = { COLORTERM: 'truecolor', COLORFGBG: '15;0' };
  const terminal = await openDemo({ cols: 80, rows: 24, env });
  terminal.press('a');
  await terminal.waitFor('only the domain has to be typed');
  await terminal.waitFor(/Privacy.*\n.*│ +Who signs in may see the statistics +│/);
  await terminal.waitFor(/Email reports.*\n.*│ +Periodic reports to the account +│/);
});

test('fields are equally far apart, each with its help beside it; the button is a plate; what will be sent stands below', async () => {
  const env = { COLORTERM: 'truecolor', COLORFGBG: '15;0' };
  const terminal = await openDemo({ cols: 120, rows: 40, env });
  terminal.press('e');
  await terminal.waitFor('> Privacy');
  const rowOf = (title: RegExp) => terminal.lines().findIndex(line => title.test(line));
  const choices = [
    /Privacy .*│ Who signs in/,
    /Email reports .*│ Periodic/,
    /Exclude bots .*│ Leave known bots/,
  ];
  const first = rowOf(choices[0] ?? /$^/);
  expect(first).toBeGreaterThan(0);
  expect(choices.map(rowOf)).toEqual([first, first + 2, first + 4]);
  const parameters = rowOf(/Excluded parameters .*│ Parameters to ignore/);
  const addresses = rowOf(/Excluded addresses .*│ Visitors that are not counted/);
  // A list has four lines.
  expect([parameters, addresses]).toEqual([first + 6, first + 11]);
  expect(terminal.lines().join('\n')).not.toContain('[ Save ]');
  terminal.press('Space');
  await terminal.waitFor(/│ {4}Save 1 change {2}/);
  await terminal.waitFor(/Privacy +\* +public {2}private {2}password +← private │/);
  await terminal.waitFor(/WILL BE SENT {2}nothing else.*\n.* Privacy +private → password/);
  terminal.press('Tab', 'Tab', 'Tab', 'Tab', 'Tab');
  terminal.type('192.0.2.1');
  await terminal.waitFor(/Excluded addresses +nothing → \+192\.0\.2\.1/);
});

test('at 80x24 each field has its help below it, lists too, and what will be sent beside the button', async () => {
  const env = { COLORTERM: 'truecolor', COLORFGBG: '15;0' };
  const terminal = await openDemo({ cols: 80, rows: 24, env });
  terminal.press('e');
  await terminal.waitFor('> Privacy');
  const shown = terminal.lines().join('\n');
  expect(shown).toMatch(
    /Excluded parameters[^]*Ignored in URLs, one a line: utm_source[^]*Excluded addresses/,
  );
  expect(shown).toMatch(/Excluded addresses[^]*Not counted, one a line: 10\.0\.0\.0\/8/);
  terminal.press('Tab', 'Space');
  await terminal.waitFor(/│ {4}Save 1 change +sends email reports │/);
});

test('the smallest terminal says how a value is changed, and how a field is left; add a website: checked here, refused by the service, mended and saved', async () => {
  const terminal = await openDemo({ cols: 40, rows: 10 });
  terminal.press('e');
  await terminal.waitFor('> Privacy');
  await terminal.waitFor(lines => lines.at(-1) === ' ^S/Esc back Space change Enter next ?');
  terminal.press('Space');
  await terminal.waitFor('[password]');
  terminal.press('Tab');
  await terminal.waitFor(lines => lines.at(-1) === ' ^S save  Esc back  Enter next  F1 help');
  terminal.press('Shift-Tab', 'Shift-Tab');
  await terminal.waitFor('[ Save ]');
  await terminal.waitFor(lines => lines.at(-1)?.startsWith(' Enter save  Esc back ') === true);
  terminal.press('Shift-Tab');
  await terminal.waitFor('> Exclude IPs');
  await terminal.waitFor('Not counted, one a line:');
  await terminal.waitFor(lines => lines.at(-1) === ' ^S save  Esc back  Enter new line  F1');
  // The whole screen but the footer and the line above it.
  expect(terminal.lines().slice(0, 8)).toEqual([
    '╭─ Edit podcast.example.com ───────────╮',
    '│   Email reports     yes [no]         │',
    '│   Exclude bots     [yes] no          │',
    '│   Exclude params   -                 │',
    '│ > Exclude IPs                        │',
    '│   Not counted, one a line:           │',
    '│   10.0.0.0/8                         │',
    '╰──────────────────────────────────────╯',
  ]);
  expect(terminal.screen.cursor()).toEqual({ x: 21, y: 4, shown: true });

  terminal.press('Esc');
  await terminal.waitFor('Leave without saving?');
  terminal.press('y');
  await terminal.waitFor('1-5 of 13');
  terminal.resize(80, 24);
  await terminal.waitFor('1-13 of 13');
  terminal.press('a');
  await terminal.waitFor('only the domain has to be typed');
  expect(terminal.lines().join('\n')).toMatch(/Privacy +public \[private\] password/);
  terminal.type('https://blog.example.com/');
  // Said while it is typed, before anything is sent.
  await terminal.waitFor('Type only the host name: blog.example.com');
  terminal.press('^S');
  await terminal.waitFor('> Domain');
  terminal.press('^U');
  terminal.type('shop.example.com');
  terminal.press('^S');
  await terminal.waitFor(/already been taken/);
  terminal.press('^U');
  terminal.type('new.example.com');
  terminal.press('Tab', 'Space');
  await terminal.waitFor('[password]');
  terminal.press('^S');
  // The field that is wrong has the focus.
  await terminal.waitFor(/Type the password/);
  terminal.type('s3cret-words');
  await terminal.waitFor('************');
  expect(terminal.output).not.toContain('s3cret-words');
  terminal.press('Tab', 'Tab', 'Tab', 'Tab', 'Tab');
  await terminal.waitFor(/ > +\[ Add \]/);
  await terminal.waitFor(lines => lines.at(-1)?.startsWith(' Enter add  Tab next field  Esc back ') === true);
  terminal.press('Space');
  await terminal.waitFor('Nothing to choose here: Enter saves.');
  terminal.press('Enter');
  await terminal.waitFor('Added new.example.com. In the demo it stays without visitors.');
  await terminal.waitFor('14 websites');
  await terminal.waitFor(() => selectedLine(terminal).includes('new.example.com'));
});

test('edit a website: changed fields are marked, asked about before they are lost, and kept when saved; delete it: only with its domain typed', async () => {
  const terminal = await openDemo();
  terminal.press('e');
  await terminal.waitFor('only what you change is sent');
  terminal.press('Tab', 'Space');
  await terminal.waitFor(/Email reports +\* +\[yes\]/);
  terminal.press('Tab', 'Tab');
  await terminal.waitFor(() => terminal.screen.cursor().shown);
  terminal.press('Esc');
  await terminal.waitFor('Leave without saving?');
  await terminal.waitFor(lines => lines.at(-1)?.startsWith(' y leave  n/Esc/Enter go back  ') === true);
  await terminal.waitFor(() => !terminal.screen.cursor().shown);
  terminal.press('n');
  await terminal.waitFor(() => terminal.screen.cursor().shown);
  terminal.type('utm_id');
  terminal.press('Enter');
  terminal.type('ref');
  terminal.press('Tab');
  terminal.paste('10.0.0.0/8\n192.168.0.1');
  await terminal.waitFor('192.168.0.1');
  terminal.press('^S');
  await terminal.waitFor('Saved podcast.example.com');
  terminal.press('e');
  await terminal.waitFor('only what you change is sent');
  expect(terminal.lines().join('\n')).toMatch(/Email reports +\[yes\]/);
  expect(terminal.lines().join('\n')).toContain('utm_id');
  expect(terminal.lines().join('\n')).toContain('10.0.0.0/8');
  terminal.press('Esc');
  await terminal.waitFor('13 websites');

  terminal.press('d');
  await terminal.waitFor('Type the domain');
  terminal.type('podcast.exampel');
  await terminal.waitFor('That does not match.');
  terminal.press('Enter');
  await terminal.waitFor('does not match the domain above');
  terminal.press('Backspace', 'Backspace');
  await terminal.waitFor(lines => !lines.join('').includes('does not match'));
  terminal.type('le');
  terminal.press('Enter');
  await terminal.waitFor('does not match the domain above');
  await terminal.waitFor(lines => lines.at(-1)?.startsWith(' Enter delete  Esc keep it') === true);
  terminal.type('.com');
  await terminal.waitFor(lines => lines.at(-1)?.startsWith(' Enter delete  Esc keep it') === true);
  terminal.press('Enter');
  await terminal.waitFor('Deleted podcast.example.com');
  await terminal.waitFor('12 websites');
});

test('with nothing changed the button and the footer say that Enter goes back', async () => {
  const terminal = await openDemo();
  terminal.press('e');
  await terminal.waitFor('only what you change is sent');
  await terminal.waitFor(lines => lines.at(-1)?.startsWith(' ^S/Esc back  Enter next ') === true);
  terminal.press('Shift-Tab');
  await terminal.waitFor(/ > +\[ Back \]/);
  await terminal.waitFor(lines => lines.at(-1)?.startsWith(' Enter/Esc back  Tab next field') === true);
  terminal.press('Enter');
  await terminal.waitFor('Nothing was changed.');
  await terminal.waitFor(lines => lines.at(-1)?.startsWith(' Enter open ') === true);
});

test('the question before changes are lost stands within the form, whose frame stays whole', async () => {
  const terminal = await openDemo();
  terminal.press('e');
  await terminal.waitFor('only what you change is sent');
  terminal.press('Tab', 'Space', 'Esc');
  await terminal.waitFor('Leave without saving?');
  const lines = terminal.lines();
  const [first, last] = ['Edit podcast', '╰'].map(part => lines.findLastIndex(line => line.includes(part)));
  for (const line of lines.slice((first ?? 0) + 1, last)) expect(line).toMatch(/^ │.*│$/);
});

test('what is wrong with a list stands in the column of its help, and nothing crosses the line before it', async () => {
  const env = { COLORTERM: 'truecolor', COLORFGBG: '15;0' };
  const terminal = await openDemo({ cols: 120, rows: 40, env });
  terminal.press('e');
  await terminal.waitFor('> Privacy');
  terminal.press('Shift-Tab', 'Shift-Tab');
  await terminal.waitFor('> Excluded addresses');
  terminal.type('300.1.2.3');
  await terminal.waitFor(/Excluded addresses +\* +300\.1\.2\.3/);
  terminal.press('^S');
  await terminal.waitFor(/│ Line 1, "300\.1\.2\.3": type an/);
  await terminal.waitFor(/│ utm_source .*\n.*│ fbclid .*\n[^a-z]*│ +│/);
  const lines = terminal.lines();
  const first = lines.findIndex(line => line.includes('Privacy '));
  const column = lines[first]?.indexOf('│ Who signs in') ?? -1;
  const rule = lines.findIndex(line => line.includes('────') && line.trimStart().startsWith('│'));
  expect(lines.slice(first, rule).map(line => line[column])).toEqual(lines.slice(first, rule).map(() => '│'));
});
