import { exportFormats, type DataTable, type ExportFormat } from '#model/export/dataTable.ts';
import { exportFileName, exportText, formatTitle, withEnding } from '#model/export/exportText.ts';
import { counted } from '#model/text/number.ts';
import { textAtEnd, type TextValue } from '#model/text/textValue.ts';
import type { StoreContext } from '#store/core/context.ts';
import { exportSource } from './exportSource.ts';
import { cycle } from '#store/core/cycle.ts';
import { viewCommand } from '#store/navigation/viewCommand.ts';

/** What the focus stops at: the fields, and at last the button. */
const exportStops = ['format', 'target', 'path', 'button'] as const;
type ExportStop = (typeof exportStops)[number];
export type ExportTarget = 'file' | 'clipboard';

/** The dialog that exports what the view shows. */
export interface ExportingSlice {
  /** What the view showed when the dialog was opened. */
  readonly table?: DataTable | undefined;
  readonly format: ExportFormat;
  /** Where it can go. */
  readonly targets: readonly ExportTarget[];
  readonly target: ExportTarget;
  readonly path: TextValue;
  readonly focused: ExportStop;
  readonly writing: boolean;
  /** Why the last try failed, one line. */
  readonly problem?: string | undefined;
  /** The command line that prints the same, where there is one. */
  readonly command?: string | undefined;
  /** The existing file, while the user is asked whether to overwrite it. */
  readonly existing?: string | undefined;
  open(): void;
  focus(step: -1 | 1): void;
  /** The next or previous value of the focused choice. */
  choose(step: -1 | 1): void;
  editPath(path: TextValue): void;
  copyCommand(): void;
  /** Copies, or writes a file; asks before it overwrites one, unless `overwrite` is set. */
  finish(overwrite?: boolean): Promise<void>;
}

export function createExporting({ get, patch, services }: StoreContext): ExportingSlice {
  const slice = () => get().exporting;
  const { writeExport } = services;
  const targets: readonly ExportTarget[] = writeExport === undefined ? ['clipboard'] : ['file', 'clipboard'];

  const close = () => get().navigation.leave(({ screen }) => screen === 'export');

  const copy = (table: DataTable, format: ExportFormat) => {
    const { problem } = services.copy(exportText(table, format));
    if (problem !== undefined) return patch('exporting', { problem });
    close();
    get().notices.say(`Copied ${rowsOf(table)} as ${formatTitle(format)}.`, 'good');
  };

  const write = async (table: DataTable, format: ExportFormat, overwrite: boolean) => {
    if (writeExport === undefined) return;
    patch('exporting', { writing: true, problem: undefined });
    const result = await writeExport(slice().path.value, exportText(table, format), { overwrite });
    patch('exporting', { writing: false });
    if (result.kind === 'written') {
      if (slice().table === table) close();
      const { name, folder } = placeOf(result.path);
      get().notices.say(`Wrote ${name}, ${rowsOf(table)}, in ${folder}`, 'good');
    } else if (slice().table !== table) {
      get().notices.say('Not exported: the dialog was closed before.', 'bad');
    } else if (result.kind === 'failed') patch('exporting', { problem: result.message });
    else {
      patch('exporting', { existing: result.path });
      get().navigation.push({ screen: 'confirm', question: 'overwriteFile' });
    }
  };

  return {
    format: 'csv',
    targets,
    target: writeExport === undefined ? 'clipboard' : 'file',
    path: textAtEnd(''),
    focused: 'format',
    writing: false,
    open() {
      const source = exportSource(get());
      if (source === undefined)
        return get().notices.say('There is nothing to export yet: wait until it is read.');
      const { table, nameParts, period } = source;
      const path = textAtEnd(exportFileName(nameParts, period, slice().format));
      const command = viewCommand(get());
      patch('exporting', { table, path, command, focused: 'format', writing: false, problem: undefined });
      get().navigation.push({ screen: 'export' });
    },
    focus(step) {
      patch('exporting', { focused: cycle(stopsOf(slice()), slice().focused, step) });
    },
    choose(step) {
      const { focused, format, target, path } = slice();
      if (focused === 'format') {
        const next = cycle(exportFormats, format, step);
        patch('exporting', {
          format: next,
          path: textAtEnd(withEnding(path.value, next)),
          problem: undefined,
        });
      }
      if (focused === 'target')
        patch('exporting', { target: cycle(targets, target, step), problem: undefined });
    },
    editPath: path => patch('exporting', { path, problem: undefined }),
    copyCommand() {
      const { command } = slice();
      if (command === undefined) return;
      const { problem } = services.copy(command);
      if (problem !== undefined) return patch('exporting', { problem });
      close();
      get().notices.say(`Copied: ${command}`, 'good');
    },
    async finish(overwrite = false) {
      const { table, format, target, writing } = slice();
      if (table === undefined || writing) return;
      if (target === 'clipboard') copy(table, format);
      else await write(table, format, overwrite);
    },
  };
}

/** A copy needs no file name. */
function stopsOf({ target }: Pick<ExportingSlice, 'target'>): readonly ExportStop[] {
  return target === 'file' ? exportStops : exportStops.filter(stop => stop !== 'path');
}

/** "25 rows". */
export function rowsOf({ rows }: DataTable): string {
  return counted(rows.length, 'rows');
}

/** A file's name and its folder. */
export function placeOf(path: string): { readonly name: string; readonly folder: string } {
  const [, folder = '', name = path] = /^(.*[/\\])([^/\\]*)$/s.exec(path) ?? [];
  return { name, folder: folder.length > 1 ? folder.slice(0, -1) : folder };
}
