import { describe, expect, it, test } from 'vitest';
import {
  erasesCells,
  readTerminalCapabilities,
  type Environment,
  type TerminalFacts,
} from '#terminal/capabilities.ts';

const terminal = { stdinIsTTY: true, stdoutIsTTY: true, args: {} };
const read = (env: Environment, facts: Partial<TerminalFacts> = {}) =>
  readTerminalCapabilities(
    { TERM: 'xterm-256color', LANG: 'en_US.UTF-8', ...env },
    { ...terminal, ...facts },
  );

describe('readTerminalCapabilities', () => {
  it('of an ordinary terminal', () => {
    expect(read({})).toEqual({ charset: 'utf8', colour: true, ssh: false });
  });

  it.each([
    [{ LANG: 'de_DE.utf8' }, true],
    [{ LANG: 'C.UTF-8' }, true],
    [{ LANG: 'en_US.ISO-8859-1' }, false],
    [{ LANG: 'C' }, false],
    [{ LANG: undefined }, false],
    [{ LC_CTYPE: 'C' }, false],
    [{ LC_CTYPE: 'en_US.UTF-8', LANG: 'C' }, true],
    [{ LC_ALL: 'C', LC_CTYPE: 'en_US.UTF-8' }, false],
    [{ LC_ALL: '', LC_CTYPE: '', LANG: 'en_US.UTF-8' }, true],
    [{ LC_ALL: 'en_US.UTF-8', LANG: 'C' }, true],
    [{ TERM: 'linux' }, false],
  ])('%j: UTF-8 is %s', (env, unicode) => {
    expect(read(env).charset).toBe(unicode ? 'utf8' : 'ascii');
  });

  it.each([
    [{ NO_COLOR: '1' }, false],
    [{ NO_COLOR: '' }, true],
    [{ TERM: 'vt100' }, false],
    [{ TERM: 'vt220' }, false],
    [{ TERM: 'xterm-mono' }, false],
    [{ TERM: 'linux' }, true],
    [{ TERM: 'screen' }, true],
    [{ TERM: 'ansi' }, true],
  ])('%j: colour is %s', (env, colour) => {
    expect(read(env).colour).toBe(colour);
  });

  it('does as it is told', () => {
    expect(read({}, { args: { ascii: true, noColor: true } })).toEqual({
      charset: 'asciiLines',
      colour: false,
      ssh: false,
    });
  });

  it.each([[{ LANG: 'C' }], [{ TERM: 'linux' }]])('%j has no letters, also with --ascii', env => {
    expect(read(env, { args: { ascii: true } }).charset).toBe('ascii');
  });

  it.each([
    [{ TMUX: '/tmp/tmux-1000/default,1,0', TERM: 'screen-256color' }, 'tmux'],
    [{ TERM: 'tmux-256color' }, 'tmux'],
    [{ STY: '1.pts-0' }, 'screen'],
    [{ TERM: 'screen.xterm-256color' }, 'screen'],
    [{ TMUX: '' }, undefined],
  ])('%j: multiplexer is %s', (env, multiplexer) => {
    expect(read(env).multiplexer).toBe(multiplexer);
  });

  it.each(['SSH_CONNECTION', 'SSH_CLIENT', 'SSH_TTY'])('knows SSH by %s', name => {
    expect(read({ [name]: 'x' }).ssh).toBe(true);
  });

  it.each([
    [
      {},
      { stdoutIsTTY: false },
      /^The output is not a terminal: use a command that prints, such as "sitedeck websites list"/,
    ],
    [{}, { stdinIsTTY: false }, /^The input is not a terminal, .*use a command that prints/],
    [{ TERM: 'dumb' }, {}, /^A dumb terminal \(TERM=dumb\) .*use a command that prints/],
    [{ TERM: undefined }, {}, /^TERM is not set: set it .*xterm-256color/],
  ])('%j %j is no place for the application', (env, facts, problem) => {
    expect(read(env, facts).problem).toMatch(problem);
    expect(read(env, facts).problem).not.toContain('\n');
  });
});

test.each([
  ['xterm', 'utf8', true],
  ['tmux-256color', 'utf8', true],
  ['screen', 'asciiLines', true],
  ['xterm-256color', 'ascii', false],
  ['linux', 'ascii', false],
  ['vt100', 'utf8', false],
  ['', 'utf8', false],
] as const)('%j with %s erases cells within a line: %s', (TERM, charset, expected) => {
  expect(erasesCells({ TERM }, charset)).toBe(expected);
});
