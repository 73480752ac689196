import { Message, messageRows } from '#components/box/Message.tsx';
import { Lines } from '#components/Line.tsx';
import type { ScreenMessage } from '#screens/messages.ts';
import { zeroColumns, type ZeroPart } from '#screens/emptyWebsite.ts';
import { PeriodLine } from '#screens/PeriodLine.tsx';
import { useAppState } from '#screens/storeView.ts';
import { bodyRows } from '#store/display.ts';
import { websiteOf } from '#store/websites/records.ts';
import { spaces } from '#text/fit.ts';

const roomForTwo = 80;
const roomForThree = 170;
const minHelps = 6;
const indent = 2;

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
  const shown = height - messageRows(whole) < minHelps / 2 ? { ...whole, lines: [] } : whole;
  const rows = messageRows(shown);
  const messageHeight = rows + Math.max(0, Math.min(2, height - rows - minHelps));
  const parts: readonly ZeroPart[] = [
    part,
    ...(part === 'helps' && width >= roomForThree ? (['counts'] as const) : []),
    ...(part === 'helps' && width >= roomForTwo ? (['settings'] as const) : []),
  ];
  const room = { width: width - indent - 1, height: height - messageHeight };
  return (
    <>
      <Message {...shown} height={messageHeight} />
      <Lines
        lines={zeroColumns(state, website, parts, room)}
        before={{ text: spaces(indent) }}
        height={room.height}
        width={width}
      />
    </>
  );
}

/** The same in place of a whole view, below the line of the period. */
export function PeriodMessage(props: { readonly message: ScreenMessage; readonly websiteId: string }) {
  const viewport = useAppState(state => state.viewport);
  const width = viewport.columns;
  return (
    <>
      <PeriodLine width={width} />
      <WebsiteMessage {...props} width={width} height={bodyRows(viewport) - 1} />
    </>
  );
}
