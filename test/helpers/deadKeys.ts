import { commandsOf, screens } from '#commands/registry.ts';

const used = new Set(screens.flatMap(({ screen }) => commandsOf(screen).flatMap(({ keys }) => keys)));

/** Whether no command of any screen has this key. */
export const isFree = (key: string): boolean => !used.has(key);

/** Letters that no command has: those beyond ASCII are there when all others are taken. */
export const deadKeys: readonly string[] = Array.from('ZBQWXYKFUOJVPDEAMLIRHGCTNSäöüßéàø').filter(isFree);

/** A letter that does nothing anywhere. */
export const [deadKey = 'ø'] = deadKeys;
