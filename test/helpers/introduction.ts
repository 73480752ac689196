import { openIntroduction } from '#config/choices.ts';
import { introductionParts } from '#store/profile/introduction.ts';

/** Ends the introduction in a folder of data: no way to begin is offered, no hint is shown. */
export function endIntroduction(data: string): void {
  for (const part of introductionParts) openIntroduction(data)?.end(part);
}
