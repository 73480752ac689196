import { expect, test } from 'vitest';
import { referrerGroup } from '#model/statistics/referrerGroups.ts';

test.each([
  ['', 'direct'],
  ['www.google.com', 'search'],
  ['google.co.uk', 'search'],
  ['news.google.com', 'search'],
  ['com.google.android.googlequicksearchbox', 'search'],
  ['search.yahoo.com', 'search'],
  ['uk.search.yahoo.com', 'search'],
  ['yandex.ru', 'search'],
  ['duckduckgo.com', 'search'],
  ['mail.google.com', 'mail'],
  ['com.google.android.gm', 'mail'],
  ['mail.yahoo.co.jp', 'mail'],
  ['outlook.live.com', 'mail'],
  ['gemini.google.com', 'AI assistants'],
  ['chatgpt.com', 'AI assistants'],
  ['www.perplexity.ai', 'AI assistants'],
  ['copilot.microsoft.com', 'AI assistants'],
  ['t.co', 'social'],
  ['m.facebook.com', 'social'],
  ['l.instagram.com', 'social'],
  ['www.pinterest.de', 'social'],
  ['old.reddit.com', 'social'],
  ['news.ycombinator.com', 'social'],
  // Hosts that only look like them.
  ['notgoogle.com', 'other websites'],
  ['google.example.org', 'other websites'],
  ['t.co.example', 'other websites'],
  ['microsoft.com', 'other websites'],
  ['constructor', 'other websites'],
  ['news.example.org', 'other websites'],
])('%s is %s', (host, group) => {
  expect(referrerGroup(host)).toBe(group);
});
