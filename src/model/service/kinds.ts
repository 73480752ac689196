/** The services that there are adapters for, by the names that profiles have for them; a profile without one means the first. */
export const serviceKinds = ['phpanalytics', 'umami'] as const;
export type ServiceKind = (typeof serviceKinds)[number];

export function isServiceKind(text: string): text is ServiceKind {
  return serviceKinds.some(kind => kind === text);
}
