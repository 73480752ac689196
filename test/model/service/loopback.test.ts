import { expect, test } from 'vitest';
import { isLoopback } from '#model/service/connection.ts';

test.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.255.3.4', '::1', '[::1]'])(
  '%s is this machine',
  host => expect(isLoopback(host)).toBe(true),
);

test.each('|0.0.0.0|::|128.0.0.1|127.0.0.1.example.com|127.1|a.localhost|localhost.example|[::1'.split('|'))(
  '"%s" is not',
  host => expect(isLoopback(host)).toBe(false),
);
