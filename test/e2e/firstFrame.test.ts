import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { demoHome } from '../helpers/demoHome.ts';
import { distantFew, useService, type DistantService } from '../helpers/distantService.ts';
import { makeHome, type Home } from '../helpers/home.ts';
import { builtProgram } from '../helpers/program.ts';
import {
  backgroundQuestion,
  startTerminal,
  type Terminal,
  type TerminalOptions,
} from '../helpers/terminal.ts';
import { goneWithin } from '../terminal/fixtures/start.ts';
import { copyOf, entryAlone, frameIn, frameOf, framesOf } from './keptFrame.ts';
import { temporaryDemo } from '../helpers/temporaryHome.ts';

/** The single executable has its program in it. */
const isOneFile = !builtProgram.endsWith('.js');

const profilesOf = (home: Home) => join(home.path, 'config', 'sitedeck', 'profiles.json');

/** Homes after a session in 80 x 24, which stay as they are: a test that changes something takes a copy. */
let lookedDemo: Home;
let lookedService: Home;
/** Answers nothing in a test that does not release it. */
let service: DistantService;

beforeAll(async () => {
  [lookedDemo, service] = await Promise.all([demoHome(), distantFew()]);
  lookedService = makeHome();
  useService(lookedService, service);
  await Promise.all([lookAround(lookedDemo), lookAround(lookedService)]);
});

beforeEach(() => service.hold());

afterAll(async () => {
  await service.close();
  lookedDemo.remove();
  lookedService.remove();
});

const listIsRead = ([header = '', ...lines]: readonly string[]) =>
  !/request|as of/.test(header) && lines.some(line => /podcast.* \d/.test(line));

/** A session to the end, which keeps a frame. */
async function lookAround(home: Home, options: TerminalOptions = {}): Promise<void> {
  await using terminal = startTerminal({ home, ...options });
  await terminal.waitFor(listIsRead);
  await quit(terminal);
}

async function quit(terminal: Terminal): Promise<void> {
  terminal.press('q');
  expect((await terminal.exit).code).toBe(0);
}

/** What a start writes until it has drawn its own first frame, which the question follows. */
async function writtenFirst(home: Home, options: TerminalOptions = {}): Promise<string> {
  await using terminal = startTerminal({ home, ...options });
  return await untilQuestion(terminal);
}

async function untilQuestion(terminal: Terminal): Promise<string> {
  await terminal.waitForOutput(backgroundQuestion);
  const written = terminal.output.slice(0, terminal.output.indexOf(backgroundQuestion));
  // The terminal's driver writes a line feed as two characters.
  return written.replaceAll('\r\n', '\n');
}

/** What a start writes before the program is loaded. */
function writtenAtOnce(home: Home, { args = [], ...options }: TerminalOptions = {}): Promise<string> {
  const entry = entryAlone(home.path);
  return writtenFirst(home, { ...options, ...entry, args: [...(entry.args ?? []), ...args] });
}

const [usual, ...others] = [
  { cols: 80, rows: 24 },
  { cols: 40, rows: 10 },
  { cols: 120, rows: 40 },
] as const;

test('of the demo, in each size that a window had at the end, which has a frame of its own: the first frame of the program changes no cell', async () => {
  const home = copyOf(lookedDemo);
  let before = '';
  let size: { readonly cols: number; readonly rows: number } = usual;
  for (const next of [...others, undefined]) {
    const { enter, frame } = frameIn(home, size);
    expect(frame).toContain('podcast.example.com');
    expect(frame).toContain('as of');
    expect(frame).not.toBe(before);
    await using terminal = startTerminal({ home, ...size });
    expect(await untilQuestion(terminal)).toBe(enter + frame);
    if (next === undefined) break;
    await terminal.waitFor(listIsRead);
    terminal.resize(next.cols, next.rows);
    await terminal.waitFor(lines => listIsRead(lines) && lines[0]?.length === next.cols - 1);
    await quit(terminal);
    [before, size] = [frame, next];
  }
  expect(readdirSync(framesOf(home)).sort()).toEqual(['120x40.json', '40x10.json', '80x24.json']);
  for (const other of others) {
    const { enter, frame } = frameIn(home, other);
    expect(await writtenAtOnce(home)).not.toContain((enter + frame).split('help')[0]);
  }
});

