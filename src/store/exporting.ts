import {
  type DataTable,
  exportFileName,
  exportFormats,
  type ExportKind,
  exportKinds,
  exportText,
  kindTitle,
  withEnding,
} from '#model/export/dataTable.ts';
import type { Period } from '#model/statistics/statistics.ts';
import { cycle, type NavigationSlice } from './navigation/navigation.ts';
import type { SliceContext } from './slice.ts';
import { textAtEnd, type TextValue } from '#text/textField.ts';
import { counted } from '#text/words.ts';
import type { NoticesSlice } from './notices.ts';

export const nothingRead = 'Nothing to export yet: wait until it is read.';

export interface ExportSource {
  readonly table: DataTable;
  /** Parts of the file name: the website, and the statistic or view. */
  readonly nameParts: readonly string[];
  readonly period: Period;
}

const exportStops = ['kind', 'hides', 'target', 'path', 'button'] as const;
type ExportStop = (typeof exportStops)[number];
export type ExportTarget = 'file' | 'clipboard';

export type ExportChoice = Pick<ExportingSlice, 'kind' | 'hides'>;
/** The command line that prints the same. */
type CommandAs = (choice: ExportChoice) => string | undefined;

export interface ExportingSlice {
  readonly table?: DataTable | undefined;
  readonly shown?: object | undefined;
  readonly kinds: readonly ExportKind[];
  readonly kind: ExportKind;
  readonly hides: boolean;
  readonly targets: readonly ExportTarget[];
  readonly target: ExportTarget;
  readonly path: TextValue;
  readonly focused: ExportStop;
  readonly writing: boolean;
  /** Why the last try failed, one line. */
  readonly problem?: string | undefined;
  readonly command?: string | undefined;
  /** The existing file, while the user is asked whether to overwrite it. */
  readonly existing?: string | undefined;
  open(source: ExportSource | undefined, commandAs: CommandAs | undefined): void;
  focus(step: -1 | 1): void;
  choose(step: -1 | 1): void;
  editPath(path: TextValue): void;
  copyCommand(): void;
  /** Copies, or writes a file; asks before it overwrites one, unless `overwrite` is set. */
  finish(overwrite?: boolean): Promise<void>;
}

interface Needs {
  readonly navigation: NavigationSlice;
  readonly notices: NoticesSlice;
}

export function createExporting({
  get,
  patch,
  services,
}: SliceContext<{ exporting: ExportingSlice }, Needs>): ExportingSlice {
  const slice = () => get().exporting;
  const { writeExport, drawPicture } = services;
  const targets: readonly ExportTarget[] = writeExport === undefined ? ['clipboard'] : ['file', 'clipboard'];

  const close = () => {
    get().navigation.leave(({ screen }) => screen === 'export');
    patch('exporting', { shown: undefined });
  };

  let opened: ExportSource | undefined;
  let commandAs: CommandAs | undefined;
  const fileName = ({ kind, hides }: ExportChoice) =>
    exportFileName(kind === 'picture' && hides ? [] : (opened?.nameParts ?? []), opened?.period, kind);
  const change = (to: Partial<ExportChoice>) => {
    const { path, kind } = slice();
    const isOwn = path.value !== fileName(slice());
    const named = isOwn ? withEnding(path.value, to.kind ?? kind) : fileName({ ...slice(), ...to });
    const command = commandAs?.({ ...slice(), ...to });
    patch('exporting', { ...to, path: textAtEnd(named), command, problem: undefined });
  };

  /** At once, where nothing has to be drawn. */
  const textOf = ({ kind, hides, shown }: ExportingSlice, table: DataTable): string | Promise<string> => {
    if (kind !== 'picture') return exportText(table, kind);
    return shown === undefined || drawPicture === undefined ? '' : drawPicture(shown, { hides });
  };
  const whatOf = ({ kind }: ExportingSlice, table: DataTable) =>
    kind === 'picture' ? 'the screen' : rowsOf(table);

  const copy = async (table: DataTable) => {
    const asked = slice();
    const made = textOf(asked, table);
    const text = typeof made === 'string' ? made : await made;
    if (slice().table !== table) return;
    const { problem } = services.copy(text);
    if (problem !== undefined) return patch('exporting', { problem });
    close();
    get().notices.say(
      `Copied ${whatOf(asked, table)} as ${asked.kind === 'picture' ? 'a picture (SVG)' : kindTitle(asked.kind)}.`,
      'good',
    );
  };

  const write = async (table: DataTable, overwrite: boolean) => {
    if (writeExport === undefined) return;
    const asked = slice();
    patch('exporting', { writing: true, problem: undefined });
    const result = await writeExport(asked.path.value, await textOf(asked, table), { overwrite });
    patch('exporting', { writing: false });
    if (result.kind === 'written') {
      if (slice().table === table) close();
      const { name, folder } = splitPath(result.path);
      get().notices.say(`Wrote ${name}, ${whatOf(asked, table)}, in ${folder}`, 'good');
    } else if (slice().table !== table) {
      get().notices.say('Not exported: the dialog was closed before.', 'bad');
    } else if (result.kind === 'failed') patch('exporting', { problem: result.message });
    else {
      patch('exporting', { existing: result.path });
      get().navigation.push({ screen: 'confirm', question: 'overwriteFile' });
    }
  };

  return {
    kinds: drawPicture === undefined ? exportFormats : exportKinds,
    kind: 'csv',
    hides: false,
    targets,
    target: writeExport === undefined ? 'clipboard' : 'file',
    path: textAtEnd(''),
    focused: 'kind',
    writing: false,
    open(source, as) {
      // The state shown before is let go.
      patch('exporting', { shown: undefined });
      const shown = get();
      if (source === undefined) return shown.notices.say(nothingRead);
      opened = source;
      commandAs = as;
      const { table } = source;
      const path = textAtEnd(fileName(slice()));
      const start = { focused: 'kind', writing: false, problem: undefined } as const;
      patch('exporting', { table, shown, path, command: as?.(slice()), ...start });
      shown.navigation.push({ screen: 'export' });
    },
    focus(step) {
      patch('exporting', { focused: cycle(stopsOf(slice()), slice().focused, step) });
    },
    choose(step) {
      const { focused, kinds, kind, hides, target } = slice();
      if (focused === 'kind') change({ kind: cycle(kinds, kind, step) });
      if (focused === 'hides') change({ hides: !hides });
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
      const { table, target, writing } = slice();
      if (table === undefined || writing) return;
      if (target === 'clipboard') await copy(table);
      else await write(table, overwrite);
    },
  };
}

/** A copy needs no file name, and data has its names. */
function stopsOf({ target, kind }: Pick<ExportingSlice, 'target' | 'kind'>): readonly ExportStop[] {
  return exportStops.filter(
    stop => (stop !== 'path' || target === 'file') && (stop !== 'hides' || kind === 'picture'),
  );
}

export function rowsOf({ rows }: DataTable): string {
  return counted(rows.length, 'rows');
}

export function splitPath(path: string): { readonly name: string; readonly folder: string } {
  const [, folder = '', name = path] = /^(.*[/\\])([^/\\]*)$/s.exec(path) ?? [];
  return { name, folder: folder.length > 1 ? folder.slice(0, -1) : folder };
}
