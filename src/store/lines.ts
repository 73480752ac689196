import { type LinesProgress, type LinesQuestion, type LinesSummary, missingLines } from '#model/lines.ts';
import { memoizeLast } from '#text/memo.ts';
import { type TextValue, textAtEnd } from '#text/textField.ts';
import { linesRows, type Viewport } from './display.ts';
import {
  type ListPosition,
  listStart,
  type Move,
  moveInList,
  type NavigationSlice,
} from './navigation/navigation.ts';
import type { RouteOf } from './navigation/route.ts';
import type { SliceContext } from './slice.ts';

/** The lines behind a number, of a website of the user's own logs. Nothing of them outlives the view. */
export interface LinesSlice {
  readonly canOpen: boolean;
  readonly question: LinesQuestion | undefined;
  /** The newest first; as many as are held in memory. Foreign text. */
  readonly all: readonly string[];
  /** Undefined until all logs are read. */
  readonly summary: LinesSummary | undefined;
  /** In place of lines of logs what an own command has printed; `ended`: how, where not as it should. */
  readonly printed: PrintedBy | undefined;
  readonly progress: LinesProgress | undefined;
  readonly isReading: boolean;
  /** Why they could not be read, one line. Foreign text. */
  readonly problem: string | undefined;
  readonly position: ListPosition;
  readonly shift: number;
  readonly search: string;
  readonly searchField: TextValue | undefined;
  open(question: LinesQuestion, again: boolean): void;
  run(command: Pick<RouteOf<'output'>, 'name' | 'run'>, again: boolean): void;
  stop(): void;
  end(): void;
  move(by: Move): void;
  shiftTo(columns: number): void;
  openSearch(): void;
  editSearch(text: TextValue): void;
  leaveSearch(): void;
  clearSearch(): void;
}

interface PrintedBy {
  readonly name: string;
  readonly run: readonly string[];
  readonly ended?: string | undefined;
}

interface Needs {
  readonly navigation: NavigationSlice;
  readonly viewport: Viewport;
}

/** Some 40,000 lines. */
const maxBytes = 8_000_000;

const nothing = {
  question: undefined,
  all: [],
  summary: undefined,
  printed: undefined,
  progress: undefined,
  isReading: false,
  problem: undefined,
  position: listStart,
  shift: 0,
  search: '',
  searchField: undefined,
} satisfies Partial<LinesSlice>;

export function createLines({
  get,
  patch,
  services,
}: SliceContext<{ lines: LinesSlice }, Needs>): LinesSlice {
  let reading: AbortController | undefined;
  const slice = () => get().lines;

  const read = async (question: LinesQuestion, signal: AbortSignal): Promise<void> => {
    const found = await services.lines?.find(question, {
      signal,
      onProgress: progress => signal.aborted || patch('lines', { progress }),
    });
    if (found === undefined) return;
    try {
      const texts: string[] = [];
      let held = 0;
      while (held < maxBytes) {
        const bytes = await found.next();
        if (bytes === undefined) break;
        held += bytes.length;
        const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
        for (const line of text.split('\n').slice(0, -1)) texts.push(line);
      }
      if (!signal.aborted) patch('lines', { all: texts, summary: found.summary });
    } finally {
      found.close();
    }
  };

  const begin = (what: Partial<LinesSlice>) => {
    reading?.abort();
    const own = new AbortController();
    reading = own;
    patch('lines', { ...nothing, ...what, isReading: true });
    return own;
  };
  const searchFor = (search: string) => {
    if (search !== slice().search) patch('lines', { search, position: listStart });
  };

  return {
    ...nothing,
    canOpen: services.lines !== undefined,
    open(question, again) {
      if (question === slice().question && !again) return;
      const own = begin({ question });
      void read(question, own.signal)
        .catch((error: unknown) => {
          const problem = error instanceof Error ? error.message : String(error);
          if (reading === own) patch('lines', { problem });
        })
        .finally(() => reading === own && patch('lines', { isReading: false }));
    },
    run({ name, run }, again) {
      if (run === slice().printed?.run && !again) return;
      const printed = { name, run };
      const own = begin({ printed });
      const capture = async () => {
        const ran = await services.own?.capture(run, { maxOutput: maxBytes, signal: own.signal });
        if (reading !== own || ran === undefined) return;
        const { output, ended, problem } = ran;
        const all = output === '' ? [] : output.replace(/\n$/, '').split('\n');
        patch('lines', { all, printed: { ...printed, ended }, problem, isReading: false });
      };
      void capture();
    },
    stop: () => reading?.abort(),
    end() {
      const was = reading;
      reading = undefined;
      was?.abort();
      patch('lines', nothing);
    },
    move(by) {
      const rows = linesRows(get().viewport, missingOf(slice()) !== undefined);
      patch('lines', { position: moveInList(slice().position, by, shownLines(slice()).length, rows) });
    },
    shiftTo: shift => patch('lines', { shift: Math.max(0, shift) }),
    openSearch: () => patch('lines', { searchField: textAtEnd(slice().search) }),
    editSearch(text) {
      patch('lines', { searchField: text });
      searchFor(text.value.trim());
    },
    leaveSearch: () => patch('lines', { searchField: undefined }),
    clearSearch() {
      patch('lines', { searchField: undefined });
      searchFor('');
    },
  };
}

/** What is missing of them, as a line; undefined for nothing. Foreign text. */
export function missingOf({ summary }: Pick<LinesSlice, 'summary'>): string | undefined {
  const sentences = summary === undefined ? [] : missingLines(summary);
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

const lastFound = memoizeLast<readonly string[]>();

/** Those that contain what is searched, whatever the case of its letters. */
export function shownLines({ all, search }: Pick<LinesSlice, 'all' | 'search'>): readonly string[] {
  if (search === '') return all;
  return lastFound([all, search], () => {
    const wanted = search.toLowerCase();
    return all.filter(line => line.toLowerCase().includes(wanted));
  });
}
