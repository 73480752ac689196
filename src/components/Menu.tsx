import { Box } from 'ink';
import { label, type SafeText } from '#terminal/safeText.ts';
import { firstRow } from './Table.tsx';
import { textWidth } from '#terminal/width.ts';
import { Line } from './Line.tsx';
import type { Part } from './style.ts';

export interface MenuItem {
  readonly title: SafeText;
  /** At the right: a key, a kind, a date. */
  readonly note?: SafeText | undefined;
  readonly isChosen?: boolean | undefined;
}

const indent = 3;

/** Lines to choose from; a star marks the current value. */
export function Menu(props: {
  readonly items: readonly MenuItem[];
  readonly selected: number;
  readonly top: number;
  readonly height: number;
  readonly width: number;
}) {
  const { items, selected, height, width } = props;
  const top = firstRow(props.top, selected, height);
  return (
    <Box flexDirection="column">
      {Array.from({ length: height }, (_, index) => {
        const item = items[top + index];
        if (item === undefined) return <Line key={index} parts={[]} width={width} />;
        const isSelected = top + index === selected;
        const emphasis = isSelected ? ({ tone: 'accent', bold: true } as const) : {};
        const mark = item.isChosen === true ? label` *` : label``;
        return (
          <Line
            key={index}
            width={width}
            parts={[
              { text: isSelected ? label` > ` : label`   `, ...emphasis },
              { text: item.title, ...emphasis },
              { text: mark, tone: 'accent' },
            ]}
            right={noteParts(item, width - indent - textWidth(item.title) - textWidth(mark))}
          />
        );
      })}
    </Box>
  );
}

/** `room`: columns behind the title. A title that is whole without its note goes without. */
function noteParts({ note }: MenuItem, room: number): Part[] {
  if (note === undefined || (room >= 0 && room < textWidth(note) + 2)) return [];
  return [{ text: label`${note} `, tone: 'dim' }];
}
