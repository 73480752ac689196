import { expect, test } from 'vitest';
import { whyFacts, type WhyCause } from '#model/why/whyFacts.ts';
import { plantings, randomCase, type Planting } from './randomCase.ts';

const perPlanting = 100;

function isPlanted(cause: WhyCause | undefined, planted: { planting: Planting; value: string }): boolean {
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

test.each(plantings)('100 random cases: %s is found in at least 95', planting => {
  const missed: number[] = [];
  for (let seed = 1; seed <= perPlanting; seed += 1) {
    const { input, value } = randomCase(planting, seed);
    if (!isPlanted(whyFacts(input).causes[0], { planting, value })) missed.push(seed);
  }
  const found = (perPlanting - missed.length) / perPlanting;
  process.stdout.write(
    `${planting}: ${(found * 100).toFixed(1)}% of ${perPlanting}, missed ${missed.join(' ')}\n`,
  );
  expect(found).toBeGreaterThanOrEqual(0.95);
});
