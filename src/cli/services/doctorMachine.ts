import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { openThemeFile } from '#config/choices.ts';
import type { Paths } from '#config/paths.ts';
import { type ProfileFile, profileFilePath } from '#config/profile/profiles.ts';
import { readYours, wrongLines, yoursPath } from '#config/yours/yours.ts';
import {
  type Environment,
  readDepth,
  readTerminalCapabilities,
  terminalName,
} from '#terminal/capabilities.ts';
import { describeTheme } from '#terminal/theme/themes.ts';
import { systemWords } from '#system/files.ts';
import { safeText } from '#text/safeText.ts';
import { shellQuote } from '#text/words.ts';
import { profilesTable } from './profile.ts';

/** A line of the examination: what was found, and, where something is wrong, what to do about it. */
export interface Finding {
  readonly section: 'Program' | 'Terminal' | 'Files' | 'Yours' | 'Profiles' | 'Service' | 'Logs';
  readonly name: string;
  readonly value: string;
  /** What is wrong, and its remedy; one line. */
  readonly problem?: string | undefined;
}

export function finding(section: Finding['section'], name: string, value: string, problem?: string): Finding {
  return { section, name: safeText(name), value: safeText(value), problem };
}

interface Terminal {
  readonly env: Environment;
  readonly stdinIsTTY: boolean;
  readonly stdoutIsTTY: boolean;
  /** Undefined where stdout is no terminal. */
  readonly size: { readonly columns: number; readonly rows: number } | undefined;
  readonly args: { readonly ascii: boolean; readonly noColor: boolean };
  readonly folder: string;
}

const smallest = { columns: 40, rows: 10 };

/** What the terminal can do and how it will look, as the application would find it. */
export function terminalFindings({ env, size, args, folder, ...facts }: Terminal): Finding[] {
  const capabilities = readTerminalCapabilities(env, { ...facts, args });
  const depth = readDepth(env, capabilities);
  const look = openThemeFile(folder, terminalName(env));
  const theme = { depth, env, background: look.background };
  const isUtf8 = capabilities.charset === 'utf8';
  // Printed into a file for a report, nothing is wrong with the terminal.
  const problem = facts.stdoutIsTTY ? capabilities.problem : undefined;
  return [
    sizeFinding(size),
    finding('Terminal', 'TERM', terminalName(env) || 'not set', problem),
    finding('Terminal', 'colours', { none: 'none', 16: '16', 256: '256', all: '24 bit' }[depth]),
    finding(
      'Terminal',
      'characters',
      { utf8: 'UTF-8', ascii: 'ASCII', asciiLines: 'UTF-8, lines in ASCII' }[capabilities.charset],
      isUtf8 || args.ascii || env['TERM']?.startsWith('linux') === true
        ? undefined
        : 'The locale is not UTF-8, so charts are drawn in ASCII: set LANG to one that is, such as C.UTF-8.',
    ),
    finding('Terminal', 'theme', describeTheme(look.theme, theme)),
    finding('Terminal', 'multiplexer', capabilities.multiplexer ?? 'none'),
    finding('Terminal', 'over SSH', capabilities.ssh ? 'yes' : 'no'),
  ];
}

function sizeFinding(size: Terminal['size']): Finding {
  if (size === undefined) return finding('Terminal', 'size', 'not a terminal');
  const { columns, rows } = size;
  const isKnown = columns > 0 && rows > 0;
  const isSmall = isKnown && (columns < smallest.columns || rows < smallest.rows);
  return finding(
    'Terminal',
    'size',
    `${columns}x${rows}${isKnown ? '' : ': the terminal does not say it, so screens have 80x24'}`,
    isSmall
      ? `Screens need at least ${smallest.columns}x${smallest.rows}: make the window larger.`
      : undefined,
  );
}

export function fileFindings(paths: Paths): Finding[] {
  return [
    folderFinding('config', paths.config),
    folderFinding('data', paths.data),
    folderFinding('cache', paths.cache),
    folderFinding('profiles', profileFilePath(paths.config)),
    folderFinding('config.yaml', yoursPath(paths.config)),
  ];
}

/** What of config.yaml is used, its commands with what they run, and what is wrong in it. */
export async function yoursFindings({ config }: Pick<Paths, 'config'>): Promise<Finding[]> {
  const path = yoursPath(config);
  const read = await readYours(path);
  const commands = read.yours?.commands ?? [];
  return [
    ...commands.map(({ name, key, run }) => {
      const line = run.map(shellQuote).join(' ');
      return finding('Yours', name, key === undefined ? line : `${key}: ${line}`);
    }),
    ...wrongLines(path, read).map((line, index) =>
      finding('Yours', 'config.yaml', index === 0 ? 'not all of it is used' : 'nor is', line),
    ),
  ];
}

function folderFinding(name: string, path: string): Finding {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    const mode = found === undefined ? 'not there yet' : `mode ${(found.mode & 0o777).toString(8)}`;
    const isOpen = process.platform !== 'win32' && ((found?.mode ?? 0) & 0o022) !== 0;
    const problem = !isWritable(path)
      ? `This account cannot write there, so nothing is kept: check the permissions of ${safeText(path)}`
      : isOpen
        ? `Other accounts can write there: run  chmod go-w ${safeText(shellQuote(path))}`
        : undefined;
    return finding('Files', name, `${path} (${mode})`, problem);
  } catch (error) {
    return finding('Files', name, path, `It cannot be read: ${systemWords(error)}.`);
  }
}

/** Whether the path, or the folder it would be made in, can be written. */
function isWritable(path: string): boolean {
  if (mayUse(path, constants.W_OK)) return true;
  const isMissing = statSync(path, { throwIfNoEntry: false }) === undefined;
  return isMissing && dirname(path) !== path && isWritable(dirname(path));
}

export function mayUse(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

export function profileFindings(file: ProfileFile, paths: Paths): Finding[] {
  const { columns, rows } = profilesTable(file, paths);
  return rows.map(row => {
    const cell = (key: string) => row[columns.findIndex(column => column.key === key)];
    const key = cell('key');
    const facts = [
      cell('kind'),
      cell('url'),
      key === undefined ? undefined : `key from the ${String(key)}`,
      cell('time_zone'),
      cell('read_only') === true ? 'read-only' : undefined,
      cell('current') === true ? 'current' : undefined,
    ];
    const value = facts.filter(fact => fact !== undefined).join(', ');
    return finding('Profiles', String(cell('name')), value);
  });
}