test('of a service elsewhere the same', async () => {
  const { enter, frame } = frameOf(lookedService);
  expect(frame).toContain('podcast.example.com');
  expect(frame).toContain('as of');
  expect(await writtenFirst(lookedService)).toBe(enter + frame);
});

test('a key that comes while the program is loaded is not lost', async () => {
  const home = copyOf(lookedDemo);
  await using terminal = startTerminal({ home });
  await terminal.waitForOutput('podcast.example.com');
  terminal.press('j');
  await terminal.waitFor(lines => lines.some(line => line.startsWith(' > chess-club.example')));
  await quit(terminal);
});

test('a frame of another time, of another look, or that others may write is not drawn', async () => {
  const home = copyOf(lookedDemo);
  const kept = frameOf(home);
  const isDrawn = async (options: TerminalOptions = {}) =>
    (await writtenAtOnce(home, options)) === kept.enter + kept.frame;
  const change = (part: object) => {
    const { path, ...content } = kept;
    writeFileSync(path, JSON.stringify({ ...content, ...part }));
  };
  expect(await isDrawn()).toBe(true);
  expect(await isDrawn({ env: { NO_COLOR: '1' } })).toBe(false);
  expect(await isDrawn({ args: ['--ascii'] })).toBe(false);
  expect(await isDrawn({ cols: 81 })).toBe(false);
  change({ until: Date.now() });
  expect(await isDrawn()).toBe(false);
  change({ from: Date.now() + 60_000 });
  expect(await isDrawn()).toBe(false);
  change({ fingerprint: 'another build' });
  expect(await isDrawn()).toBe(false);
  writeFileSync(kept.path, '{"of":');
  expect(await isDrawn()).toBe(false);
  change({});
  chmodSync(kept.path, 0o644);
  expect(await isDrawn()).toBe(false);
  chmodSync(kept.path, 0o600);
  expect(await isDrawn()).toBe(true);
});

test('nor one of other profiles, keys or settings than there are now', async () => {
  const home = copyOf(lookedService);
  const { enter, frame } = frameOf(home);
  expect(await writtenAtOnce(home)).toBe(enter + frame);
  useService(home, service, { apiKey: 'another-key' });
  expect(await writtenFirst(home)).not.toContain('podcast.example.com');
  const env = { SITEDECK_URL: service.url, SITEDECK_API_KEY: 'of-the-environment' };
  expect(await writtenFirst(home, { env })).not.toContain('podcast.example.com');
});

test('it holds no key', () => {
  expect(readFileSync(frameOf(lookedService).path, 'utf8')).not.toContain(service.key);
});

test('the frame is in the theme of the next start: not in one that was only looked at, nor in that before a late answer', async () => {
  const env = { COLORTERM: 'truecolor' };
  const home = await temporaryDemo();
  await using looking = startTerminal({ home, env });
  await looking.waitFor(listIsRead);
  looking.type(':high contrast');
  await looking.waitFor('> Use the high contrast theme');
  looking.press('^C');
  expect((await looking.exit).code).toBe(0);
  const before = frameOf(home);
  await using late = startTerminal({ home, env });
  expect(await untilQuestion(late)).toBe(before.enter + before.frame);
  late.press('j');
  await late.waitFor(lines => lines.some(line => line.startsWith(' > chess-club.example')));
  late.raw('\x1b]11;rgb:ffff/ffff/ffff\x1b\\');
  await quit(late);
  const { enter, frame } = frameOf(home);
  expect(frame).not.toBe(before.frame);
  expect(await writtenFirst(home, { env })).toBe(enter + frame);
});

test('nor one of a profile that was another in the session than it is at the end', async () => {
  const home = copyOf(lookedService);
  service.release();
  for (const change of [{ apiKey: 'another-key' }, { timeZone: 'Asia/Tokyo' }]) {
    useService(home, service);
    await using terminal = startTerminal({ home });
    await terminal.waitFor(([header = '']) => !/request|as of/.test(header) && header.includes('work'));
    useService(home, service, change);
    await quit(terminal);
    expect(readdirSync(framesOf(home))).toEqual([]);
  }
});

