import { choicesPath } from '#config/choices.ts';
import { chosenProfile, type Profile, type ProfileChoice } from '#config/profile/chooseProfile.ts';
import { writeFrame } from '#config/kept/lastSeen.ts';
import type { Paths } from '#config/paths.ts';
import { profileFilePath } from '#config/profile/profiles.ts';
import { givenPaths } from '#config/kept/given.ts';
import { yoursPath } from '#config/yours/yours.ts';
import { savedViewsPath } from '#config/kept/savedViews.ts';
import { endOfDay } from '#model/period/zone.ts';
import type { Viewport } from '#store/display.ts';
import { enterScreen, leaveScreen } from '#terminal/session.ts';
import type { FirstFrame } from './firstFrame.ts';
import type { NextStart, OpenedProfile } from '#app/openProfile.ts';

interface NextFrame {
  readonly firstFrame: FirstFrame;
  readonly paths: Paths;
  readonly choice: ProfileChoice;
  readonly viewport: Viewport;
  readonly shown: OpenedProfile;
  readonly bytesOf: (start: NextStart) => string;
}

/** Draws the first frame of the next start and keeps it on disk; removes the one of before where there is none. Synchronous. */
export function keepFrame({ firstFrame, paths, choice, viewport, shown, bytesOf }: NextFrame): void {
  const { pathOf, of, stampOf } = firstFrame;
  const path = pathOf(viewport.columns, viewport.rows);
  const next = isSame(shown.profile, choice, paths) ? shown.nextStart() : undefined;
  const frame = next && bytesOf(next);
  if (next === undefined || frame === undefined) return writeFrame(path, undefined);
  const { config, data } = paths;
  const files = [
    profileFilePath(config),
    yoursPath(config),
    choicesPath(data),
    ...givenPaths(data),
    savedViewsPath(data),
    next.listFile,
  ];
  const stamps = Object.fromEntries(files.map(file => [file, stampOf(file)]));
  writeFrame(path, {
    of,
    from: Date.now(),
    until: endOfDay(shown.services.timeZone, Date.now()),
    files: stamps,
    enter: enterScreen,
    frame,
    leave: leaveScreen(viewport.rows),
  });
  // Forgotten while it was drawn.
  if (stampOf(next.listFile) !== stamps[next.listFile]) writeFrame(path, undefined);
}

/** Whether the next start opens the same profile: the file may say something else of it than when it was opened. */
function isSame(profile: Profile, choice: ProfileChoice, paths: Paths): boolean {
  try {
    return JSON.stringify(chosenProfile(choice, paths)) === JSON.stringify(profile);
  } catch {
    return false;
  }
}
