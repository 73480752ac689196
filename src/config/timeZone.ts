/** The machine's own time zone, "Europe/Berlin"; UTC where it has none that is known. */
export function machineTimeZone(): string {
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