test('nor one without the tags that websites have been given since', async () => {
  const home = copyOf(lookedDemo);
  const { enter, frame } = frameOf(home);
  expect(await writtenAtOnce(home)).toBe(enter + frame);
  const tags = {
    version: 2,
    services: { demo: { 13: { domain: 'podcast.example.com', tags: ['client-a'] } } },
  };
  writeFileSync(join(home.path, 'data', 'sitedeck', 'tags.json'), JSON.stringify(tags), { mode: 0o600 });
  const written = await writtenFirst(home);
  expect(written).toContain('client-a');
  expect(written).not.toContain(frame);
});

test('what is no file of ours is not read: a link, a pipe, a file that is too large', async () => {
  const home = copyOf(lookedDemo);
  const { path, enter, frame } = frameOf(home);
  const text = readFileSync(path, 'utf8');
  const isDrawn = async () => (await writtenAtOnce(home)) === enter + frame;
  const beside = join(home.path, 'beside.json');
  renameSync(path, beside);
  symlinkSync(beside, path);
  expect(await isDrawn()).toBe(false);
  rmSync(path);
  execFileSync('mkfifo', ['-m', '600', path]);
  expect(await isDrawn()).toBe(false);
  rmSync(path);
  writeFileSync(path, `${text}${' '.repeat(2_000_000)}`, { mode: 0o600 });
  expect(await isDrawn()).toBe(false);
  writeFileSync(path, text);
  expect(await isDrawn()).toBe(true);
});

test('in place of an error nothing of it stays on the screen', async () => {
  const home = lookedDemo;
  const { frame } = frameOf(home);
  await using terminal = startTerminal({ home, args: ['--no-such-option'] });
  expect((await terminal.exit).code).toBe(2);
  expect(terminal.output).not.toContain(frame);
});

test('an end by a signal while the program is loaded gives the terminal back', async () => {
  await using terminal = startTerminal({ home: lookedDemo });
  await terminal.waitForOutput('podcast.example.com');
  terminal.signal('SIGTERM');
  expect((await terminal.exit).code).toBe(143);
  expect(terminal.output).toMatch(/\x1b\[\?1049l$/);
});

/** Whether it listens for a signal, by its number. */
const listensFor = (pid: number, signal: number) => {
  const caught = /^SigCgt:\s*(\w+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
  return ((BigInt(`0x${caught}`) >> BigInt(signal - 1)) & 1n) === 1n;
};

test.skipIf(isOneFile)(
  'a bug between it and the first frame of the program gives the terminal back, and is said on the screen of the shell',
  async () => {
    const home = copyOf(lookedService);
    const entry = entryAlone(home.path, "throw new Error('broke');");
    await using terminal = startTerminal({ home, ...entry });
    expect((await terminal.exit).code).toBe(1);
    expect(terminal.output).toContain('podcast.example.com');
    expect(terminal.lines().join('\n')).toContain('Error: broke');
    expect(terminal.lines().join('\n')).not.toContain('podcast.example.com');
  },
);

test('on a stalled link too it ends by a signal, and what the terminal did not take is drawn when it flows again', async () => {
  const size = { cols: 400, rows: 100 };
  const home = await temporaryDemo();
  await using first = startTerminal({ home, ...size });
  await first.waitFor(listIsRead);
  await first.quiet();
  const rows = first.lines().slice(1);
  await quit(first);
  const stalled = async () => {
    const terminal = startTerminal({ home, ...size });
    terminal.stall();
    await vi.waitFor(() => expect(listensFor(terminal.pid, 15)).toBe(true), { timeout: 60_000 });
    return terminal;
  };
  await using ended = await stalled();
  ended.signal('SIGTERM');
  expect(await goneWithin(ended.pid, 5_000)).toBe(true);
  await using flowing = await stalled();
  await flowing.quiet();
  flowing.flow();
  await flowing.waitFor(listIsRead);
  await flowing.quiet();
  expect(flowing.lines().slice(1)).toEqual(rows);
});

test('settings that became unusable are said in one line on the screen of the shell', async () => {
  const home = copyOf(lookedService);
  const { path, ...content } = frameOf(home);
  writeFileSync(profilesOf(home), '{');
  writeFileSync(path, JSON.stringify({ ...content, files: {} }));
  await using terminal = startTerminal({ home });
  expect((await terminal.exit).code).toBe(2);
  expect(terminal.output).toContain('\x1b[?1049l');
  expect(terminal.lines().join('\n')).toContain('sitedeck: ');
  expect(terminal.lines().join('\n')).not.toContain('podcast.example.com');
});
