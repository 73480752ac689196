import { memo } from 'react';
import { Line } from '#components/Line.tsx';
import { Stack } from '#components/Stack.tsx';
import type { Part } from '#components/style.ts';
import { isAscii } from '#terminal/charset.ts';
import { label } from '#terminal/safeText.ts';
import type { AttentionList } from '#store/websites/attentionList.ts';
import type { ChangedWebsite } from '#store/websites/mostChanged.ts';
import type { Preview } from '#store/websites/previewContent.ts';
import { changedLines } from './changedLines.ts';
import { attentionLines } from './attentionLines.ts';
import { paneLines, type PaneLine } from './paneLines.ts';

/** Columns before the text of a part beside the list, and behind it. */
const margins = 3;

/** The selected website beside the list. Keys that change nothing of it do not draw it. */
export const Pane = memo(function Pane(props: {
  readonly preview: Preview | undefined;
  readonly width: number;
  readonly height: number;
}) {
  const { preview, width, height } = props;
  const lines = preview === undefined ? [] : paneLines(preview, width - margins, height);
  return <Beside lines={lines} width={width} height={height} />;
});

/** What needs attention, and below it the websites that changed most, beside the pane. */
export const AttentionPart = memo(function AttentionPart(props: {
  readonly list: AttentionList;
  readonly changed: readonly ChangedWebsite[];
  /** The domains that several websites have. */
  readonly shared: ReadonlySet<string>;
  /** How many websites there are. */
  readonly of: number;
  readonly width: number;
  readonly height: number;
}) {
  const { list, changed, shared, of, width, height } = props;
  const attention = attentionLines(list, { width: width - margins, height, of, shared });
  const room = height - attention.length - 1;
  const lines = [...attention, ...changedLines(changed, width - margins, room, shared)];
  return <Beside lines={lines} width={width} height={height} />;
});

/** A part beside the list, behind a line that separates them. */
function Beside(props: {
  readonly lines: readonly PaneLine[];
  readonly width: number;
  readonly height: number;
}) {
  const { lines, width, height } = props;
  const edge: Part = { text: isAscii() ? label`| ` : label`│ `, tone: 'frame' };
  return (
    <Stack width={width} height={height}>
      {Array.from({ length: height }, (_, index) => (
        <Line key={index} parts={[edge, ...(lines[index] ?? [])]} width={width} />
      ))}
    </Stack>
  );
}
