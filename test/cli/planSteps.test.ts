import { expect, test } from 'vitest';
import { planSteps } from '#cli/websites/plan.ts';

test('a website whose domain the service does not tell is never pruned', () => {
  const websites = [
    { id: '1', domain: 'old.example', fields: {} },
    { id: '2', fields: {} },
    { id: '3', domain: '', fields: {} },
  ];
  expect(planSteps([], websites, true).map(({ action }) => action)).toEqual(['delete', 'leave', 'leave']);
});
