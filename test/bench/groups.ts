import type { Figure } from './figure.ts';

interface Group {
  /** The names of its figures, in their order; those of what is not built or not installed may be missing. */
  readonly names: readonly string[];
  /** Reads what it needs only when it is asked for. */
  readonly measure: () => Promise<Figure[]>;
}

/** What there is to measure. */
export const groups: Readonly<Record<string, Group>> = {
  start: {
    names: [
      'start to websites on screen',
      'the same by the program itself, which then takes keys',
      'the same with a service 400 ms away, seen before',
      'sitedeck --version',
      'single executable, start',
      'single executable, size',
    ],
    measure: async () => (await import('./startUp.ts')).startUpFigures(),
  },
  keys: {
    names: [
      'key in the list',
      'key in the list, p99 beside its median',
      'key on the dashboard',
      'key on the dashboard, p99 beside its median',
      'behind after a key held for 10 s',
      '100 KB pasted without marks',
    ],
    measure: async () => (await import('./keys.ts')).keyFigures(),
  },
  memory: {
    names: [
      'resident after every screen',
      'growth, 2,000th to 10,000th key',
      'growth over 1,000 refreshes',
      'CPU in five idle seconds',
    ],
    measure: async () => (await import('./memory.ts')).memoryFigures(),
  },
  service: {
    names: [
      'top ten of 30 days: page',
      'top ten of 30 days: landing_page',
      'top ten of 30 days: referrer',
      'top ten of 30 days: city',
      'top ten of 30 days: browser',
    ],
    measure: async () => (await import('./service.ts')).serviceFigures(),
  },
  scale: {
    names: [
      'first page of 10,000 websites',
      'key among 10,000 websites',
      'search in 10,000 websites',
      'resident with 10,000 websites',
      'reversed order by change, 500 websites',
      'attention, 500 websites',
      'first page of 100,000 rows',
      'peak memory of --all, 100,000 rows',
      'first row of --all, 100,000 rows',
    ],
    measure: async () => (await import('./scale.ts')).scaleFigures(),
  },
  import: {
    names: [
      'import of 300,000 lines',
      'telling new lines from known ones',
      'what is known of lines',
      'size of the database with the sums of weeks',
    ],
    measure: async () => (await import('./importing.ts')).importFigures(),
  },
  hosts: {
    names: ['import of 200,000 diverse lines', 'import of 200,000 lines of 20 hosts'],
    measure: async () => (await import('./importing.ts')).diverseFigures(),
  },
  peers: {
    names: [
      'GoAccess: a million lines, repetitive log',
      'GoAccess: peak memory, repetitive log',
      'GoAccess: a million lines, diverse log',
      'GoAccess: peak memory, diverse log',
      'htop: bytes a move, 80x24',
      'htop: first frame',
      'tig: bytes a move, 80x24',
      'tig: first frame',
    ],
    measure: async () => (await import('./peers.ts')).peerFigures(),
  },
};
