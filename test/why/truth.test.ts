import { expect, test } from 'vitest';
import { capabilities } from '#api/phpAnalytics/capabilities.ts';
import { addDays, parseDay } from '#model/period/day.ts';
import { whyFacts, type WhyCause, type WhyFacts } from '#model/why/facts.ts';
import { whySentences } from '#model/why/sentence.ts';
import { daysText } from '#model/period/format.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import { firstDay, plantings, randomCase, type Planting } from './randomCase.ts';

const perPlanting = 100;
const periods = {
  now: { from: addDays(firstDay, 28), to: addDays(firstDay, 55) },
  before: { from: firstDay, to: addDays(firstDay, 27) },
};

interface Planted {
  readonly planting: Planting;
  readonly value: string;
}

function isPlanted(cause: WhyCause | undefined, planted: Planted): boolean {
  if (cause === undefined) return planted.planting === 'noise';
  if (cause.kind === 'day') return planted.planting === 'spike' && cause.day.day === planted.value;
  const names: Readonly<Record<Planting, readonly string[]>> = {
    referrer: ['referrer'],
    page: ['page', 'landing_page'],
    country: ['country'],
    spike: [],
    noise: [],
  };
  return names[planted.planting].includes(cause.name) && cause.row.value === planted.value;
}

/** Whether the sentences name it. */
function isSaid(facts: WhyFacts, { planting, value }: Planted): boolean {
  const said = whySentences(facts, periods, capabilities).slice(1).join(' ');
  if (planting === 'noise') return said.startsWith('Nothing stands out');
  const day = parseDay(value);
  return day === undefined ? said.includes(` ${value} `) : said.includes(daysText([day], 2026));
}

test.each(plantings)('100 random cases: %s is found in at least 95, and said', planting => {
  const missed: number[] = [];
  const unsaid: number[] = [];
  for (let seed = 1; seed <= perPlanting; seed += 1) {
    const { input, value } = randomCase(planting, seed);
    const facts = whyFacts({ ...input, shapeDays: [...input.before, ...input.now] });
    if (!isPlanted(facts.causes[0], { planting, value })) missed.push(seed);
    if (!isSaid(facts, { planting, value })) unsaid.push(seed);
  }
  process.stdout.write(
    `${planting}: of ${perPlanting} missed ${missed.join(' ') || 'none'}, not said ${unsaid.join(' ') || 'none'}\n`,
  );
  expect(missed.length).toBeLessThanOrEqual(perPlanting * 0.05);
  expect(unsaid.length).toBeLessThanOrEqual(perPlanting * 0.05);
});

/** What the pane of a list reads of most periods, and of those without hours. */
const ofPanes = [
  ['referrer', 'page'],
  ['referrer', 'page', 'campaign'],
] as const;

test.each(plantings)(
  'what a pane says that reads less, why says as well, in the same words: %s',
  planting => {
    for (let seed = 1; seed <= 30; seed += 1) {
      const input = randomCase(planting, seed).input;
      const shapeDays = [...input.before, ...input.now];
      const said = (only?: readonly StatisticName[]) => {
        const dimensions = input.dimensions.filter(({ name }) => only?.includes(name) ?? true);
        return whySentences(whyFacts({ ...input, dimensions, shapeDays, only }), periods, capabilities).slice(
          1,
        );
      };
      const all = said();
      for (const names of ofPanes) {
        const isNothing = (text: string | undefined) => text?.startsWith('Nothing stands out') === true;
        const [first, ...others] = said(names);
        expect(isNothing(first) ? isNothing(all[0]) : all.includes(first ?? ''), `seed ${seed}`).toBe(true);
        expect(all, `seed ${seed}`).toEqual(expect.arrayContaining(others));
      }
    }
  },
);
