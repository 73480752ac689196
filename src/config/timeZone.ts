import { existsSync, readlinkSync } from 'node:fs';
import { isTimeZone, setOwnZone } from '#model/period/zone.ts';

/** Unix has the rules of the zones here, each in a file of its name. */
const rules = '/usr/share/zoneinfo/';

/** The machine's time zone, "Europe/Berlin"; UTC where it is unknown. */
export function machineTimeZone(): string {
  const zone = systemZone(process.env['TZ']) ?? intlZone();
  setOwnZone(zone);
  return zone;
}

/** Read as Intl does it, without Intl, whose first use takes 10 ms. Undefined where the setting is unusual. */
function systemZone(setting: string | undefined): string | undefined {
  try {
    const name = setting ?? readlinkSync('/etc/localtime').replace(/^.*\/zoneinfo\//, '');
    if (name === 'UTC' || name === 'Etc/UTC') return 'UTC';
    return /^[A-Z][A-Za-z]+(\/[A-Z][A-Za-z_-]+)+$/.test(name) && existsSync(rules + name) ? name : undefined;
  } catch {
    return undefined;
  }
}

function intlZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : 'UTC';
}
