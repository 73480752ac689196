import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { run } from '../../cli/fixture.ts';
import { openDemo, selectedLine, start } from '../../helpers/application.ts';
import { distantFew } from '../../helpers/distantService.ts';
import type { Home } from '../../helpers/home.ts';
import { builtProgram, runner } from '../../helpers/program.ts';
import { settled, useTextService } from '../../helpers/textApplication.ts';
import { temporaryDemo, temporaryHome } from '../../helpers/temporaryHome.ts';

/** Writes a config.yaml with these commands, as JSON, which YAML contains. */
function withCommands(home: Home, commands: readonly object[]): Home {
  return withConfig(home, JSON.stringify({ commands }));
}

function withConfig(home: Home, text: string): Home {
  const folder = join(home.path, 'config', 'sitedeck');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'config.yaml'), text, { mode: 0o600 });
  return home;
}

async function demoWith(commands: readonly object[]): Promise<Home> {
  const home = await temporaryDemo();
  return withCommands(home, commands);
}

test('the terminal is given to a command, which ^C ends, and taken back; what it wrote is read until Enter', async () => {
  const home = await demoWith([
    { name: 'Hello', key: 'X', run: ['printf', 'hello <%s>\\n', '{domain}'] },
    { name: 'Forever', key: 'K', run: ['sh', '-c', 'echo waits; exec sleep 1000'] },
    { name: 'Nowhere', key: 'Q', run: ['no-such-program', '{domain}'] },
    { name: 'Fails', key: 'J', run: ['sh', '-c', 'test -t 0 && test -t 1 && stty -a && exit 3'] },
  ]);
  const terminal = await openDemo({ home, cols: 100 });
  // All numbers are read before a lower window has rows that are not seen.
  await settled(terminal);
  terminal.press('X');
  await terminal.waitFor('hello <podcast.example.com>');
  await terminal.waitFor('sitedeck: press Enter to go back');
  expect(terminal.screen.alternate).toBe(false);
  expect(terminal.screen.cursor().shown).toBe(true);
  terminal.press('Enter');
  await terminal.waitFor('? help');
  expect(terminal.screen.alternate).toBe(true);

  terminal.press('K');
  await terminal.waitFor('waits');
  terminal.resize(90, 20);
  terminal.press('^C');
  await terminal.waitFor('? help');
  expect(terminal.lines()).toHaveLength(20);
  await settled(terminal);
  terminal.press('Down');
  await terminal.waitFor(() => selectedLine(terminal).includes('chess-club.example'));
  expect(terminal.screen.cursor().shown).toBe(false);
  expect(terminal.screen.pasteMode).toBe(true);

  terminal.press('J');
  // The modes of a terminal that nobody has changed.
  await terminal.waitFor(/(?<!-)icanon/);
  await terminal.waitFor('sitedeck: it ended with code 3: press Enter to go back');
  terminal.press('Enter');
  await terminal.waitFor('? help');
  terminal.press('Q');
  await terminal.waitFor('Nowhere: it cannot be run: there is no program no-such-program: check its name');
  terminal.press('^C');
  expect(await terminal.exit).toEqual({ code: 0, signal: 0 });
});

test('a command that the system refuses at once is said, wherever it writes', async () => {
  // Longer than Linux takes an argument, and once in the file, which has a limit of its own.
  const home = withConfig(
    await demoWith([]),
    `commands:
  - {name: Notice, key: X, run: &long [echo, ${'x'.repeat(135_000)}], output: notice}
  - {name: Pager, key: K, run: *long, output: pager}
  - {name: Terminal, key: Q, run: *long}
`,
  );
  const terminal = await openDemo({ home, cols: 100 });
  terminal.press('X');
  await terminal.waitFor('Notice: it cannot be run: its arguments are too long for the system');
  terminal.press('K');
  await terminal.waitFor('it cannot be run: its arguments are too long for the system');
  await terminal.waitFor('Sitedeck > Pager');
  terminal.press('Esc');
  await terminal.waitFor('podcast.example.com');
  terminal.press('Q');
  await terminal.waitFor('Terminal: it cannot be run: its arguments are too long for the system');
});

