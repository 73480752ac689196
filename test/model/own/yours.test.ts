import { expect, test } from 'vitest';
import { changedPanels, listFor } from '#model/own/yours.ts';
import { panelNames } from '#model/service/capabilities.ts';

const lists = {
  all: ['page', 'campaign', 'referrer', 'event'],
  tags: [
    { tag: 'shop', names: ['event', 'page'] },
    { tag: 'blog', names: ['referrer', 'page'] },
  ],
} as const;
/** Of a service that lacks campaigns. */
const shown = ['page', 'referrer', 'event'] as const;

const offered = [...shown, 'country'] as const;

test('of several tags the first one in the file counts', () => {
  expect(listFor(lists, ['blog', 'shop'])).toEqual(['event', 'page']);
  expect(listFor(lists, ['news'])).toBe(lists.all);
  expect(listFor({ tags: [] }, ['shop'])).toBeUndefined();
});

test.each([
  ['earlier', 'referrer', ['referrer', 'page', 'campaign', 'event']],
  ['earlier', 'event', ['page', 'campaign', 'event', 'referrer']],
  ['later', 'page', ['campaign', 'referrer', 'page', 'event']],
  ['hide', 'page', ['campaign', 'referrer', 'event']],
] as const)('%s of %s: panels that the service lacks keep their places', (change, panel, names) => {
  expect(changedPanels(lists, [], { change, panel, shown, offered })).toEqual({ tag: undefined, names });
});

test.each([
  ['earlier', 'page'],
  ['later', 'event'],
  ['hide', undefined],
] as const)('%s of %s changes nothing', (change, panel) => {
  expect(changedPanels(lists, [], { change, panel, shown, offered })).toBeUndefined();
});

test('the last panel stays; what is hidden comes back behind the others; a reset takes the list out', () => {
  expect(
    changedPanels(lists, [], { change: 'hide', panel: 'page', shown: ['page'], offered }),
  ).toBeUndefined();
  const all = changedPanels(lists, [], { change: 'showHidden', shown, offered })?.names ?? [];
  expect(all.slice(0, 6)).toEqual([...lists.all, 'country', 'landing_page']);
  expect(all.toSorted()).toEqual(panelNames.toSorted());
  expect(changedPanels({ tags: [] }, [], { change: 'showHidden', shown, offered })).toBeUndefined();
  const lacked = { change: 'showHidden', shown, offered: shown } as const;
  expect(changedPanels(lists, [], lacked)).toBeUndefined();
  expect(changedPanels(lists, ['shop'], { change: 'reset', shown, offered })).toEqual({
    tag: 'shop',
    names: undefined,
  });
  expect(changedPanels({ tags: [] }, ['shop'], { change: 'reset', shown, offered })).toBeUndefined();
});

test('where nothing was chosen a change writes all panels there are', () => {
  const { names = [] } =
    changedPanels({ tags: [] }, [], { change: 'hide', panel: 'page', shown, offered }) ?? {};
  expect(names).toEqual(panelNames.filter(name => name !== 'page'));
});

test('of a list of which the service has nothing all panels that are shown change places, and none is lost', () => {
  const lacked = { all: ['bot', 'campaign'], tags: [] } as const;
  expect(changedPanels(lacked, [], { change: 'hide', panel: 'referrer', shown, offered })?.names).toEqual([
    'bot',
    'campaign',
    'page',
    'event',
  ]);
  expect(changedPanels(lacked, [], { change: 'earlier', panel: 'referrer', shown, offered })?.names).toEqual([
    'bot',
    'campaign',
    'referrer',
    'page',
    'event',
  ]);
});
