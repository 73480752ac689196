import { Box } from 'ink';
import { createElement, type ReactNode } from 'react';
import { beneath, inkColour } from '#terminal/theme/roles.ts';
import { isAscii, textWidth } from '#text/characters.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import type { TextValue } from '#text/textField.ts';
import { TextField } from './Field.tsx';
import { frameBottom, frameRule, frameTop } from './frame.ts';
import { Line, LinesAt } from './Line.tsx';
import { firstRow } from './Table.tsx';
import type { Part } from './parts.ts';

export interface MenuItem {
  readonly title: SafeText;
  /** Chooses it at once. */
  readonly key?: string | undefined;
  /** At the right: a kind, a date. */
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
            right={[
              ...noteParts(item, width - indent - textWidth(item.title) - textWidth(mark) - keyColumns),
              ...keyParts(item),
            ]}
          />
        );
      })}
    </Box>
  );
}

const keyColumns = 3;

function keyParts({ key }: MenuItem): Part[] {
  return key === undefined ? [] : [{ text: label` ${safeText(key)} `, tone: 'accent' }];
}

/** `room`: columns behind the title. A title that is whole without its note goes without. */
function noteParts({ note }: MenuItem, room: number): Part[] {
  if (note === undefined || (room >= 0 && room < textWidth(note) + 2)) return [];
  return [{ text: label`${note} `, tone: 'dim' }];
}

/** In cells, from the top left of the screen, with the frame. */
export interface PopupPlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What a box stands over, where `on`: the theme draws it faint, whatever it is. */
export function Beneath({ on, children }: { readonly on: boolean; readonly children: ReactNode }) {
  return createElement('ink-box', { style: column, internal_transform: on ? beneath : undefined }, children);
}

const column = { flexDirection: 'column', flexShrink: 0 } as const;

/**
 * A frame over the screen beneath, with its title in the upper edge. Its lines must be as wide as its inside, so that they
 * cover what they lie on. A column on both sides is blank: no half of a letter or a word touches the frame.
 */
export function Popup(props: {
  readonly place: PopupPlace;
  readonly title: SafeText;
  /** At the right end of the upper edge. */
  readonly note?: SafeText | undefined;
  /** At the right end of the lower edge. */
  readonly foot?: SafeText | undefined;
  readonly children: ReactNode;
}) {
  const { place, title, note = label``, foot } = props;
  const { left, top, width, height } = place;
  const right: Part[] = note === '' ? [] : [{ text: note, tone: 'dim' }];
  return (
    <>
      <LinesAt left={left - 1} top={top} width={width + 2} lines={Array.from({ length: height }, () => [])} />
      <Box
        position="absolute"
        left={left}
        top={top}
        width={width}
        height={height}
        borderStyle={isAscii() ? 'classic' : 'round'}
        borderColor={inkColour('accent')}
        flexDirection="column"
        overflow="hidden"
      >
        {props.children}
      </Box>
      <LinesAt
        left={left}
        top={top}
        width={width}
        lines={[
          frameTop({ title: [{ text: title, tone: 'accent', bold: true }], right, tone: 'accent', width }),
        ]}
      />
      {foot !== undefined && (
        <LinesAt
          left={left}
          top={top + height - 1}
          width={width}
          lines={[frameBottom({ right: [{ text: foot, tone: 'dim' }], tone: 'accent', width })]}
        />
      )}
    </>
  );
}

/** A line across a popup. */
export function PopupRule({ width }: { readonly width: number }) {
  return <Line parts={frameRule(width)} width={width} />;
}

export function insideWidth({ width }: PopupPlace): number {
  return width - 2;
}

const margin = 3;

/** The text field of a popup. `row`: its line inside the popup's frame, from 0. */
export function PopupField(props: {
  readonly place: PopupPlace;
  readonly row: number;
  readonly text: TextValue;
  readonly placeholder: SafeText;
  /** Enter takes what is typed, not a line below. */
  readonly isTaken: boolean;
}) {
  const { place, row, text, placeholder, isTaken } = props;
  const width = place.width - 2;
  return (
    <Box width={width} height={1}>
      <Line parts={isTaken ? [{ text: label` > `, tone: 'accent', bold: true }] : []} width={margin} />
      <TextField
        text={text}
        width={width - margin - 1}
        focused
        at={{ x: place.left + 1 + margin, y: place.top + 1 + row }}
        placeholder={placeholder}
      />
      <Line parts={[]} width={1} />
    </Box>
  );
}

/** Lines of text at the end of a popup, all in one style, set apart by a blank line where there is room for it. */
export function PopupText(props: {
  readonly lines: readonly SafeText[];
  readonly style: Omit<Part, 'text'>;
  readonly spaced: boolean;
  readonly width: number;
}) {
  const { lines, style, spaced, width } = props;
  return (
    <>
      {spaced && <Line parts={[]} width={width} />}
      {lines.map((text, index) => (
        <Line key={index} parts={[{ text: label` ` }, { ...style, text }]} width={width} />
      ))}
    </>
  );
}
