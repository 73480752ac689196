import { setTimeout as after } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { statisticInfo } from '#model/service/capabilities.ts';
import { foreignBytes } from '../../helpers/foreignBytes.ts';
import { hostileTexts, narrowFiller, plainTwin, wideFiller } from '../../helpers/hostileTexts.ts';
import { startTerminal, type Terminal } from '../../helpers/terminal.ts';
import type { Content } from '../../helpers/textAnswers.ts';
import { escape, goTo, settled } from '../../helpers/textApplication.ts';
import { startTextService } from '../../helpers/textService.ts';

/** One program sees the hostile texts, the other harmless ones of the same columns. Keys go to both. */
interface Twins {
  readonly hostile: Terminal;
  readonly plain: Terminal;
  /** Changes what the service says to both. */
  change(content: Partial<Content>): void;
}

async function startTwins(
  content: Omit<Content, 'texts'>,
  size: { cols: number; rows: number },
): Promise<Twins & { stop(): Promise<void> }> {
  const service = await startTextService();
  const keys = [undefined, plainTwin].map(written =>
    service.keyFor({ ...content, texts: hostileTexts, written }),
  );
  const [hostile, plain] = keys.map(key =>
    // In sixteen colours no theme can be looked at in the palette.
    startTerminal({ ...size, env: { TERM: 'xterm', SITEDECK_URL: service.url, SITEDECK_API_KEY: key } }),
  );
  if (hostile === undefined || plain === undefined) throw new Error('there are two');
  const change = (changed: Partial<Content>) => keys.forEach(key => service.change(key, changed));
  const stop = async () => {
    await Promise.all([hostile.stop(), plain.stop()]);
    await service.close();
  };
  const twins = { hostile, plain, change, stop };
  await both(twins, terminal => terminal.waitFor(/Sitedeck > Websites/));
  await settle(twins);
  return twins;
}

/** From the first byte to the last, no control byte that is not ours. */
function expectOwnBytes({ hostile }: Twins): void {
  expect(foreignBytes(hostile.output)).toEqual([]);
}

/** Those of the tests that need no failure from the start. */
let shared: Awaited<ReturnType<typeof startTwins>>;
beforeAll(async () => {
  shared = await startTwins({}, { cols: 100, rows: 30 });
});
afterEach(() => expectOwnBytes(shared));
afterAll(() => shared.stop());

/** Both show their list in this size, with the first website selected, as after a start. */
async function listOf(size: { cols: number; rows: number }): Promise<Twins> {
  await both(shared, async terminal => {
    for (let patience = 8; !isFirstSelected(terminal) && patience > 0; patience--) {
      terminal.raw(`${escape.repeat(3)}g`);
      await settled(terminal, 80);
    }
    terminal.resize(size.cols, size.rows);
    await terminal.waitFor(() => terminal.lines().at(-1) !== '' && isFirstSelected(terminal));
  });
  await settle(shared);
  return shared;
}

function isFirstSelected(terminal: Terminal): boolean {
  const [header = '', ...rows] = terminal.lines();
  return (
    header.startsWith(' Sitedeck > Websites') &&
    rows.find(row => /^ [> ] (?:a\.|…)/.test(row))?.startsWith(' >') === true
  );
}

function both<T>({ hostile, plain }: Twins, act: (terminal: Terminal) => Promise<T>): Promise<[T, T]> {
  return Promise.all([act(hostile), act(plain)]);
}

const settle = (twins: Twins) => both(twins, terminal => settled(terminal, 80));

async function press(twins: Twins, ...names: string[]): Promise<void> {
  twins.hostile.press(...names);
  twins.plain.press(...names);
  await settle(twins);
}

/** The first columns on screen stand where they stand with harmless texts. */
async function expectHarmless(twins: Twins, where: string, columns = Infinity): Promise<void> {
  const { hostile, plain } = twins;
  // The one may be ahead of the other.
  for (let patience = 60; patience > 0 && movedCells(twins, columns).length > 0; patience--) await after(50);
  const moved = movedCells(twins, columns);
  if (moved.length > 0)
    throw new Error(
      `${where}: cells ${moved.slice(0, 9).join(' ')} differ\n${hostile.screen.picture()}\n${plain.screen.picture()}`,
    );
  expect(hostile.screen.alternate && hostile.screen.pasteMode).toBe(true);
}

function movedCells({ hostile, plain }: Twins, columns: number): string[] {
  const shown = hostile.screen.cells();
  return plain.screen.cells().flatMap((row, y) =>
    row.slice(0, columns).flatMap((cell, x) => {
      const other = shown[y]?.[x];
      const isText = cell.text === narrowFiller || cell.text === wideFiller;
      const withoutMarks = other?.text.replace(/\p{M}/gu, '') ?? '';
      const isOfTime =
        (/\d/.test(withoutMarks) && isInTime(row, x)) ||
        (isCountdown(row, x) && isCountdown(shown[y] ?? [], x));
      const isSame = isText || cell.text === withoutMarks || isOfTime;
      return isSame && cell.width === other?.width ? [] : [`${x},${y}`];
    }),
  );
}

