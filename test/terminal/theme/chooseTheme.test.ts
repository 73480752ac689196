import { describe, expect, test } from 'vitest';
import { colourless, terminalTheme } from '#terminal/theme/palettes.ts';
import { chooseTheme, wantsBackground } from '#terminal/theme/themes.ts';
import { rgb } from '#terminal/theme/tinted.ts';
import { answersQuestions, readDepth } from '#terminal/capabilities.ts';

const black = rgb('#000000');
const lightest = rgb('#ffffff');
const all = (env: Record<string, string> = {}) => ({ depth: 'all', env }) as const;

describe('the order', () => {
  test('no colours win over all, sixteen over the choice', () => {
    expect(chooseTheme('dark', { ...all({ COLORFGBG: '15;0' }), depth: 'none' })).toBe(colourless);
    expect(chooseTheme('dark', { ...all(), depth: 16 })).toBe(terminalTheme);
  });

  test('the choice wins over what is known of the terminal', () => {
    const facts = { ...all({ COLORFGBG: '15;0' }), background: black };
    expect(chooseTheme('terminal', facts)).toBe(terminalTheme);
    expect(chooseTheme('light', facts)).toBe(chooseTheme('light', all()));
    expect(chooseTheme('light', facts).look('plain', undefined).bg).toBe('48;5;231');
  });

  test('COLORFGBG wins over the answer', () => {
    const facts = { ...all({ COLORFGBG: '0;15' }), background: black };
    expect(chooseTheme('auto', facts)).toBe(chooseTheme('auto', { ...all(), background: lightest }));
  });

  test('the answer decides where nothing else does; without it, or between dark and light, it is the terminal’s own theme', () => {
    expect(chooseTheme('auto', { ...all(), background: black }).hasTints).toBe(true);
    expect(chooseTheme('auto', all())).toBe(terminalTheme);
    expect(chooseTheme('auto', { ...all(), background: rgb('#808080') })).toBe(terminalTheme);
  });

  test.each(['', 'default', '12', '0;default', 'x;', ';;'])('COLORFGBG=%s says nothing', COLORFGBG => {
    expect(chooseTheme('auto', all({ COLORFGBG }))).toBe(terminalTheme);
    expect(wantsBackground('auto', all({ COLORFGBG }))).toBe(true);
  });

  test('nothing is asked where the answer makes no difference', () => {
    expect(wantsBackground('auto', all())).toBe(true);
    expect(wantsBackground('auto', all({ COLORFGBG: '15;0' }))).toBe(false);
    expect(wantsBackground('dark', all())).toBe(false);
    expect(wantsBackground('terminal', all())).toBe(false);
    expect(wantsBackground('auto', { ...all(), depth: 16 })).toBe(false);
    expect(wantsBackground('auto', { ...all(), depth: 'none' })).toBe(false);
  });
});

test.each<[Record<string, string>, 'tmux' | 'screen' | undefined, unknown]>([
  [{ TERM: 'xterm' }, undefined, 16],
  [{ TERM: 'xterm-256color' }, undefined, 256],
  [{ TERM: 'xterm-256color', COLORTERM: 'truecolor' }, undefined, 'all'],
  [{ TERM: 'xterm', COLORTERM: '24bit' }, undefined, 'all'],
  [{ TERM: 'xterm-256color', COLORTERM: 'gnome-terminal' }, undefined, 256],
  [{ TERM: 'xterm-kitty' }, undefined, 256],
  [{ TERM: 'screen', COLORTERM: 'truecolor' }, 'screen', 16],
  [{ TERM: 'screen-256color', COLORTERM: 'truecolor' }, 'screen', 256],
  [{ TERM: 'screen-256color', COLORTERM: 'truecolor' }, 'tmux', 'all'],
  [{ TERM: 'linux', COLORTERM: 'truecolor' }, undefined, 16],
])('%j has so many colours', (env, multiplexer, depth) => {
  expect(readDepth(env, { colour: true, ...(multiplexer === undefined ? {} : { multiplexer }) })).toBe(depth);
  expect(readDepth(env, { colour: false })).toBe('none');
});

test.each<[string, boolean]>([
  ['xterm-256color', true],
  ['tmux-256color', true],
  ['screen', false],
  ['screen-256color', false],
  ['linux', false],
  ['dumb', false],
  ['', false],
])('TERM=%s is asked: %s', (TERM, asked) => {
  expect(answersQuestions({ TERM })).toBe(asked);
});
