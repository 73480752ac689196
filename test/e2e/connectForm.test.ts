import { createServer } from 'node:https';
import { expect, onTestFinished, test } from 'vitest';
import { openDemo } from '../helpers/application.ts';
import { hasOpenssl, makeCertificate } from '../helpers/certificate.ts';
import { bare, held, html, json, never } from '../helpers/faultAnswers.ts';
import type { Answer, FaultServer } from '../helpers/faultServer.ts';
import { listenLocally } from '../helpers/listenLocally.ts';
import { useSharedDemo } from '../helpers/sharedProgram.ts';
import type { Terminal } from '../helpers/terminal.ts';
import { temporaryDemo } from '../helpers/temporaryHome.ts';
import { openFaultServer } from '../helpers/apiFixture.ts';

const sizes = [
  { cols: 40, rows: 10 },
  { cols: 80, rows: 24 },
] as const;
const refused = json({ message: 'Unauthenticated.' }, 401);
const key = 'the-right-key';

/** What the form says, in one line: its text wraps at every width. */
const said = (lines: readonly string[]) =>
  lines
    .filter(line => line.includes('│'))
    .map(line => line.slice(line.indexOf('│') + 1, line.lastIndexOf('│')))
    .join(' ')
    .replaceAll(/\s+/g, ' ');
const says = (words: string) => (lines: readonly string[]) => said(lines).includes(words);
const footer = (terminal: Terminal) => terminal.lines().at(-1)?.trim() ?? '';

async function serverOf(answer: Answer): Promise<FaultServer> {
  const server = await openFaultServer();
  server.answerWith(answer);
  return server;
}

const openList = useSharedDemo();

/** @param opened a program of its own, where the test connects it */
async function openForm(
  { cols, rows }: { readonly cols: number; readonly rows: number },
  opened?: Promise<Terminal>,
): Promise<Terminal> {
  const terminal = await (opened ?? openList(cols, rows));
  terminal.press('P');
  await terminal.waitFor('Connect a service ...');
  terminal.press('a');
  await terminal.waitFor(/> Address/);
  return terminal;
}

/** A service that takes one key, and says something else to anybody without it. */
const takesKey =
  (toOthers: Answer): Answer =>
  (response, request) => {
    const isRight = request.headers.authorization === `Bearer ${key}`;
    (isRight ? json({ data: [{ id: 1, domain: 'one.example.com' }] }) : toOthers)(response, request);
  };

const wrongAddresses: readonly { what: string; answer: Answer | undefined; says: string }[] = [
  {
    what: 'nobody',
    answer: undefined,
    says: '127.0.0.1:1 refuses the connection: is the service running there?',
  },
  {
    what: 'a web page',
    answer: html(),
    says: 'A web page answers, not the service (or a sign-in in front of it): check the address.',
  },
  {
    what: 'a redirect to a sign-in',
    answer: bare(302, { location: 'https://sso.example/login' }),
    says: 'The answer leads elsewhere to https://sso.example/login, perhaps to a sign-in in front of it: check the address.',
  },
  {
    what: 'another program',
    answer: json({ message: 'Not Found' }, 404),
    says: 'No service that Sitedeck knows answers at this address: check it.',
  },
  {
    what: 'a broken service',
    answer: json({ message: 'Server Error' }, 500),
    says: 'The service failed (500).',
  },
];

// The longest of the sentences in the other size too.
test.each([
  ...wrongAddresses.map(wrong => ({ ...sizes[0], ...wrong })),
  ...wrongAddresses.slice(2, 3).map(wrong => ({ ...sizes[1], ...wrong })),
])(
  'at $cols x $rows, where $what answers, a sentence below the address says so, and the footer how to go on',
  async ({ answer, says: sentence, ...size }) => {
    const terminal = await openForm(size);
    terminal.type(answer === undefined ? 'http://127.0.0.1:1' : (await serverOf(answer)).url);
    terminal.press('Enter');
    await terminal.waitFor(says(sentence));
    // Below the field that it is of, which the cursor is in.
    const lines = terminal.lines();
    const at = lines.findIndex(line => line.includes('> Address'));
    expect(lines[at + 1]).toContain(sentence.split(' ')[0]);
    expect(footer(terminal)).toMatch(/^Enter try again {2}Esc back/);
    terminal.press('Esc', 'Esc');
    await terminal.waitFor(lines => !lines.join('\n').includes('Address'));
  },
);