/** A digit of a time, as 08:17: a minute may pass between the two. */
function isInTime(row: readonly { readonly text: string }[], x: number): boolean {
  return range(5).some(before => {
    const time = row.slice(Math.max(0, x - before), x - before + 5).map(({ text }) => text);
    return /^\d\d:\d\d$/.test(time.join(''));
  });
}

const countdown = /^(.* (?:tries again in|waiting for) )\d+ s */;

/** A cell of the seconds until the next try, or of those that one has waited, up to what stands behind them: the two began apart. */
function isCountdown(row: readonly { readonly text: string }[], x: number): boolean {
  const [all = '', before = ''] = countdown.exec(row.map(({ text }) => text || ' ').join('')) ?? [];
  return x >= before.length && x < all.length;
}

/** A line about a row is made alike for each: a few are looked at, all of them in the list of websites. */
const someRows = hostileTexts.slice(0, 4);

test('websites: in every field, in the line about the selected one, in the palette', async () => {
  const twins = await listOf({ cols: 100, rows: 30 });
  await expectHarmless(twins, 'websites');
  for (const _ of hostileTexts) {
    await press(twins, 'Down');
    await expectHarmless(twins, 'the line about a website');
  }
  await press(twins, ':');
  for (const _ of range(2)) {
    await press(twins, 'PgDn');
    await expectHarmless(twins, 'palette');
  }
});

/** One of each way in which a value is said. */
const statistics = [
  'visitors',
  'page',
  'event',
  'country',
  'city',
  'continent',
  'language',
  'visitors_hours',
] as const;

test('a website: its statistics, one of each way in which a value is said', async () => {
  const twins = await listOf({ cols: 120, rows: 50 });
  await press(twins, 'j');
  await press(twins, 'Enter');
  await expectHarmless(twins, 'statistics');
  await press(twins, 'Enter');
  for (const _ of someRows) {
    await press(twins, 'Down');
    await expectHarmless(twins, 'the line about a row');
  }
  for (const name of statistics) {
    await both(twins, terminal => goTo(terminal, statisticInfo(name).title));
    await settle(twins);
    await expectHarmless(twins, name);
  }
});

test('why: its groups, the line about a row, one group whole', async () => {
  const twins = await listOf({ cols: 120, rows: 50 });
  await press(twins, 'j');
  await press(twins, 'w');
  await both(twins, terminal => terminal.waitFor('Correlation'));
  await expectHarmless(twins, 'why');
  for (const _ of range(3)) {
    await press(twins, 'Tab');
    await expectHarmless(twins, 'the line about a row of a group');
  }
  await press(twins, '2');
  await both(twins, terminal => terminal.waitFor(/^ > \S.* [+-]\d+ +\S+%(?: |$)/m));
  for (const _ of someRows) {
    await press(twins, 'Down');
    await expectHarmless(twins, 'the rows of a group');
  }
});

test('a website: its record, the form, the question before it is deleted', async () => {
  const twins = await listOf({ cols: 80, rows: 24 });
  twins.change({ refusing: true });
  await press(twins, 'j');
  await press(twins, 'i');
  await expectHarmless(twins, 'record');
  await press(twins, '}');
  await expectHarmless(twins, 'a record with objects', 20);
  twins.hostile.raw(escape);
  twins.plain.raw(escape);
  await press(twins, 'd');
  await expectHarmless(twins, 'delete');
  twins.hostile.raw(escape);
  twins.plain.raw(escape);
  await press(twins, 'e');
  await both(twins, terminal => terminal.waitFor('[ Back ]'));
  await press(twins, 'Tab', 'Space');
  await both(twins, terminal => terminal.waitFor(/Email reports +\*/));
  await press(twins, '^S');
  await both(twins, terminal => terminal.waitFor('Not saved'));
  // A field shows a dot for what cannot be seen, so that the caret moves over something: only the titles can be compared.
  await expectHarmless(twins, 'the service refuses each field', 20);
  await press(twins, 'Tab', 'Tab', 'Tab', 'End');
  // Here even the words below differ: what cannot be seen is replaced whole or left.
  await twins.hostile.waitFor(/│ > Excluded/);
  twins.change({ refusing: false });
  await both(twins, async terminal => {
    terminal.raw(`${escape}y`);
    await terminal.waitFor(lines => !lines.join('').includes('╭─ Edit '));
  });
});

test('failures: the words of the service', async () => {
  const twins = await startTwins({ failing: 500 }, { cols: 80, rows: 24 });
  onTestFinished(() => twins.stop());
  // A key that is refused is asked for: that form comes last.
  for (const failing of [500, 403, 422, 401]) {
    twins.change({ failing });
    await press(twins, 'r');
    await expectFailure(twins, failing, 'LOOK AT');
  }
  expectOwnBytes(twins);
});

test('failures: the words of a service that asks to wait', async () => {
  const twins = await startTwins({ failing: 429 }, { cols: 80, rows: 24 });
  onTestFinished(() => twins.stop());
  // Before it has answered another box stands there.
  await expectFailure(twins, 429, '─ Too many requests ─');
  expectOwnBytes(twins);
});

async function expectFailure(twins: Twins, failing: number, box: string): Promise<void> {
  await both(twins, async terminal => {
    await terminal.waitFor(box);
    await settled(terminal);
  });
  await expectHarmless(twins, String(failing));
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
