import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { filledArguments, whyNotRun } from '#model/own/command.ts';
import { anyText } from '../../helpers/anyText.ts';

test('a placeholder fills one argument, or a part of one, whatever the value is', () => {
  const value = 'a b; $(id) `id` "x" \'y\' {id} *';
  expect(
    filledArguments(['show', '{value}', '--grep={value}', '{from}..{to}', 'as {} it { id } is {7}'], {
      value,
      from: '2026-11-01',
      to: '2026-11-20',
      id: '7',
    }),
  ).toEqual(['show', value, `--grep=${value}`, '2026-11-01..2026-11-20', 'as {} it { id } is {7}']);
});

test.each([
  ['-rf', 'begins with a hyphen, and could be read as an option'],
  ['--output=/etc/passwd', 'begins with a hyphen, and could be read as an option'],
  ['a\nb', 'holds control characters'],
  ['a\x00b', 'holds control characters'],
  ['a\x1b[31mb', 'holds control characters'],
  ['a\u202eb', 'holds control characters'],
  ['a\u2028b', 'holds control characters'],
  ['../../etc/passwd', 'leads to a folder above, by ..'],
  ['a/..', 'leads to a folder above, by ..'],
  ['..\\boot.ini', 'leads to a folder above, by ..'],
  ['a\\..\\b', 'leads to a folder above, by ..'],
  ['x'.repeat(8_001), 'is longer than 8000 characters'],
])('%j is refused', (domain, why) => {
  expect(filledArguments(['a', '/var/log/{domain}'], { domain })).toBe(`Not run: the {domain} ${why}.`);
});

test('what is not on the screen is said, with where it is', () => {
  expect(filledArguments(['a', '{statistic}'], {})).toBe(
    'Nothing here is its {statistic}: open a statistic, or select a row of one.',
  );
  expect(filledArguments(['a', '{value}'], { value: '' })).toBe(
    'Nothing here is its {value}: select a row that has a value.',
  );
  const longest = 'x'.repeat(8_000);
  expect(filledArguments(['a', '{value}'], { value: longest })).toEqual(['a', longest]);
  // Two dots that are no folder.
  expect(filledArguments(['a', '{value}'], { value: '/a..b' })).toEqual(['a', '/a..b']);
});

test('a program that passes its arguments to a shell gets only values that mean nothing to one', () => {
  const run = ['ssh', 'web1', 'tail', '/var/log/nginx/{domain}.log'];
  expect(filledArguments(run, { domain: 'shop.example.com' })).toEqual([
    'ssh',
    'web1',
    'tail',
    '/var/log/nginx/shop.example.com.log',
  ]);
  for (const domain of ['a;id', 'a b', '$(id)', '`id`', 'a|b', "a'b", 'a>b', 'a&b', 'a*', '~a', 'a#b'])
    expect(filledArguments(run, { domain })).toContain('holds a character that a shell could read');
});

test.each([
  'ssh',
  '/usr/bin/ssh',
  ...'mosh watch su tmux screen script xargs parallel entr flock at batch'.split(' '),
])('%s is one of them, behind another program too', program => {
  for (const run of [
    [program, '{domain}'],
    ['sudo', program, '{domain}'],
  ])
    expect(filledArguments(run, { domain: 'a;id' })).toContain('holds a character that a shell could read');
});

test('of any value the arguments are as many as before, or nothing is run', () => {
  fc.assert(
    fc.property(anyText(), value => {
      const filled = filledArguments(['grep', '-e', '{value}', '--file={value}'], { value });
      if (typeof filled === 'string') return;
      expect(filled).toEqual(['grep', '-e', value, `--file=${value}`]);
      expect(value).not.toMatch(/^-|[\x00-\x1f\x7f-\x9f]/);
    }),
  );
});

test('what a shell would read as code has no placeholder, the arguments behind it may', () => {
  expect(whyNotRun(['sh', '-c', 'tail "$1"', 'sh', '{domain}'])).toBeUndefined();
  expect(whyNotRun(['sh', '-c', 'tail {domain}'])).toBe(
    'would have a shell read a value as code: write "$1" there, and the value as an argument of its own behind it: [sh, -c, ..., sh, "{domain}"]',
  );
});

test.each([
  [['bash', '-cx', 'echo {value}']],
  [['sh', '-c', '--', 'echo {value}']],
  [['bash', '-c', '-x', 'echo {value}']],
  [['bash', '-c', '-o', 'pipefail', 'echo {value}']],
  [['bash', '-c', '+O', 'extglob', 'echo {value}']],
  [['sudo', 'rbash', '-c', 'echo {value}']],
  [['perl', '-eprint "{value}"']],
  [['perl', '-w', '-ne', 'print "{value}"']],
  [['perl', '-w', '-eprint "{value}"']],
  [['node', '--eval=log("{value}")']],
  [['sed', '--expression=s/x/{value}/', 'file']],
  [['sed', '-es/x/{value}/', 'file']],
  [['gawk', '-l', 'ordchr', 'print "{value}"']],
  [['awk', '-v', 'a=1', 'print "{value}"']],
  [['git', '-c', 'alias.x=!echo {value}', 'x']],
  [['git', '-calias.x=!echo {value}', 'x']],
  [['env', '-S', 'sh {value}']],
  [['vim', '-c', 'e {value}']],
  [['vim', '+e {value}']],
])('%j has a value as code, however its option is written', run => {
  expect(whyNotRun(run)).toMatch(/^would have \S+( shell)? read a value as code: /);
});

test.each([
  [['bash', '-c', '-x', 'echo "$1"', 'bash', '{value}']],
  [['bash', '-cx', 'echo "$1"', 'bash', '-{value}']],
  [['bash', '-x', 'script', '-c{value}']],
  [['perl', '-w', 'script', '--expression={value}']],
  [['grep', '-c', '{value}', 'file']],
  [['awk', '-F', '{value}', '1', 'file']],
  [['ssh', 'web1', 'grep', '-c', '{value}', 'file']],
])('%j has none', run => {
  expect(whyNotRun(run)).toBeUndefined();
});

test.each(['{value}', '/opt/{profile}/run', 'run-{id}'])('the program itself is no value: %s', program => {
  expect(whyNotRun([program, 'x'])).toContain('must name the program itself');
});

test('the character 0 is in no argument', () => {
  expect(whyNotRun(['printf', 'a\0b'])).toBe(
    'holds the character 0, which no program can be given: take it out',
  );
});