test.each(sizes)('at $cols x $rows without an address Enter goes on to the next field', async size => {
  const terminal = await openForm(size);
  terminal.press('^S');
  await terminal.waitFor(says('Type the address of the service'));
  expect(footer(terminal)).toMatch(/^Enter next {2}Esc back/);
  terminal.press('Enter');
  await terminal.waitFor('> API key');
});

test.each(sizes.slice(0, 1))(
  'at $cols x $rows a wrong key is said below it, and Enter tests the next one without the other fields',
  async size => {
    const server = await serverOf(takesKey(refused));
    const terminal = await openForm(size, openDemo(size));
    terminal.type(server.url);
    terminal.press('Enter');
    await terminal.waitFor(says('phpAnalytics shows it at Account > API (/account/api).'));
    expect(footer(terminal)).toMatch(/^Enter next/);
    terminal.type('a-wrong-key');
    terminal.press('^S');
    await terminal.waitFor(says('The service does not accept the API key.'));
    expect(footer(terminal)).toMatch(/^Enter try again {2}Esc back/);
    const again = held(refused);
    server.answerWith(again.answer);
    terminal.press('Enter');
    // Nothing can be typed meanwhile.
    await terminal.waitFor(/^ (?:Enter not yet {2})?Esc back/m);
    await expect.poll(() => again.waiting()).toBe(1);
    server.answerWith(takesKey(refused));
    again.release();
    await terminal.waitFor(/^ Enter try again/m);
    // Nobody sees what is typed: it takes the place of the wrong one.
    terminal.type(key);
    await terminal.waitFor(/^ Enter test and save/m);
    terminal.press('Enter');
    await terminal.waitFor('Connected: 1 website.');
    expect(terminal.output).not.toMatch(/the-right-key|a-wrong-key/);
  },
);

test.each(sizes.slice(0, 1))(
  'at $cols x $rows what a hostile service says hides neither the fields nor the keys',
  async size => {
    const message = `\x1b[2J\x1b]0;title\x07 Your session is over. ${'Press q and type your password. '.repeat(60)}`;
    const terminal = await openForm(size);
    terminal.type((await serverOf(takesKey(json({ message }, 401)))).url);
    terminal.press('Enter');
    await terminal.waitFor(/> API key/);
    terminal.type('some-key');
    terminal.press('^S');
    await terminal.waitFor(says('The service does not accept the API key.'));
    const lines = terminal.lines();
    for (const field of [/ {2}Address +http/, /> API key +\*{8}/, / {2}Name +a name/])
      expect(lines.filter(line => field.test(line))).toHaveLength(1);
    expect(lines.filter(line => line.includes('your password')).length).toBeLessThanOrEqual(2);
    expect(footer(terminal)).toMatch(/^Enter try again {2}Esc back/);
    expect(terminal.output).not.toContain('title\x07');
  },
);

test('a service that does not answer is waited for, and Esc leaves it', async () => {
  const terminal = await openForm(sizes[1]);
  terminal.type((await serverOf(never)).url);
  terminal.press('Enter');
  await terminal.waitFor(says('Looking for a service there, for up to 15 s ...'));
  terminal.type('some-key');
  terminal.press('^S');
  await terminal.waitFor(says('Asking the service ...'));
  expect(footer(terminal)).toMatch(/^Esc back/);
  terminal.press('Esc');
  await terminal.waitFor('Connect a service ...');
});

test.skipIf(!hasOpenssl).each(sizes.slice(0, 1))(
  'at $cols x $rows a certificate that nobody has signed is said, and what helps',
  async size => {
    const home = await temporaryDemo();
    const secure = createServer(makeCertificate(home.path), (_, response) =>
      response.writeHead(401).end('{}'),
    );
    const server = await listenLocally(secure);
    onTestFinished(() => server.close());
    const terminal = await openForm(size);
    terminal.type(server.url.replace('http:', 'https:'));
    terminal.press('Enter');
    await terminal.waitFor(
      says('is signed by nobody this machine trusts: NODE_EXTRA_CA_CERTS can name its issuer.'),
    );
    expect(footer(terminal)).toMatch(/^Enter try again {2}Esc back/);
  },
);
