import { capabilities } from '#api/phpAnalytics/capabilities.ts';
import { countsOf, panelNames, statisticInfo } from '#model/service/capabilities.ts';
import { allStatistics, statisticNames, type StatisticName } from '#model/statistics/statistics.ts';
import { countriesOf, otherNames, readableValue } from '#model/statistics/values.ts';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { anyCharacter } from '../../helpers/anyCharacter.ts';

describe('readableValue', () => {
  it.each<[StatisticName, string, string]>([
    ['country', 'US', 'United States'],
    ['country', 'de', 'Germany'],
    ['country', 'US:United States', 'United States'],
    ['country', 'US:', 'United States'],
    ['country', 'QQ', 'QQ'],
    ['country', 'Somewhere', 'Somewhere'],
    ['country', '', '(none)'],
    ['city', 'US:New York', 'New York, US'],
    ['city', 'US:', '(none), US'],
    // What a proxy has for Tor in place of a country.
    ['city', 'T1:Paris', 'Paris, T1'],
    ['city', 'Paris', 'Paris'],
    ['continent', 'EU:Europe', 'Europe'],
    ['continent', 'oc', 'Oceania'],
    ['continent', '__proto__', '__proto__'],
    ['language', 'en', 'English'],
    ['language', 'pt-BR', 'Portuguese (Brazil)'],
    ['language', 'pt_BR', 'Portuguese (Brazil)'],
    ['language', 'en:English', 'English'],
    ['language', 'qq', 'qq'],
    ['language', 'en-aaaaa-aaaaa', 'en-aaaaa-aaaaa'],
    ['referrer', '', '(direct)'],
    ['referrer', 'US', 'US'],
    ['page', '/US:x', '/US:x'],
    ['campaign', ' ', '(none)'],
    ['visitors_hours', '7', '07:00'],
    ['pageviews_hours', '23', '23:00'],
    ['visitors', '2026-03-05', '5 Mar 2026'],
    ['pageviews', 'total', 'total'],
  ])('%s %j reads %j', (name, value, text) => {
    expect(readableValue(name, value)).toBe(text);
  });
  it('reads any text without throwing, never as nothing', () => {
    const code = fc.stringMatching(/^[A-Za-z]{1,4}([-_:][A-Za-z0-9]{0,9}){0,3}$/);
    fc.assert(
      fc.property(
        fc.constantFrom(...allStatistics),
        fc.oneof(code, fc.string({ unit: anyCharacter })),
        (name, value) => {
          expect(readableValue(name, value)).not.toBe('');
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('the catalogue', () => {
  it('has the panels in their order: of content, sources, places and technology one before the next of any', () => {
    expect(panelNames.slice(0, 15).map(name => statisticInfo(name).title)).toEqual([
      'Pages',
      'Referrers',
      'Countries',
      'Landing pages',
      'Campaigns',
      'Browsers',
      'Events',
      'Cities',
      'Systems',
      'Exit pages',
      'Devices',
      'Languages',
      'Continents',
      'Resolutions',
      'Visitors by hour',
    ]);
    expect(new Set(panelNames).size).toBe(panelNames.length);
    const without = allStatistics.filter(name => !panelNames.includes(name));
    expect(without).toEqual(['visitors', 'pageviews', 'pageviews_hours']);
  });
  it('knows the kind of each statistic that every service of the interface has', () => {
    const kinds = Map.groupBy(statisticNames, name => statisticInfo(name).kind);
    expect(kinds.get('series')).toEqual(['visitors', 'pageviews']);
    expect(kinds.get('hours')).toEqual(['visitors_hours', 'pageviews_hours']);
    expect(kinds.get('rows')).toHaveLength(13);
  });
  it('describes one in full', () => {
    expect(statisticInfo('landing_page')).toEqual({
      name: 'landing_page',
      title: 'Landing pages',
      singular: 'landing page',
      kind: 'rows',
      family: 'content',
      emptyValue: '(none)',
    });
    expect(countsOf('landing_page', capabilities)).toBe('sessions');
  });
});

test('of a country what else people type for it', () => {
  expect(otherNames('country', 'US:United States')).toContain('USA');
  expect(otherNames('country', 'GB')).toEqual(expect.arrayContaining(['GBR', 'UK', 'England']));
  expect(otherNames('country', 'CH')).toContain('CHE');
  expect(otherNames('country', 'VE')).toContain('VEN');
  for (const [name, value] of [
    ['country', ''],
    ['country', 'ZZ'],
    ['language', 'en'],
    ['page', '/us'],
  ] as const)
    expect(otherNames(name, value)).toEqual([]);
  const codes = [
    'AF:Africa',
    'AN:Antarctica',
    'AS:Asia',
    'EU:Europe',
    'NA:North America',
    'OC:Oceania',
    'SA:South America',
  ].flatMap(countriesOf);
  const long = codes.map(code => otherNames('country', code)[0] ?? '');
  expect(new Set(long).size).toBe(codes.length);
  // In nearly all of them the two letters stand in the three, which another order of the list would not have.
  const isWithin = (code: string, each: string) => code[0] === each[0] && each.indexOf(code[1] ?? '', 1) > 0;
  expect(codes.filter((code, at) => isWithin(code, long[at] ?? '')).length).toBeGreaterThan(
    codes.length * 0.8,
  );
});
