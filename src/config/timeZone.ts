import { existsSync, readlinkSync } from 'node:fs';
import { setOwnZone } from '#model/period/zoneTime.ts';

/** Where Unix keeps the rules of the zones, each in a file of its name. */
const rules = '/usr/share/zoneinfo/';

let known: { readonly setting: string | undefined; readonly zone: string } | undefined;

/** The machine's own time zone, "Europe/Berlin"; UTC where it has none that is known. */
export function machineTimeZone(): string {
  const setting = process.env['TZ'];
  if (known === undefined || known.setting !== setting) {
    known = { setting, zone: systemZone(setting) ?? intlZone() };
    setOwnZone(known.zone);
  }
  return known.zone;
}

/** Without Intl, which takes 10 ms at its first use: read where Intl reads it. Undefined where that is not plain. */
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

/** Whether dates can be told in it: an IANA name such as "Europe/Berlin", or an offset such as "+02:00". */
export function isTimeZone(name: string | undefined): name is string {
  if (name === undefined || name.trim() === '') return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
