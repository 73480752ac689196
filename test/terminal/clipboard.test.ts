import { describe, expect, it } from 'vitest';
import { osc52 } from '#terminal/desktop.ts';

describe('osc52', () => {
  it('writes base64 of UTF-8', () => {
    expect(osc52('hi')).toEqual({ sequence: '\x1b]52;c;aGk=\x07' });
    expect(osc52('é')).toEqual({ sequence: '\x1b]52;c;w6k=\x07' });
  });

  it('reaches through tmux, bare and wrapped', () => {
    expect(osc52('hi', { multiplexer: 'tmux' })).toEqual({
      sequence: '\x1b]52;c;aGk=\x07\x1bPtmux;\x1b\x1b]52;c;aGk=\x07\x1b\\',
    });
  });

  it('reaches through screen in pieces of 76', () => {
    expect(osc52('hi', { multiplexer: 'screen' })).toEqual({ sequence: '\x1bP\x1b]52;c;aGk=\x07\x1b\\' });
    // 60 letters are 80 of base64: with 7 in front and 1 behind, 88 in all.
    const base64 = 'eHh4'.repeat(20);
    expect(osc52('x'.repeat(60), { multiplexer: 'screen' })).toEqual({
      sequence: `\x1bP\x1b]52;c;${base64.slice(0, 69)}\x1b\\\x1bP${base64.slice(69)}\x07\x1b\\`,
    });
  });

  it('takes as much as terminals do', () => {
    expect(osc52('x'.repeat(74_994))).toHaveProperty('sequence');
    expect(osc52('x'.repeat(74_995))).toEqual({
      error: 'Too long to copy: 74,995 bytes, and terminals take 74,994. Export it to a file instead.',
    });
    expect(osc52('éé', { maxBytes: 3 })).toHaveProperty('error');
  });

  it('does not empty the clipboard', () => {
    expect(osc52('')).toEqual({ error: 'There is nothing to copy.' });
  });
});
