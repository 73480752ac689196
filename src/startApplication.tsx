import { todayIn } from '#model/day.ts';
import { readConnection, type Connection } from '#config/connection.ts';
import { readPaths } from '#config/paths.ts';
import { createStore } from '#store/createStore.ts';
import type { ProfileInfo, Services } from '#store/services.ts';
import type { Capabilities } from '#terminal/capabilities.ts';
import { setCharset } from '#terminal/charset.ts';
import { startSession, type Session } from '#terminal/session.ts';
import { openApi, problemOf } from './openApi.ts';
import { worldOf } from './world.ts';

export interface ApplicationOptions {
  readonly capabilities: Capabilities;
  readonly readOnly: boolean;
}

/** Opens the service while Ink loads, takes the terminal, draws, and stays until the person quits. */
export async function startApplication({ capabilities, readOnly }: ApplicationOptions): Promise<void> {
  const read = readConnection(process.env);
  if ('error' in read) return complain(read.error);
  setCharset(capabilities.unicode ? 'utf8' : 'ascii');
  // Chalk decides when it loads. Colours that are not wanted are dropped on their way to the terminal.
  process.env['FORCE_COLOR'] = '1';
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const today = () => todayIn(timeZone, new Date());

  let showProgress: (fraction: number) => void = () => undefined;
  let problem: string | undefined;
  const { api, opened } = openApi(read.connection, {
    paths: readPaths(process.env),
    today,
    onProgress: fraction => showProgress(fraction),
  });
  opened.catch((error: unknown) => (problem = problemOf(error)));
  const [{ render }, { Root }] = await Promise.all([import('ink'), import('./Root.tsx')]);
  if (problem !== undefined) return complain(problem);

  const session: Session = startSession({
    stdin: process.stdin,
    stdout: process.stdout,
    colour: capabilities.colour,
  });
  const services: Services = {
    api,
    profile: profileOf(read.connection, readOnly),
    today,
    now: Date.now,
    timeZone,
    quit: () => session.quit(),
    suspend: () => session.suspend(),
    redraw: () => session.repaint(),
    ...worldOf(session, capabilities),
  };
  const viewport = () => ({ columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 });
  const store = createStore(services, viewport());
  process.stdout.prependListener('resize', () => store.getState().resize(viewport()));
  showProgress = fraction => store.getState().showPreparing(fraction < 1 ? fraction : undefined);
  opened.then(
    () => store.getState().showPreparing(undefined),
    (error: unknown) => session.quit(1, `sitedeck: ${problemOf(error)}`),
  );
  void store.getState().websites.load();
  await render(
    <Root store={store} services={services} onInput={session.onInput} onError={session.fail} />,
    session.ink,
  ).waitUntilExit();
}

function profileOf(connection: Connection, readOnly: boolean): ProfileInfo {
  if (connection.kind === 'demo') return { name: 'demo', kind: 'demo', readOnly };
  return { name: connection.url.replace(/^https?:\/\//, ''), kind: 'service', readOnly };
}

function complain(line: string): void {
  process.stderr.write(`sitedeck: ${line}\n`);
  process.exitCode = 1;
}
