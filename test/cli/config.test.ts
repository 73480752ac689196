import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { start } from '../helpers/application.ts';
import type { Home } from '../helpers/home.ts';
import { loadedFiles } from '../helpers/loadedFiles.ts';
import { errorLine, refusal, run, runProcess, temporaryHome } from './fixture.ts';

const fileOf = (home: Home) => join(home.path, 'config', 'sitedeck', 'config.yaml');

/** A home with this text in config.yaml. */
function homeWith(text?: string): Home {
  const home = temporaryHome();
  mkdirSync(join(home.path, 'config', 'sitedeck'), { recursive: true, mode: 0o700 });
  if (text !== undefined) writeFileSync(fileOf(home), text, { mode: 0o600 });
  return home;
}

/** An editor that adds a line to what it is given, and says in a file what that was. */
function editorAdding(home: Home, line: string): Readonly<Record<string, string>> {
  const script = join(home.path, 'editor');
  writeFileSync(script, `#!/bin/sh\ncp "$1" '${home.path}/given'\nprintf '%s\\n' '${line}' >> "$1"\n`, {
    mode: 0o755,
  });
  return { EDITOR: script };
}

const whois = 'commands:\n  # mine\n  - {name: Whois, run: [whois, "{domain}"]}\n';

test('config says where its file is, what of it is used and what is wrong', async () => {
  const home = homeWith();
  expect(await run(['config', 'path'], { home })).toEqual({
    code: 0,
    stdout: `${fileOf(home)}\n`,
    stderr: '',
  });
  expect(await run(['config', 'check'], { home })).toEqual({
    code: 0,
    stdout: '',
    stderr: `There is no ${fileOf(home)} yet: sitedeck config edit makes one.\n`,
  });
  writeFileSync(fileOf(home), whois);
  expect(await run(['config', 'check'], { home })).toEqual({
    code: 0,
    stdout: '',
    stderr: 'Nothing is wrong.\n',
  });
  writeFileSync(fileOf(home), `${whois}comands: 1\n`);
  const wrong = 'there is no setting "comands". Did you mean commands?';
  expect(await run(['config', 'check'], { home })).toEqual({
    code: 2,
    stdout: `${fileOf(home)}:4:1: ${wrong}\n`,
    stderr: '',
  });
  const { code, stdout } = await run(['config', 'check', '--json'], { home });
  expect({ code, ...JSON.parse(stdout) }).toEqual({
    code: 2,
    file: fileOf(home),
    rows: [{ line: 4, column: 1, problem: wrong }],
  });
  expect(await run(['config', 'show'], { home })).toEqual({
    code: 0,
    stdout: 'commands:\n  - name: Whois\n    run:\n      - whois\n      - "{domain}"\nkeys: {}\n',
    stderr: 'Not all of the file is used: sitedeck config check says why.\n',
  });
  const shown = await run(['config', 'show', '--json'], { home });
  expect(JSON.parse(shown.stdout)).toEqual({
    commands: [{ name: 'Whois', run: ['whois', '{domain}'] }],
    keys: {},
  });
});

test('an edit counts once it is checked; the first line leads editors to the schema, and comments stay', async () => {
  const home = homeWith(whois);
  const refused = await runProcess(['config', 'edit'], { home, env: editorAdding(home, 'x: 1') });
  expect(refused).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /^sitedeck: config\.yaml:5:1: there is no setting "x"\. Write one of commands, keys, panels, columns\.\nsitedeck: Your text is in \S+\. 1 error\. Nothing was changed\.\n$/,
    ),
  });
  expect(readFileSync(fileOf(home), 'utf8')).toBe(whois);
  const env = editorAdding(home, '  - {name: Dig, run: [dig, "{domain}"]}');
  expect(await runProcess(['config', 'edit'], { home, env })).toMatchObject({
    code: 0,
    stderr: `Saved ${fileOf(home)}.\n`,
  });
  const [first = '', ...rest] = readFileSync(fileOf(home), 'utf8').split('\n');
  expect(rest.join('\n')).toBe(`${whois}  - {name: Dig, run: [dig, "{domain}"]}\n`);
  const [, schema = ''] = /^# yaml-language-server: \$schema=file:\/\/(.*)$/.exec(first) ?? [];
  expect(JSON.parse(readFileSync(schema, 'utf8'))).toMatchObject({ title: 'config.yaml of Sitedeck' });
  // Named once, however often it is edited.
  const unchanged = await runProcess(['config', 'edit'], { home, env: { EDITOR: 'true' } });
  expect(unchanged).toEqual({ code: 0, stdout: '', stderr: 'Nothing was changed.\n' });
  expect(readFileSync(join(home.path, 'given'), 'utf8').match(/schema/g)).toHaveLength(2);
});