test('arguments that are too many for the question are said to be so, and end with the last one', async () => {
  const many = Array.from({ length: 60 }, (_, at) => `argument-${at}`);
  const home = await demoWith([
    { name: 'Many', key: 'X', run: ['echo', ...many, '{domain}'], confirm: true, output: 'notice' },
  ]);
  const terminal = await openDemo({ home, cols: 80, rows: 16 });
  terminal.press('X');
  await terminal.waitFor('echo argument-0 ');
  await terminal.waitFor(/\.\.\. \d+ more lines/);
  await terminal.waitFor('podcast.example.com');
  await terminal.waitFor('y run it');
});

test('^Z stops the command and the program, fg continues both', async () => {
  const home = await demoWith([{ name: 'Echo', key: 'X', run: ['cat'] }]);
  const terminal = start({
    command: 'bash',
    args: ['--norc', '--noprofile', '-i'],
    env: { NODE: runner, PROGRAM: builtProgram, PS1: 'ready> ' },
    home,
  });
  await terminal.waitFor('ready>');
  terminal.type('"$NODE" "$PROGRAM"\r');
  await terminal.waitFor('podcast.example.com');
  await settled(terminal);
  terminal.press('X');
  await terminal.waitFor(() => !terminal.screen.alternate);
  terminal.type('one\r');
  await terminal.waitFor(/one\s+one/);
  const mark = terminal.mark();
  terminal.press('^Z');
  await terminal.waitForOutput('Stopped', mark);
  await terminal.waitForOutput('ready> ', mark);
  const continued = terminal.mark();
  terminal.type('fg\r');
  await terminal.waitForOutput('"$PROGRAM"', continued);
  terminal.type('two\r');
  await terminal.waitFor(/two\s+two/);
  terminal.press('^D');
  await terminal.waitFor('press Enter to go back');
  terminal.press('Enter');
  await terminal.waitFor('? help');
  terminal.press('q');
  await terminal.waitFor(() => !terminal.screen.alternate);
});

test('into the pager of lines: searched, stopped, and run again', async () => {
  const home = await demoWith([
    { name: 'Count', key: 'X', run: ['sh', '-c', 'echo run >> runs; seq 1 300; exit 4'], output: 'pager' },
    {
      name: 'Slow',
      key: 'K',
      run: ['sh', '-c', 'echo begun; sleep 1000'],
      output: 'pager',
      on: ['websites'],
    },
  ]);
  const terminal = await openDemo({ home, cols: 100 });
  terminal.press('X');
  await terminal.waitFor('300 lines, ended with code 4');
  await terminal.waitFor(' > 1');
  expect(terminal.lines()[0]).toContain('Sitedeck > Count');
  terminal.press('/');
  terminal.type('299');
  await terminal.waitFor('1-1 of 1');
  terminal.press('Enter');
  terminal.press('r');
  await vi.waitUntil(() => readFileSync(join(home.path, 'runs'), 'utf8') === 'run\nrun\n', 30_000);
  await terminal.waitFor('1-19 of 300');
  terminal.press('Esc');
  await terminal.waitFor('podcast.example.com');
  terminal.press('K');
  await terminal.waitFor('Slow runs ...');
  terminal.press('Esc');
  await terminal.waitFor('1 line, was stopped');
  await terminal.waitFor(' > begun');
});

