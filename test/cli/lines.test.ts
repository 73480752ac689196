import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { start } from '../helpers/application.ts';
import { errorLine, logLine, obeyed, program, refusal, run, runner, temporaryHome } from './fixture.ts';

const day = ['--from', '2026-03-10', '--to', '2026-03-10'];
const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const [germany, america] = ['91.12.3.4', '8.8.8.8'];

/** Of two visitors, a bot and two requests that were not found. */
async function open(lines: readonly string[] = usual) {
  const home = temporaryHome();
  const log = join(home.path, 'access.log');
  writeFileSync(log, lines.join(''), 'latin1');
  expect((await run(['logs', 'add', 'one.example', log], { home })).code).toBe(0);
  const sitedeck = (...args: string[]) => run(args, { home });
  return {
    home,
    log,
    sitedeck,
    print: (...args: string[]) => sitedeck('lines', 'one.example', ...day, ...args),
  };
}

const usual = [
  logLine('/', { address: germany }),
  logLine('/blog', { address: germany }),
  logLine('/blog', { address: america }),
  logLine('/gone', { address: america, status: 404 }),
  logLine('/gone', { address: america, who: bot, status: 404 }),
  logLine('/', { address: america, who: bot }),
];

test('lines of a pipe are those of the log, the newest first, as many as the number', async () => {
  const { print } = await open();
  const of = (...places: number[]) => places.map(place => usual[place]).join('');
  expect(await print()).toEqual({ code: 0, stdout: of(2, 1, 0), stderr: '' });
  expect(await print('--where', 'page=/blog')).toEqual({ code: 0, stdout: of(2, 1), stderr: '' });
  expect(await print('--status', '404')).toEqual({ code: 0, stdout: of(4, 3), stderr: '' });
  expect(await print('--bots')).toEqual({ code: 0, stdout: of(5, 4), stderr: '' });
  expect(await print('--bot', 'Googlebot')).toEqual({ code: 0, stdout: of(5, 4), stderr: '' });
  expect(await print('--bot-page', 'Googlebot')).toEqual({ code: 0, stdout: of(5), stderr: '' });
  expect(await print('--not-found', '/gone')).toEqual({ code: 0, stdout: of(3), stderr: '' });
  // Of visitors the number is another one: it is said.
  const german = await print('--where', 'country=Germany');
  expect(german).toEqual({ code: 0, stdout: of(1, 0), stderr: '2 lines of 1 visitor.\n' });
  expect(await print('--where', 'hour=3')).toEqual({ code: 0, stdout: '', stderr: '0 lines.\n' });
});

test('lines of downloads, bytes, response times and what failed are those that their rows count', async () => {
  const timed = (path: string, took: string, options = {}) =>
    logLine(path, { address: germany, ...options }).replace('\n', ` rt=${took}\n`);
  const lines = [
    timed('/list.pdf', '0.900'),
    timed('/list.pdf?again', '0.001', { who: bot }),
    timed('/', '2.000'),
    timed('/', '0.010'),
    timed('/', '0.011'),
    logLine('/', { address: germany }),
    timed('/', '9.000', { status: 503 }),
  ];
  const { print, log } = await open(lines);
  const of = (...places: number[]) => places.map(place => lines[place]).join('');
  const found = (stdout: string, stderr = '') => ({ code: 0, stdout, stderr });
  expect(await print('--download', '/list.pdf')).toEqual(found(of(0)));
  // Each has 12 bytes.
  expect(await print('--bytes', '/list.pdf')).toEqual(found(of(1, 0), '2 lines of 24 B.\n'));
  expect(await print('--response-time', '/')).toEqual(found(of(4, 3, 2)));
  expect(await print('--slow-response', '/')).toEqual(found(of(2), '1 line that took at least 2 s.\n'));
  expect(await print('--slow-response', '/elsewhere')).toEqual(found('', '0 lines.\n'));
  expect(await print('--failed', '/')).toEqual(found(of(6)));
  rmSync(log);
  const missing = (text: string) => `${text} more were counted. ${log} is not there any more.\n`;
  expect(await print('--bytes', '/')).toEqual(found('', `0 lines of 0 B.\n${missing('60 B')}`));
  expect(await print('--response-time', '/')).toEqual(found('', `0 lines.\n${missing('3 lines')}`));
});