test('a new file begins with examples; an editor that fails changes nothing', async () => {
  const home = homeWith();
  const failing = await runProcess(['config', 'edit'], { home, env: { EDITOR: 'false' } });
  expect(refusal(failing)).toBe(
    'sitedeck: The editor false ended with 1. Nothing was changed: set EDITOR to one that is there.',
  );
  const env = { VISUAL: editorAdding(home, 'commands: []')['EDITOR'] ?? '', EDITOR: 'false' };
  expect((await runProcess(['config', 'edit'], { home, env })).code).toBe(0);
  expect(readFileSync(fileOf(home), 'utf8')).toMatch(
    /^# yaml-lang.*\n# What is yours[^]*\n# commands:\n[^]*\ncommands: \[\]\n$/,
  );
});

test('an editor that takes the file away changes nothing', async () => {
  const home = homeWith(whois);
  expect(await runProcess(['config', 'edit'], { home, env: { EDITOR: 'rm -f' } })).toEqual({
    code: 0,
    stdout: '',
    stderr: 'Nothing was changed.\n',
  });
  expect(readFileSync(fileOf(home), 'utf8')).toBe(whois);
});

test('what another program wrote meanwhile stays, and so does what was typed', async () => {
  const home = homeWith(whois);
  const script = join(home.path, 'editor');
  writeFileSync(script, `#!/bin/sh\necho '# typed' >> "$1"\necho '# theirs' >> '${fileOf(home)}'\n`, {
    mode: 0o755,
  });
  const ran = await runProcess(['config', 'edit'], { home, env: { EDITOR: script } });
  const [, copy = ''] = /Your text is in (\S+)\. /.exec(errorLine(ran)) ?? [];
  expect(ran.code).toBe(1);
  expect(readFileSync(copy, 'utf8')).toContain('# typed');
  expect(readFileSync(fileOf(home), 'utf8')).toBe(`${whois}# theirs\n`);
});

test.each([
  ['a file that may not be written', `chmod a-w "$0"`, 'commands: []', / is read-only: run {2}chmod u\+w /],
  [
    'a folder in its place',
    `rm "$0"; mkdir "$0"`,
    'commands: []',
    / cannot be read: it is a folder, move it away\.$/,
  ],
  ['a mistake without somebody to ask', 'true', 'x: 1', / 1 error\. Nothing was changed\.$/],
  ['an editor that fails', 'exit 3', 'commands: []', / ended with 3\. Nothing was changed: /],
])('what was typed stays where it cannot be saved: %s', async (_, command, line, why) => {
  const home = homeWith('keys: {}\n');
  const script = join(home.path, 'editor');
  const inPlace = command.replaceAll('$0', fileOf(home));
  writeFileSync(script, `#!/bin/sh\necho '${line}' >> "$1"\n${inPlace}\n`, { mode: 0o755 });
  const ran = await runProcess(['config', 'edit'], { home, env: { EDITOR: script } });
  const last = ran.stderr.trim().split('\n').at(-1) ?? '';
  const [, copy = ''] = /^sitedeck: Your text is in (\S+)\. /.exec(last) ?? [];
  expect([ran.code, last]).toEqual([2, expect.stringMatching(why)]);
  expect(readFileSync(copy, 'utf8')).toContain(`${line}\n`);
});

test('where no copy can be made, it is said', async () => {
  const home = homeWith(whois);
  const env = { EDITOR: 'true', TMPDIR: fileOf(home) };
  const [said = '', copy] = refusal(await runProcess(['config', 'edit'], { home, env })).split(
    ' cannot be written: ',
  );
  expect(said.startsWith(`sitedeck: ${fileOf(home)}/sitedeck-`)).toBe(true);
  expect(copy).toBe('a part of its path is a file and no folder.');
});

test('on a terminal an edit with an error can be edited again, kept or left', async () => {
  const home = homeWith(whois);
  const env = editorAdding(home, 'x: 1');
  const again = start({ args: ['config', 'edit'], home, env });
  await again.waitFor('Type e to edit it again, k to keep it as it is, l to leave');
  again.type('e\r');
  await again.waitFor('config.yaml:5:1: there is no setting "x"');
  await again.waitFor('Map keys must be unique');
  again.type('l\r');
  await again.waitFor('Nothing was changed.');
  await again.exit;
  expect(readFileSync(fileOf(home), 'utf8')).toBe(whois);
  for (const key of ['^C', '^D']) {
    const left = start({ args: ['config', 'edit'], home, env, cols: 160 });
    await left.waitFor('Type e to edit it again');
    left.press(key);
    expect((await left.exit).code).toBe(130);
    const [, copy = ''] = /Your text is in (\S+)\. Nothing was changed\./.exec(left.lines().join('\n')) ?? [];
    expect(readFileSync(copy, 'utf8')).toBe(`${readFileSync(join(home.path, 'given'), 'utf8')}x: 1\n`);
  }
  const kept = start({ args: ['config', 'edit'], home, env });
  await kept.waitFor('Type e to edit it again');
  kept.type('k\r');
  await kept.waitFor('Saved ');
  await kept.exit;
  expect(readFileSync(fileOf(home), 'utf8')).toContain('x: 1\n');
});

test('without a file nothing that reads YAML is loaded', async () => {
  expect(await loadedFiles(['doctor'], homeWith())).not.toContain('yaml.js');
  expect(await loadedFiles(['config', 'check'], homeWith(whois))).toContain('yaml.js');
});
