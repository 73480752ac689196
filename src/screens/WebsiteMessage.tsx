import { Message } from '#components/box/Message.tsx';
import { SideBySide } from '#components/Line.tsx';
import { Panel } from '#components/Panel.tsx';
import { columnWidths } from '#components/parts.ts';
import type { ScreenMessage } from '#screens/messages.ts';
import { zeroLines, type ZeroPart } from '#screens/zeros.ts';
import { useAppState } from '#screens/storeView.ts';
import { websiteOf } from '#store/websites/records.ts';
import { wrapSafe } from '#text/fit.ts';
import { label, type SafeText } from '#text/safeText.ts';

const roomForTwo = 80;
const roomForFrames = 100;
const roomForThree = 170;
/** With the blank line above it, and the heading of a panel. */
const leastPanel = 6;

const titles: Readonly<Record<ZeroPart, SafeText>> = {
  helps: label`What helps`,
  settings: label`How it is set`,
  statistics: label`What there will be`,
};

/** In place of what a view has nothing to show of: the message, and of a website of which nothing is counted what helps, what to look into and how it is set. */
export function WebsiteMessage(props: {
  readonly message: ScreenMessage;
  readonly websiteId: string;
  readonly width: number;
  readonly height: number;
}) {
  const { message, websiteId, width, height } = props;
  const state = useAppState(whole => whole);
  const website = websiteOf(state, websiteId);
  const said = message.lines.reduce((lines, text) => lines + wrapSafe(text, width - 4).length, 3);
  const room = height - said;
  if (message.isOfZeros !== true || website === undefined || room < leastPanel)
    return <Message {...message} width={width} height={height} />;
  const isFramed = width >= roomForFrames;
  const parts: readonly ZeroPart[] = [
    'helps',
    ...(width >= roomForTwo ? (['settings'] as const) : []),
    ...(width >= roomForThree ? (['statistics'] as const) : []),
  ];
  const widths = columnWidths(width, parts.length);
  return (
    <>
      <Message {...message} width={width} height={said} />
      <SideBySide>
        {parts.map((part, place) => (
          <Panel
            key={part}
            title={titles[part]}
            family="content"
            focused={false}
            rows={[]}
            draw={(columns, lines) =>
              zeroLines(state, website, part, { width: columns - 2, height: lines }).map(line => [
                { text: label` ` },
                ...line,
              ])
            }
            isFramed={isFramed}
            width={widths[place] ?? 0}
            gap={isFramed && place < parts.length - 1 ? 1 : 0}
            height={room}
          />
        ))}
      </SideBySide>
    </>
  );
}
