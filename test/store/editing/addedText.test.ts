import { expect, test } from 'vitest';
import { addedText } from '#store/editing/editor.ts';

test.each([
  [
    { kind: 'service', url: 'https://stats.example.com/tool' },
    'Added a.example. Next: put the tracking code on its pages, as https://stats.example.com/tool shows it.',
  ],
  [
    { kind: 'service', url: 'https://me:secret@stats.example.com' },
    'Added a.example. Next: put the tracking code on its pages, as https://***@stats.example.com shows it.',
  ],
  [{ kind: 'logs' }, 'Added a.example. Next, in the shell: sitedeck logs add a.example FILE...'],
  [{ kind: 'demo' }, 'Added a.example. In the demo it stays without visitors.'],
] as const)('%j: what to do next', (profile, text) => {
  expect(addedText('a.example', profile)).toBe(text);
});
