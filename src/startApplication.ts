import { todayIn } from '#model/day.ts';
import { openChoices } from '#config/choices.ts';
import { readPaths } from '#config/paths.ts';
import { profileFilePath, readProfileFile } from '#config/profileFile.ts';
import { resolveProfile, type Profile, type ProfileChoice } from '#config/resolveProfile.ts';
import { openApi, problemOf } from '#headless/connection/openApi.ts';
import { createStore } from '#store/createStore.ts';
import type { ProfileInfo, Services } from '#store/services.ts';
import type { Capabilities } from '#terminal/capabilities.ts';
import { setCharset } from '#terminal/charset.ts';
import { startSession, type Session } from '#terminal/session.ts';
import { clockOf } from './clock.ts';
import { worldOf } from './world.ts';

export interface ApplicationOptions {
  readonly capabilities: Capabilities;
  readonly readOnly: boolean;
  readonly choice: ProfileChoice;
  /** --debug: a file for the requests. */
  readonly debug?: string | undefined;
}

/** Opens the service while Ink loads, takes the terminal, draws, and stays until the person quits. */
export async function startApplication(options: ApplicationOptions): Promise<void> {
  const { capabilities, choice, debug } = options;
  const paths = readPaths(process.env);
  const profile = resolveProfile(process.env, choice, () => readProfileFile(profileFilePath(paths.config)));
  const readOnly = options.readOnly || profile.readOnly;
  const { timeZone } = profile;
  setCharset(capabilities.unicode ? 'utf8' : 'ascii');
  // Chalk decides when it loads. Colours that are not wanted are dropped on their way to the terminal.
  process.env['FORCE_COLOR'] = '1';
  const now = profile.connection.kind === 'service' ? Date.now : clockOf(process.env);
  const today = () => todayIn(timeZone, new Date(now()));

  let showProgress: (fraction: number) => void = () => undefined;
  let problem: string | undefined;
  const { api, opened } = openApi(profile.connection, {
    env: process.env,
    paths,
    today,
    now,
    onProgress: fraction => showProgress(fraction),
    debug,
  });
  opened.catch((error: unknown) => (problem = problemOf(error)));
  let session: Session | undefined;
  const choices = openChoices(
    paths.data,
    profile.connection.kind === 'service' ? api.baseUrl : profile.connection.kind,
  );
  process.once('exit', choices.flush);
  const services: Services = {
    api,
    choices,
    profile: profileOf(profile, readOnly),
    today,
    now,
    timeZone,
    quit: () => session?.quit(),
    suspend: () => session?.suspend(),
    redraw: () => session?.repaint(),
    ...worldOf({ send: sequence => session?.send(sequence) }, capabilities),
  };
  const viewport = () => ({ columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 });
  const store = createStore(services, viewport());
  void store.getState().websites.load();
  // While React and Ink are read, the first answer comes: the first frame shows it.
  const { draw } = await import('./draw.tsx');
  if (problem !== undefined) return giveUp(problem);

  session = startSession({ stdin: process.stdin, stdout: process.stdout, colour: capabilities.colour });
  const { quit } = session;
  process.stdout.prependListener('resize', () => store.getState().resize(viewport()));
  showProgress = fraction => store.getState().showPreparing(fraction < 1 ? fraction : undefined);
  opened.then(
    () => store.getState().showPreparing(undefined),
    (error: unknown) => quit(1, `sitedeck: ${problemOf(error)}`),
  );
  await draw(store, services, session);
}

function profileOf({ name, connection }: Profile, readOnly: boolean): ProfileInfo {
  return { name, kind: connection.kind, readOnly };
}

/** Without waiting for the requests that are tried again. */
function giveUp(line: string): never {
  process.stderr.write(`sitedeck: ${line}\n`);
  process.exit(1);
}