test('a log that is gone is named', async () => {
  const { print, log } = await open();
  rmSync(log);
  expect(await print()).toEqual({
    code: 0,
    stdout: '',
    stderr: `0 lines.\n3 lines more were counted. ${log} is not there any more.\n`,
  });
});

test('bytes of a pipe are those of the log; a terminal gets no character that it obeys', async () => {
  const hostile = logLine('/', { who: `Mozilla/5.0 Chrome/126.0.0.0 \x1b[2J\x9b31m\xe2\x80\xae evil` });
  const { home } = await open([hostile]);
  const child = spawn(runner, [program, 'lines', 'one.example', ...day], {
    cwd: home.path,
    env: { ...home.env },
  });
  const pieces: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  await once(child, 'close');
  expect(Buffer.concat(pieces)).toEqual(Buffer.from(hostile, 'latin1'));
  const terminal = start({ args: ['lines', 'one.example', ...day], home, cols: 400, rows: 10 });
  await terminal.waitFor('evil');
  await terminal.exit;
  const [shown = ''] = terminal.lines().filter(row => row.includes('evil'));
  expect(shown).toContain('Chrome/126.0.0.0');
  expect(shown).not.toMatch(obeyed);
  expect(terminal.output).not.toContain('\x1b[2J');
});

test('a reader that has enough ends it quietly', async () => {
  const many = Array.from({ length: 4_000 }, (_, index) => logLine(`/${index}`, { address: germany }));
  const { home } = await open(many);
  const command = `"$1" "$2" lines one.example ${day.join(' ')} | head -1; echo "\${PIPESTATUS[0]}"`;
  const child = spawn('bash', ['-c', command, 'bash', runner, program], { cwd: home.path, env: home.env });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect({ stdout, stderr }).toEqual({ stdout: `${many.at(-1)}0\n`, stderr: '' });
});

test('what it cannot print it refuses in a line', async () => {
  const { print, sitedeck } = await open();
  const refused = async (ran: ReturnType<typeof print>) => {
    const { code, stdout, stderr } = await ran;
    expect(stdout).toBe('');
    return [code, stderr];
  };
  expect(await refused(print('--json'))).toEqual([
    2,
    'sitedeck: Lines are printed as they stand in the logs: leave --format and --json away.\n',
  ]);
  expect(await refused(print('--status', '404', '--bots'))).toEqual([
    2,
    'sitedeck: Lines are of one number: give one of --status, --bots, --bot, --bot-page, --not-found, --failed, --download, --bytes, --response-time, --slow-response.\n',
  ]);
  expect(await refused(print('--status', '404', '--where', 'country=DE'))).toEqual([
    2,
    'sitedeck: Answers: counted by request, not by page view, so not within a filter.\n',
  ]);
  expect(refusal(await print('--where', 'country=FR'), 1)).toContain(
    'There is no country "FR" in this period',
  );
  const elsewhere =
    'Logs are counted in your own service, the profile "logs": leave --profile and --url away.';
  for (const other of [
    ['--profile', 'demo'],
    ['--url', 'https://stats.example.com'],
  ]) {
    const ran = await sitedeck('lines', 'one.example', ...other);
    expect([ran.code, errorLine(ran)]).toEqual([2, `sitedeck: ${elsewhere}`]);
  }
  expect(refusal(await sitedeck('lines', 'nine.example'), 1)).toContain(
    'There is no website "nine.example" among those of your own logs.',
  );
  await sitedeck('logs', 'remove', 'one.example', '--yes');
  expect(refusal(await print(), 1)).toContain(
    'No logs of one.example are followed: add some with sitedeck logs add.',
  );
});

test('completion offers the websites and the values of your own logs, whichever profile is chosen', async () => {
  const { home } = await open();
  const words = async (...typed: string[]) => {
    const ran = await run(['complete-words', '--', 'lines', ...typed], { home });
    return ran.stdout.trimEnd().split('\n');
  };
  expect(await words('')).toEqual(['one.example']);
  expect(await words('one.example', '--where', 'dev')).toEqual(['device=']);
  expect(await words('one.example', '--sta')).toEqual(['--status']);
});
