import type { KeyRow } from '#commands/keyTable.ts';
import { KeyTable, widestKeys } from '#components/KeyTable.tsx';
import { Line } from '#components/Line.tsx';
import { SideBySide } from '#components/SideBySide.tsx';
import { useAppState } from '#screens/useAppState.ts';
import { hasSpacing, helpColumns, helpRows } from '#store/core/viewport.ts';
import { label } from '#terminal/safeText.ts';

/** All keys of the view it was opened from. */
export function HelpScreen({ rows }: { readonly rows: readonly KeyRow[] }) {
  const { position } = useAppState(state => state.menu);
  const viewport = useAppState(state => state.viewport);
  const height = helpRows(viewport);
  const top = position.selected;
  const end = Math.min(rows.length, top + height);
  const width = viewport.columns;
  const tables = helpColumns(viewport);
  const perTable = Math.min(height / tables, Math.ceil(rows.length / tables));
  const isWhole = rows.length <= height;
  return (
    <>
      <Line
        parts={[
          {
            text:
              width < 60 ? label` All keys` : label` The keys of this view, then those that work everywhere`,
            tone: 'dim',
          },
        ]}
        right={isWhole ? [] : [{ text: label`${top + 1} to ${end} of ${rows.length} `, tone: 'dim' }]}
        width={width}
      />
      {hasSpacing(viewport) && <Line parts={[]} width={width} />}
      <SideBySide>
        {Array.from({ length: tables }, (_, place) => (
          <KeyTable
            key={place}
            rows={rows.slice(top + place * perTable, Math.min(end, top + (place + 1) * perTable))}
            width={Math.floor(width / tables)}
            {...(width >= 60 && { keysWidth: widestKeys(rows) })}
          />
        ))}
      </SideBySide>
    </>
  );
}