test('confirmed first, and said in a notice; found in the palette and the help; a key that is not here says so', async () => {
  const home = await demoWith([
    {
      name: 'Say the page',
      key: 'X',
      run: ['printf', '%s is a %s', '{value}', '{statistic}'],
      output: 'notice',
      confirm: true,
      on: ['dashboard'],
    },
    { name: 'Quietly', key: 'K', run: ['true'], output: 'notice' },
  ]);
  const terminal = await openDemo({ home, cols: 200, rows: 30 });
  await terminal.waitFor('K Quietly');
  terminal.press('Enter');
  await terminal.waitFor('1 Pages');
  terminal.press('X');
  await terminal.waitFor('Nothing here is its {');
  terminal.press('1');
  await terminal.waitFor('Pages: /');
  // Into the panel, whose first row is then selected.
  terminal.press('Enter');
  await terminal.waitFor(/^[│ ]>\//m);
  terminal.press('X');
  await terminal.waitFor('Run this command?');
  await terminal.waitFor(/printf '%s is a %s' \/\S* page/);
  terminal.press('n');
  await terminal.waitFor(lines => !lines.join('\n').includes('Run this command?'));
  terminal.press('X');
  await terminal.waitFor('Run this command?');
  terminal.press('y');
  await terminal.waitFor(/Say the page: \/\S* is a page/);
  terminal.press('?');
  await terminal.waitFor('Yours');
  terminal.type('quiet');
  await terminal.waitFor('Quietly');
  terminal.press('Enter');
  await terminal.waitFor('Quietly: done, no output');
  terminal.press(':');
  terminal.type('say the');
  await terminal.waitFor('Say the page');
});

test('texts of the service are arguments whole, or nothing is run: no shell reads them', async () => {
  const texts = [
    '$(touch pwned).example',
    '-rf.example',
    '`touch pwned`;touch pwned|x',
    'a\'b"c.example',
    '../../up',
    'fine.example',
  ];
  const service = await useTextService();
  const home = temporaryHome();
  const env = { SITEDECK_URL: service.url, SITEDECK_API_KEY: service.keyFor({ texts }) };
  withCommands(home, [
    {
      name: 'Note',
      key: 'X',
      run: ['sh', '-c', 'printf "<%s>\\n" "$@" >> said', 'sh', '{domain}', '--of={domain}'],
      output: 'notice',
    },
  ]);
  const terminal = start({ home, env, cols: 110 });
  const outcomes = [
    /Note: done/,
    /Not run: the \{domain\} begins with a hyphen/,
    /Note: done/,
    /Note: done/,
    /Not run: the \{domain\} leads to a folder above/,
    /Note: done/,
  ];
  await terminal.waitFor('fine.example');
  for (const [at, outcome] of outcomes.entries()) {
    terminal.press('g', ...Array.from({ length: at }, () => 'j'), 'X');
    await terminal.waitFor(outcome);
    terminal.press('g');
    await terminal.waitFor(lines => !outcome.test(lines.join('\n')));
  }
  const given = texts.filter(text => !/^-|^\.\./.test(text));
  expect(readFileSync(join(home.path, 'said'), 'utf8')).toBe(
    given.map(text => `<${text}>\n<--of=${text}>\n`).join(''),
  );
  expect(existsSync(join(home.path, 'pwned'))).toBe(false);
});

test('a kiosk has none of them, and doctor says which there are', async () => {
  const home = await demoWith([
    { name: 'Touch', key: 'X', run: ['touch', 'touched'], output: 'notice' },
    { name: 'Wrong', key: 'y', run: ['x'] },
  ]);
  const service = await distantFew();
  onTestFinished(() => service.close());
  const env = { SITEDECK_URL: service.url, SITEDECK_API_KEY: service.key };
  const terminal = await openDemo({ home, env, args: ['--kiosk'], cols: 110 });
  await settled(terminal);
  terminal.press('X');
  await terminal.waitFor('? shows the keys.');
  terminal.press('?');
  await terminal.waitFor('type to find a key');
  terminal.type('touch');
  await terminal.waitFor('Nothing by that name');
  expect(existsSync(join(home.path, 'touched'))).toBe(false);
  const { stdout } = await run(['doctor'], { home });
  expect(stdout).toMatch(/^Yours\n {2}Touch +X: touch touched\n {2}config\.yaml +not all of it is used\n/m);
  expect(stdout.match(/not all of it is used/g)).toHaveLength(1);
  expect(stdout).toMatch(
    /config\.yaml:1:\d+: commands 2 key "Wrong" cannot have y, the key of "Copy the value" \(copy\.value\)/,
  );
});
