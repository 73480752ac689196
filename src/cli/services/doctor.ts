import { exitCodes, Failure, failureLine, UsageError } from '#model/failure.ts';
import { paint, type Printer } from '#cli/output/printer.ts';
import { print } from '#cli/output/stdout.ts';
import { columnsOf, outputOf, writeTable } from '#cli/output/table.ts';
import { defineSubcommand, type GlobalOptions } from '#cli/subcommand.ts';
import { chosenProfile, storedProfiles } from '#config/chooseProfile.ts';
import { type Paths, readPaths, serviceFile } from '#config/paths.ts';
import { inZoneOfCounts } from '#server/database/zone.ts';
import {
  fileFindings,
  finding,
  type Finding,
  profileFindings,
  programFindings,
  terminalFindings,
} from './doctorMachine.ts';
import { logFindings, serviceFindings } from './doctorService.ts';

export const doctor = defineSubcommand({
  docs: 'commands',
  description: 'examine this installation, for a bug report: exit code 1 where something is wrong',
  arguments: [],
  options: {},
  examples: [
    ['sitedeck doctor', 'what is there, and what is wrong'],
    ['sitedeck doctor --json', 'the same for programs'],
  ],
  async run(_args, options) {
    const output = outputOf(options);
    const findings = await examine(options, readPaths(process.env));
    if (findings.some(({ problem }) => problem !== undefined)) process.exitCode = exitCodes.refused;
    if (output.format === 'table') return await print(toText(findings, output.printer));
    await writeTable(
      {
        title: 'Doctor',
        about: {},
        columns: columnsOf({ section: 'Section', name: 'Name', value: 'Value', problem: 'Problem' }),
        rows: findings.map(({ section, name, value, problem }) => [section, name, value, problem]),
      },
      output,
    );
  },
});

async function examine(options: GlobalOptions, paths: Paths): Promise<Finding[]> {
  const { stdin, stdout, env } = process;
  return [
    ...programFindings(),
    ...terminalFindings({
      env,
      stdinIsTTY: stdin.isTTY,
      stdoutIsTTY: stdout.isTTY,
      size: stdout.isTTY ? { columns: stdout.columns, rows: stdout.rows } : undefined,
      args: { ascii: options.ascii === true, noColor: options.color === false },
      folder: paths.data,
    }),
    ...fileFindings(paths),
    ...(await part('Profiles', () => profileFindings(storedProfiles(paths), paths))),
    ...(await part('Service', async () => {
      const profile = chosenProfile(options, paths);
      return await serviceFindings(inZoneOfCounts(profile, serviceFile('logs', paths)), paths);
    })),
    ...(await part('Logs', () => logFindings(paths))),
  ];
}

/** Settings that cannot be used are among the findings: the rest is examined all the same. Bugs are passed on. */
async function part(
  section: Finding['section'],
  examined: () => Finding[] | Promise<Finding[]>,
): Promise<Finding[]> {
  try {
    return await examined();
  } catch (error) {
    if (!(error instanceof Failure) || error instanceof UsageError) throw error;
    return [finding(section, 'settings', 'cannot be used', failureLine(error))];
  }
}

function toText(findings: readonly Finding[], printer: Printer): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const lines = findings.flatMap(({ section, name, value, problem }, index) => [
    ...(section === findings[index - 1]?.section
      ? []
      : [...(index === 0 ? [] : ['']), paint(section, 'bold', printer)]),
    `  ${name.padEnd(width)}  ${value}`,
    ...(problem === undefined ? [] : [paint(`  ! ${problem}`, 'bad', printer)]),
  ]);
  const wrong = findings.filter(({ problem }) => problem !== undefined).length;
  return `${[...lines, '', verdict(wrong)].join('\n')}\n`;
}

function verdict(wrong: number): string {
  if (wrong === 0) return 'Nothing is wrong.';
  if (wrong === 1) return 'One thing is wrong: see the line with !';
  return `${wrong} things are wrong: see the lines with !`;
}
