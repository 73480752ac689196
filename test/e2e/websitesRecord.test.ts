import { expect, test } from 'vitest';
import { websiteDefaults } from '#model/website/website.ts';
import { start, openDemo } from '../helpers/application.ts';
import { startEmptyService } from '../helpers/emptyService.ts';

test('the record shows every field and copies the one selected', async () => {
  const terminal = await openDemo();
  terminal.press('i');
  await terminal.waitFor(/Privacy +private +privacy +1/);
  expect(terminal.lines().join('\n')).toMatch(/Exclude bots +yes +exclude_bots +1/);
  terminal.press('j');
  await terminal.waitFor(lines => lines.some(line => line.startsWith(' > Domain')));
  const mark = terminal.mark();
  terminal.press('y');
  await terminal.waitForOutput(Buffer.from('podcast.example.com').toString('base64'), mark);
  await terminal.waitFor('Copied');
  // The year is of the website, not of its record.
  terminal.press('C');
  await terminal.waitFor(lines => lines[0]?.includes('podcast.example.com > Year ') === true);
  terminal.press('Esc');
  await terminal.waitFor(lines => lines[0]?.includes('podcast.example.com > Record ') === true);
  terminal.press('Esc');
  await terminal.waitFor('13 websites');
});

test('with room the screen tells more than what the service says: what each statistic counts, and what helps', async () => {
  const terminal = await openDemo({ cols: 200, rows: 50 });
  terminal.press('i');
  await terminal.waitFor(/FIELD +VALUE +ON THE SERVICE/);
  await terminal.waitFor(/STATISTICS {2}and what each counts/);
  const shown = terminal.lines().join('\n');
  expect(shown).toMatch(
    /Domain +podcast\.example\.com +domain\b[^]* Id +13 .*\n +Commands take it in place of/,
  );
  expect(shown).toMatch(/Look at the whole year[^]*COUNTED {2}what meets all of these/);
  expect(shown).toMatch(/IN THE SHELL[^]*KEPT HERE/);
});

test('someone else changed the website meanwhile: both values, and a question', async () => {
  const { api, env } = await startEmptyService();
  const website = await api.createWebsite({
    ...websiteDefaults,
    domain: 'one.example.com',
    excludeIps: 'hidden\u200bcharacter',
  });
  const id = website?.id ?? '';
  const terminal = start({ env });
  await terminal.waitFor('one.example.com');
  terminal.press('e');
  await terminal.waitFor('only what you change is sent');
  terminal.press('Left');
  await terminal.waitFor('[public]');
  await api.updateWebsite(id, { privacy: 'password', password: 'theirs' });
  terminal.press('^S');
  await terminal.waitFor('Someone else changed this website');
  await terminal.waitFor(/Privacy: now password, yours public/);
  terminal.press('n');
  await terminal.waitFor(lines => !lines.join('\n').includes('save mine'));
  expect((await api.showWebsite(id)).privacy).toBe('password');
  terminal.press('^S');
  await terminal.waitFor('save mine');
  terminal.press('y');
  await terminal.waitFor('Saved one.example.com');
  expect((await api.showWebsite(id)).privacy).toBe('public');

  // A stored value with something hidden in it is replaced whole.
  terminal.press('e');
  await terminal.waitFor('only what you change is sent');
  terminal.press('Up', 'Up');
  await terminal.waitFor('hidden characters');
  terminal.type('10.0.0.1');
  await terminal.waitFor(/Excluded addresses +\* │ +10\.0\.0\.1/);
  terminal.press('^S');
  await terminal.waitFor('Saved one.example.com');
  expect((await api.showWebsite(id)).excludeIps).toBe('10.0.0.1');
});

test('of domains that begin alike a title too shows the part that differs, beside the list and above its form', async () => {
  const { api, env } = await startEmptyService();
  for (const which of ['alpha', 'beta'])
    await api.createWebsite({
      ...websiteDefaults,
      domain: `shop.analytics-of-the-regional-customer-porta${which}.example.co.uk`,
    });
  const terminal = start({ cols: 120, rows: 40, env });
  await terminal.waitFor(lines => / │ .*abeta/.test(lines[1] ?? ''));
  terminal.press('Down');
  await terminal.waitFor(lines => / │ .*aalph/.test(lines[1] ?? ''));
  terminal.resize(40, 10);
  await terminal.waitFor(lines => lines.length === 10);
  terminal.press('e');
  await terminal.waitFor(/╭ Edit .*aalph.* ╮/);
});
