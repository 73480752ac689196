import { referrerGroup, referrerGroups } from '#model/statistics/values.ts';
import { contains, type Database, integer, text } from '#server/database/Database.ts';
import type { FilteredField, Visits } from '#server/database/filter/filtered.ts';
import {
  detailReach,
  fieldCode,
  lastValue,
  readPart,
  readSessions,
  selectDetailDays,
  selectParts,
  type ValueField,
  valueFields,
  valueNumber,
} from './visits.ts';

/** The visits of a website as they stand in the file: those counted from logs. */
export function storedVisits(database: Database, website: number): Visits {
  const owner = { schema: 'main', id: website } as const;
  return {
    last: field => (isStored(field) ? lastValue(database, website, field) : 0),
    number: (field, value) => (isStored(field) ? valueNumber(database, website, field, value) : undefined),
    *containing(field, value) {
      return isStored(field) ? yield* numbersContaining(database, { website, field }, value) : [];
    },
    groups: () => groupsOf(database, website),
    reach: today => detailReach(database, website, today),
    days: period => selectDetailDays(database, website, period),
    parts: day => selectParts(database, owner, day).map(part => readPart(database, owner, day, part)),
    sessions: day => selectParts(database, owner, day).map(part => readSessions(database, owner, day, part)),
  };
}

function isStored(field: FilteredField): field is ValueField {
  return valueFields.some(known => known === field);
}

function groupsOf(database: Database, website: number): Uint8Array {
  const groups = new Uint8Array(lastValue(database, website, 'referrer') + 1);
  const rows = database
    .statement('select number, text from visit_value where website_id = ? and field = ?')
    .iterate(website, fieldCode('referrer'));
  for (const row of rows)
    groups[integer(row['number'])] = referrerGroups.indexOf(referrerGroup(text(row['text'])));
  return groups;
}

const textsAtOnce = 20_000;

function* numbersContaining(
  database: Database,
  { website, field }: { website: number; field: ValueField },
  value: string,
): Generator<void, readonly number[], void> {
  const { condition, text: searched } = contains('text', value);
  const select = database.statement(
    `select number from visit_value
     where website_id = :website and field = :field and number between :from and :to and ${condition}`,
  );
  const last = lastValue(database, website, field);
  const numbers: number[] = value === '' ? [0] : [];
  for (let from = 1; from <= last; from += textsAtOnce) {
    const bound = { website, field: fieldCode(field), from, to: from + textsAtOnce - 1, text: searched };
    for (const row of select.iterate(bound)) numbers.push(integer(row['number']));
    yield;
  }
  return numbers;
}
