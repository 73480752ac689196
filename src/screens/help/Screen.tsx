import { KeyTable } from '#components/KeyTable.tsx';
import { Line, SideBySide } from '#components/Line.tsx';
import { keyLines, widestKeys, type KeyRow } from '#text/keyLines.ts';
import { useAppState } from '#screens/storeView.ts';
import { hasSpacing, helpColumns, helpRows, helpTableWidth } from '#store/display.ts';
import type { State } from '#store/state.ts';
import { label } from '#text/safeText.ts';

export function helpView(rowsOf: (state: State) => readonly KeyRow[]) {
  return () => <HelpScreen rows={rowsOf(useAppState(state => state))} />;
}

function HelpScreen({ rows }: { readonly rows: readonly KeyRow[] }) {
  const { position } = useAppState(state => state.menu);
  const viewport = useAppState(state => state.viewport);
  const height = helpRows(viewport);
  const top = position.selected;
  const width = viewport.columns;
  const lines = keyLines(rows, helpTableWidth(viewport));
  const end = Math.min(lines.length, top + height);
  const tables = helpColumns(viewport);
  const perTable = Math.min(height / tables, Math.ceil(lines.length / tables));
  const isWhole = lines.length <= height;
  return (
    <>
      <Line
        parts={[
          {
            text: width < 60 ? label` All keys` : label` Dim keys are not available now, and say why`,
            tone: 'dim',
          },
        ]}
        right={isWhole ? [] : [{ text: label`${top + 1} to ${end} of ${lines.length} `, tone: 'dim' }]}
        width={width}
      />
      {hasSpacing(viewport) && <Line parts={[]} width={width} />}
      <SideBySide>
        {Array.from({ length: tables }, (_, index) => (
          <KeyTable
            key={index}
            rows={lines.slice(top + index * perTable, Math.min(end, top + (index + 1) * perTable))}
            width={helpTableWidth(viewport)}
            {...(width >= 60 && { keysWidth: widestKeys(rows) })}
          />
        ))}
      </SideBySide>
    </>
  );
}
