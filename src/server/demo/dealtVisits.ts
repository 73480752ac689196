import { referrerGroup, referrerGroups } from '#model/statistics/referrerGroups.ts';
import type { Database } from '#server/database/Database.ts';
import type { FilteredField, Visits } from '#server/database/filtered.ts';
import type { VisitPart } from '#server/database/VisitPart.ts';
import { sites } from './sites.ts';
import { countDay } from './countDay.ts';
import { dealDay } from './dealDay.ts';
import { demoBegunDay, demoWebsite } from './demoTables.ts';
import { seeded, textKey } from './draw.ts';
import { storyOf } from './makeDemo.ts';
import { vocabularyOf } from './vocabulary.ts';

/**
 * The visits of a website of the demo, dealt anew of what each day counted; undefined for any other website. Nothing is
 * stored: a day is dealt in a few milliseconds, and is the same each time.
 */
export function dealtVisits(database: Database, website: number): Visits | undefined {
  const begun = demoBegunDay(database);
  const found = demoWebsite(database, website);
  const site = sites.find(({ domain }) => domain === found?.site);
  if (begun === undefined || site === undefined || found?.through === undefined) return undefined;
  const { through } = found;
  const { storyDay, from: first } = storyOf(begun);
  const vocabulary = vocabularyOf(site);
  const key = textKey(site.domain);
  // What it does not make up has no texts.
  const texts: Readonly<Partial<Record<FilteredField, readonly string[]>>> = vocabulary.values;
  const valuesOf = (field: FilteredField): readonly string[] => texts[field] ?? [];
  const textsOf = (field: FilteredField): readonly string[] => ['', ...valuesOf(field)];
  const partsOf = (day: number): VisitPart[] => {
    const hours = day === through.day ? through.hour : 24;
    const counts = countDay(site, vocabulary, { day, hours, storyDay });
    return [dealDay(counts, vocabulary, seeded(key, day, 4))];
  };
  return {
    last: field => valuesOf(field).length,
    number: (field, value) => numbersOf(textsOf(field), text => text === value)[0],
    *containing(field, value) {
      yield;
      const wanted = value.toLowerCase();
      return numbersOf(textsOf(field), text => text.toLowerCase().includes(wanted));
    },
    texts: textsOf,
    groups: () => Uint8Array.from(textsOf('referrer'), text => referrerGroups.indexOf(referrerGroup(text))),
    reach: () => undefined,
    *days({ from, to }) {
      for (let day = Math.max(from, first); day <= Math.min(to, through.day); day++) yield day;
    },
    parts: partsOf,
    sessions: partsOf,
  };
}
function numbersOf(texts: readonly string[], isMeant: (text: string) => boolean): number[] {
  return texts.flatMap((text, number) => (isMeant(text) ? [number] : []));
}
