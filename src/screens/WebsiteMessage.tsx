import { Message, messageRows } from '#components/box/Message.tsx';
import { Line, Lines, SideBySide } from '#components/Line.tsx';
import { Panel } from '#components/Panel.tsx';
import { columnWidths } from '#components/parts.ts';
import type { ScreenMessage } from '#screens/messages.ts';
import { zeroLines, type ZeroPart } from '#screens/emptyWebsite.ts';
import { useAppState } from '#screens/storeView.ts';
import { websiteOf } from '#store/websites/records.ts';
import { label, type SafeText } from '#text/safeText.ts';

const roomForTwo = 80;
const roomForFrames = 100;
const roomForThree = 170;
const minHelps = 3;
/** With the blank line above it, and the heading of a panel. */
const minPanel = 6;

const titles: Readonly<Record<ZeroPart, SafeText>> = {
  helps: label`What helps`,
  helpsAndShell: label`What helps`,
  shell: label`What tells more`,
  settings: label`How it is set`,
  kept: label`What is kept`,
  counts: label`What there will be`,
  statistics: label`What there will be`,
};

/** In place of what a view has nothing to show of: the message, and of a website of which nothing is counted what helps, what to look into and how it is set. */
export function WebsiteMessage(props: {
  readonly message: ScreenMessage;
  readonly websiteId: string;
  readonly width: number;
  readonly height: number;
  /** In place of what helps, where that stands beside it. */
  readonly part?: ZeroPart | undefined;
}) {
  const { message, websiteId, width, height, part = 'helps' } = props;
  const state = useAppState(whole => whole);
  const website = websiteOf(state, websiteId);
  if (message.isOfZeros !== true || website === undefined)
    return <Message {...message} width={width} height={height} />;
  // The keys stand below.
  const whole = { ...message, tone: 'plain', press: undefined, width } as const;
  // On the smallest screens what helps comes before what may be behind it.
  const shown = height - messageRows(whole) < minHelps ? { ...whole, lines: [] } : whole;
  const messageLines = messageRows(shown);
  const messageHeight = messageLines + 2;
  const room = height - messageHeight;
  if (room < minPanel) {
    const spacing = height > messageLines + minPanel ? 1 : 0;
    const space = { width: width - 3, height: height - messageLines - spacing };
    return (
      <>
        <Message {...shown} height={messageLines} />
        {spacing > 0 && <Line parts={[]} width={width} />}
        <Lines lines={zeroLines(state, website, part, space)} before={{ text: label`  ` }} width={width} />
      </>
    );
  }
  const isFramed = width >= roomForFrames;
  const parts: readonly ZeroPart[] = [
    part,
    ...(part === 'helps' && width >= roomForTwo ? (['settings'] as const) : []),
    ...(part === 'helps' && width >= roomForThree ? (['statistics'] as const) : []),
  ];
  const widths = columnWidths(width, parts.length);
  return (
    <>
      <Message {...shown} height={messageHeight} />
      <SideBySide>
        {parts.map((shownPart, index) => (
          <Panel
            key={shownPart}
            title={titles[shownPart]}
            family="content"
            focused={false}
            rows={[]}
            draw={(columns, lines) =>
              zeroLines(state, website, shownPart, { width: columns - 2, height: lines }).map(line => [
                { text: label` ` },
                ...line,
              ])
            }
            isFramed={isFramed}
            width={widths[index] ?? 0}
            gap={isFramed && index < parts.length - 1 ? 1 : 0}
            height={room}
          />
        ))}
      </SideBySide>
    </>
  );
}
