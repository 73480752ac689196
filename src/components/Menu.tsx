import { Box } from 'ink';
import { label, type SafeText } from '#terminal/safeText.ts';
import { firstRow } from './firstRow.ts';
import { Line } from './Line.tsx';

export interface MenuItem {
  readonly title: SafeText;
  /** At the right: a key, a kind, a date. */
  readonly note?: SafeText | undefined;
  readonly isChosen?: boolean | undefined;
}

/** Lines to choose from; the one that applies now carries a star. */
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
        return (
          <Line
            key={index}
            width={width}
            parts={[
              { text: isSelected ? label` > ` : label`   `, ...emphasis },
              { text: item.title, ...emphasis },
              { text: item.isChosen === true ? label` *` : label``, tone: 'accent' },
            ]}
            right={item.note === undefined ? [] : [{ text: label`${item.note} `, tone: 'dim' }]}
          />
        );
      })}
    </Box>
  );
}
