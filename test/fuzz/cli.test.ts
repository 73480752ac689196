import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { start } from '../cli/fixture.ts';
import { makeHome } from '../helpers/home.ts';
import { Chance } from './Chance.ts';
import { startFuzzServer } from './fuzzServer.ts';
import { mostMemory, notOurWords } from './memory.ts';
import { again, seeds, timeFor } from './seeds.ts';

const key = 'sk-fuzz-3f9a';
const days = ['--from', '2026-03-01', '--to', '2026-03-31'];

const commands: readonly [string[], ...string[][]] = [
  ['websites', 'list', '--all'],
  ['websites', 'list', '--json'],
  ['websites', 'show', '7'],
  ['websites', 'show', 'shop.example.com', '--format', 'markdown'],
  ['websites', 'create', 'new.example.com'],
  ['websites', 'update', '7', '--email', 'on'],
  ['websites', 'delete', '7', '--yes'],
  ['websites', 'export'],
  ['stats', '7', 'page', 'country', ...days, '--compare'],
  ['stats', 'shop.example.com', 'visitors', ...days, '--all', '--format', 'csv'],
  ['stats', '7', 'visitors_hours', ...days],
  ['report', '7', ...days],
  ['watch', '7', '--below', '5'],
];

const cases = seeds(0.06);

async function run(seed: number): Promise<string | undefined> {
  const server = await startFuzzServer(seed, 40);
  const home = makeHome();
  try {
    const args = new Chance(seed).of(commands);
    const child = start(args, { home, env: { SITEDECK_URL: server.url, SITEDECK_API_KEY: key } });
    child.stdin.end();
    let memory = 0;
    const look = setInterval(() => (memory = Math.max(memory, mostMemory(child.pid ?? 0))), 10);
    const slow = setTimeout(() => child.kill('SIGKILL'), 100_000);
    const [stdout, stderr] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    clearInterval(look);
    clearTimeout(slow);
    const wrong = complaint({ code: child.exitCode, stdout, stderr, memory });
    return wrong && `${again(seed, 'cli.test.ts')}\n  ${args.join(' ')}: ${wrong}`;
  } finally {
    home.remove();
    await server.close();
  }
}

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly memory: number;
}

function complaint({ code, stdout, stderr, memory }: Run): string | undefined {
  if (code === null || code > 5) return `code ${code}: ${stderr.slice(0, 500)}`;
  if (code !== 0 && code !== 4 && stderr === '') return `code ${code} without a word`;
  if (notOurWords.test(stderr)) return `not our words: ${stderr.slice(0, 500)}`;
  if (/[\0-\x08\x0b-\x1f\x7f-\x9f]/.test(stderr + stdout))
    return `control characters: ${JSON.stringify(stderr + stdout).slice(0, 500)}`;
  if ((stdout + stderr).includes(key)) return 'the key is shown';
  return memory > 150 ? `${Math.round(memory)} MB` : undefined;
}

test(
  'whatever a service answers, a command ends with its own words and codes, in little memory',
  async () => {
    const found: string[] = [];
    const left = cases.values();
    const worker = async () => {
      for (const seed of left) {
        const wrong = await run(seed);
        if (wrong !== undefined) found.push(wrong);
      }
    };
    await Promise.all([worker(), worker(), worker(), worker()]);
    expect(found).toEqual([]);
  },
  timeFor(cases, 8000),
);
