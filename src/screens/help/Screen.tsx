import type { KeyRow } from '#commands/keyTable.ts';
import { KeyTable } from '#components/KeyTable.tsx';
import { Line } from '#components/Line.tsx';
import { useAppState } from '#screens/useAppState.ts';
import { helpRows } from '#store/viewport.ts';
import { label } from '#terminal/safeText.ts';

/** All keys of the view it was opened from. */
export function HelpScreen({ rows }: { readonly rows: readonly KeyRow[] }) {
  const { position } = useAppState(state => state.menu);
  const viewport = useAppState(state => state.viewport);
  const height = helpRows(viewport);
  const top = position.selected;
  const end = Math.min(rows.length, top + height);
  const width = viewport.columns;
  return (
    <>
      <Line
        parts={[{ text: label` Keys`, bold: true }]}
        right={[{ text: label`${top + 1} to ${end} of ${rows.length} `, tone: 'dim' }]}
        width={width}
      />
      <KeyTable rows={rows.slice(top, end)} />
    </>
  );
}
