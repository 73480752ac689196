import { label, safeText, type SafeText } from '#terminal/safeText.ts';
import { Line } from './Line.tsx';
import type { Part } from './style.ts';

/** Where I am, and how the service is: profile, requests under way, the time of its last answer. */
export function Header(props: {
  readonly path: readonly SafeText[];
  readonly profile: SafeText;
  readonly isDemo: boolean;
  readonly requests: number;
  /** "429, waiting 12 s" while the service asks for patience. */
  readonly waiting?: SafeText | undefined;
  readonly lastAnswer?: SafeText | undefined;
  /** How often it is asked again by itself. */
  readonly every?: SafeText | undefined;
  readonly width: number;
}) {
  const { path, profile, isDemo, requests, waiting, lastAnswer, every, width } = props;
  const left = path.flatMap((step, index): Part[] => {
    const here = index === path.length - 1;
    const part: Part = here ? { text: step, bold: true } : { text: step, tone: 'dim' };
    return [{ text: index === 0 ? label` ` : label` > `, tone: 'dim' }, part];
  });
  const right: Part[] = [
    { text: isDemo ? demoLabel(width) : profile, tone: isDemo ? 'warn' : 'accent' },
    ...(waiting === undefined ? [] : [{ text: label`   ${waiting}`, tone: 'warn' as const }]),
    ...(requests === 0 ? [] : [{ text: requestText(requests), tone: 'dim' as const }]),
    ...(every === undefined ? [] : [{ text: label`   ${every}`, tone: 'accent' as const }]),
    ...(lastAnswer === undefined ? [] : [{ text: label`   ${lastAnswer}`, tone: 'dim' as const }]),
    { text: label` ` },
  ];
  return <Line parts={left} right={right} width={width} />;
}

/** Says that the numbers are made up, and where there is room how to get to one's own. */
function demoLabel(width: number): SafeText {
  return width < 60 ? label`demo data` : label`demo data, P connects`;
}

function requestText(count: number): SafeText {
  return count === 1 ? label`   1 request` : safeText(`   ${count} requests`);
}
