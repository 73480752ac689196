import { counted, keyOf } from '#text/words.ts';
import { cutEnd } from '#text/fit.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { textWidth } from '#text/characters.ts';
import { Line } from './Line.tsx';
import { dim, type Part } from './parts.ts';

/** A name that is cut shorter cannot be recognised. */
const minStep = 6;

interface HeaderProps {
  readonly path: readonly SafeText[];
  /** How the website in the path is cut where there is no room for all of it. */
  readonly cutName?: typeof cutEnd | undefined;
  readonly profile: SafeText;
  readonly isDemo: boolean;
  readonly isReadOnly: boolean;
  readonly isUnchecked?: boolean;
  readonly requests: number;
  /** "62 of 137 read", while that goes on. */
  readonly progress?: SafeText | undefined;
  /** "429, waiting 12 s" while the service limits the rate. */
  readonly waiting?: SafeText | undefined;
  /** "as of 12:04", where what is on screen was last seen then. */
  readonly seen?: { readonly text: SafeText; readonly isOffline: boolean } | undefined;
  readonly lastAnswer?: SafeText | undefined;
  readonly every?: SafeText | undefined;
  /** "logs to 12:04", while logs are followed. */
  readonly logs?: SafeText | undefined;
  readonly width: number;
}

export function Header(props: HeaderProps) {
  const {
    path,
    cutName = cutEnd,
    isDemo,
    isUnchecked = false,
    requests,
    progress,
    waiting,
    lastAnswer,
    every,
    logs,
    seen,
    width,
  } = props;
  const isNarrow = width < 60;
  const waitingPart: Part[] = waiting === undefined ? [] : [{ text: label`${waiting}   `, tone: 'warn' }];
  const seenPart: Part[] =
    seen === undefined || (isNarrow && waiting !== undefined)
      ? []
      : [{ text: label`${seen.text}   `, tone: seen.isOffline ? 'bad' : 'dim' }];
  const urgent = [...waitingPart, ...seenPart];
  const fixed: Part[] = [
    // Where there is little room what is urgent replaces the name of the service.
    ...(isNarrow && urgent.length > 0
      ? []
      : [
          {
            text: serviceLabel(props, isNarrow),
            tone: isDemo || isUnchecked ? ('warn' as const) : ('accent' as const),
          },
          { text: label`   ` },
        ]),
    dim(label`${lastAnswer ?? label`     `} `),
  ];
  const everyPart: Part[] = every === undefined ? [] : [{ text: label`${every}   `, tone: 'accent' }];
  const room = width - widthOf([...urgent, ...fixed]) - 1;
  // What goes on by itself does so all the time: the path makes room for it, but is not cut for it.
  const left = wholePath(path, room - widthOf(everyPart)) ?? pathParts(path, room, cutName);
  // Parts that come and go are placed where nothing else has to move.
  const passing: Part[] = [
    ...waitingPart,
    ...(requests === 0 ? [] : [dim(safeText(`${counted(requests, 'requests')}   `))]),
    ...(progress === undefined ? [] : [dim(label`${progress}   `)]),
    ...(logs === undefined ? [] : [{ text: label`${logs}   `, tone: 'accent' as const }]),
    ...seenPart,
    ...everyPart,
  ];
  const fits = (parts: readonly Part[]) => widthOf([...left, ...parts, ...fixed]) < width;
  const lasting = [...seenPart, ...everyPart];
  const shown = waiting !== undefined || fits(passing) ? passing : fits(lasting) ? lasting : seenPart;
  return <Line parts={left} right={[...shown, ...fixed]} width={width} />;
}

/** The path with as many steps as there is room for; undefined where it has to be cut. */
function wholePath(path: readonly SafeText[], room: number): Part[] | undefined {
  const here = path.at(-1) ?? label``;
  const ways = [path, path.slice(1), [...path.slice(1, 2), here]];
  return ways.map(stepParts).find(way => way.length > 0 && widthOf(way) <= room);
}

/** The end of the path matters most: what does not fit is left out of the middle, the website last. */
function pathParts(path: readonly SafeText[], room: number, cutName: typeof cutEnd): Part[] {
  const whole = wholePath(path, room);
  if (whole !== undefined) return whole;
  const here = path.at(-1) ?? label``;
  if (path.length === 2) return stepParts([cutName(here, room - 1)]);
  const site = cutName(path[1] ?? label``, room - textWidth(here) - 4);
  return stepParts(path.length < 2 || textWidth(site) < minStep ? [here] : [site, here]);
}

function stepParts(path: readonly SafeText[]): Part[] {
  return path.flatMap((step, index): Part[] => [
    dim(index === 0 ? label` ` : label` > `),
    index === path.length - 1 ? { text: step, bold: true } : dim(step),
  ]);
}

function widthOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { text }) => sum + textWidth(text), 0);
}

/** The profile and its flags; for the demo, on the list, also the key that connects a service. */
function serviceLabel(props: HeaderProps, isNarrow: boolean): SafeText {
  const { path, profile, isDemo, isReadOnly, isUnchecked = false } = props;
  if (isUnchecked) return label`${profile}, ${isReadOnly ? label`read-only, ` : label``}TLS unchecked`;
  if (isReadOnly) return label`${isDemo ? label`demo` : profile}, read-only`;
  if (!isDemo) return profile;
  return isNarrow || path.length > 2 ? label`demo data` : label`demo data, ${keyOf('profiles')} connects`;
}
