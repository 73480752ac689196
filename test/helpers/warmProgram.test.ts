import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run, runProcess, startService, temporaryHome, type Ran } from '../cli/fixture.ts';
import { endlessPages } from './endlessPages.ts';
import { runWarm } from './warmProgram.ts';
import { openFaultServer } from './apiFixture.ts';

/** Runs these lines as a program, in a folder of their own. */
async function runLines(lines: string, { args = [] as string[], env = {}, stdin = '' } = {}): Promise<Ran> {
  const home = temporaryHome();
  const program = join(home.path, 'program.cjs');
  writeFileSync(program, lines);
  return await runWarm({ program, args, env: { ...home.env, ...env }, cwd: home.path, stdin });
}

describe('a program in a warm process', () => {
  test('gets its arguments, environment, folder and input, and ends with what it printed and its code', async () => {
    const lines = `
      const { HOME, WORD } = process.env;
      let given = '';
      process.stdin.on('data', part => { given += part; }).on('end', () => {
        process.stderr.write([process.argv.slice(2).join(), WORD, process.cwd() === HOME].join(' '));
        process.stdout.write(given.toUpperCase());
        process.exitCode = 4;
      });`;
    const ran = await runLines(lines, { args: ['a', 'b'], env: { WORD: 'word' }, stdin: 'input' });
    expect(ran).toEqual({ code: 4, stdout: 'INPUT', stderr: 'a,b word true' });
    const next = await runLines('process.stderr.write(String([process.env.WORD, process.exitCode]))');
    expect(next).toEqual({ code: 0, stdout: '', stderr: ',' });
  });

  test('ends once nothing is left to wait for, and then its listeners are called, once', async () => {
    const lines = `
      process.on('exit', code => process.stdout.write('exit ' + code));
      setTimeout(() => process.stdout.write('timer, '), 20);
      setTimeout(() => process.stdout.write('never'), 60_000).unref();`;
    for (const _ of [1, 2]) expect((await runLines(lines)).stdout).toBe('timer, exit 0');
  });

  test('can leave at once, or fail', async () => {
    const left = await runLines(`process.stdout.write('out'); process.exit(3); process.stdout.write('no')`);
    expect(left).toMatchObject({ code: 3, stdout: 'out', stderr: '' });
    const failed = await runLines(`process.stdout.write('out'); Promise.reject(new Error('a bug'))`);
    expect(failed).toMatchObject({ code: 1, stdout: 'out', stderr: expect.stringContaining('a bug') });
    expect(await runLines(`process.stdout.write('goes on')`)).toMatchObject({ code: 0, stdout: 'goes on' });
  });

  test('has the process of the one before, with the flags of V8 that it began with', async () => {
    const pid = 'process.stdout.write(String(process.pid)';
    const v8 = "require('node:v8').setFlagsFromString";
    const gc = "require('node:vm').runInNewContext('typeof gc')";
    const { stdout: first } = await runLines(`${pid} + ${gc})`);
    expect(first).toMatch(/undefined$/);
    const { stdout: next } = await runLines(`${v8}('--expose-gc'); ${pid} + ${gc})`);
    expect(next).toBe(first.replace('undefined', 'function'));
    expect((await runLines(`${pid} + ${gc})`)).stdout).toBe(first);
  });

  test('is not the last one of its process because it read many pages, and saved memory', async () => {
    const server = await openFaultServer();
    server.answerWith(endlessPages(page => page % 3));
    const env = { SITEDECK_URL: server.url, SITEDECK_API_KEY: 'key' };
    const pid = 'process.stdout.write(String(process.pid))';
    const { stdout: first } = await runLines(pid);
    expect(await run(['websites', 'list', '--all'], { env })).toMatchObject({ code: 1 });
    expect(await runLines(pid)).toMatchObject({ stdout: first });
  });

  test('has a process of its own after one that set a flag that is not on or off', async () => {
    const pid = 'process.stdout.write(String(process.pid));';
    const { stdout: first } = await runLines(
      `require('node:v8').setFlagsFromString('--stack-size=900'); ${pid}`,
    );
    expect((await runLines(pid)).stdout).not.toBe(first);
  });
});

test('a command line ends as in a process of its own', async () => {
  const service = await startService();
  await service.add('one.example.com', { privacy: 'private' });
  await service.add('日本.example');
  const { env } = service;
  const home = temporaryHome();
  const runs: readonly (readonly [args: string[], options: object])[] = [
    [['--version'], {}],
    [['--help'], {}],
    [['websites'], {}],
    [['websites', 'list', '--wide'], {}],
    [['websites', 'list'], { env }],
    [['websites', 'list', '--json'], { env }],
    [['websites', 'show', '99'], { env }],
    [['websites', 'list'], { env: { ...env, SITEDECK_API_KEY: 'wrong' } }],
    [['websites', 'list'], { env: { ...env, SITEDECK_URL: 'http://127.0.0.1:1' } }],
    [['websites', 'plan', '-'], { env, stdin: 'websites:\n  - domain: more.example.com\n' }],
    [['overview', '--format', 'csv'], { env }],
    [['profile', 'list'], { home }],
    [['overview', '--ascii'], { env }],
    [['overview', '--json'], { env: { ...env, TZ: 'Asia/Tokyo' } }],
    [['overview', '--json'], { env }],
    [['overview'], { env }],
  ];
  for (const [args, options] of runs) {
    const alone = await runProcess(args, options);
    expect({ args, ...(await run(args, options)) }).toEqual({ args, ...alone });
    expect(alone.stdout + alone.stderr).not.toBe('');
  }
});

test('a command line is as loud as it says, whatever the one before was', async () => {
  const service = await startService();
  await service.add('one.example.com');
  const { env } = service;
  const made = (domain: string, ...more: string[]) => run(['websites', 'create', domain, ...more], { env });
  expect(await made('two.example.com', '-q')).toEqual({ code: 0, stdout: '', stderr: '' });
  expect((await made('three.example.com')).stdout).toContain('three.example.com');
  expect((await run(['websites', 'list'], { env })).stdout).toContain('two.example.com');
});
