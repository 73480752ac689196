import { homedir } from 'node:os';

/** What systems call the home of accounts that have none. */
export const noHome = '/nonexistent';
/** Our code for a folder that would be below it: the system has none. */
export const noHomeCode = 'ENOHOME';

/** The home folder of this account; undefined where neither HOME nor the system names one, as in a container. */
export function homeFolder(): string | undefined {
  try {
    return homedir() || undefined;
  } catch {
    return undefined;
  }
}
