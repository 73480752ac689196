import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { whyNoNamespace, withMounts } from '../helpers/namespaces.ts';
import { apiKey, program, runner, startService, temporaryHome } from './fixture.ts';

const whyNot = whyNoNamespace(withMounts);

/** The disk is small, and seen by this shell and what it starts only. Each command prints its exit code behind its error. */
const script = `
set -e
mount -t tmpfs -o size=64k tmpfs "$DISK"
mkdir "$DISK/config" "$DISK/data"
try() { echo "$SITEDECK_TEST_KEY" | "$1" "$2" "\${@:3}" >/dev/null 2>"$ERRORS" || code=$?; grep ^sitedeck: "$ERRORS" || :; echo "\${code:-0}"; code=; }
run() { try "$RUNNER" "$PROGRAM" "$@"; }
run profile add work "$SERVICE"
run --profile work tag one.example.com first
dd if=/dev/zero of="$DISK/filler" bs=1 count=100000 2>/dev/null || :
echo full
run profile add two "$SERVICE"
run --profile work tag one.example.com second
run profile use logs
run profile remove work
rm "$DISK/filler"
echo empty
run profile use logs
run --profile work tag one.example.com second
run profile remove work
`;

test.skipIf(whyNot !== undefined)(
  `a full disk is said by what writes settings, which stay as they are (${whyNot ?? 'a small disk of its own'})`,
  async () => {
    const service = await startService();
    await service.add('one.example.com');
    const home = temporaryHome();
    const disk = join(home.path, 'disk');
    mkdirSync(disk);
    const child = spawn('unshare', [...withMounts, 'bash', '-c', script], {
      cwd: home.path,
      env: {
        ...home.env,
        XDG_CONFIG_HOME: join(disk, 'config'),
        XDG_DATA_HOME: join(disk, 'data'),
        DISK: disk,
        ERRORS: join(home.path, 'errors'),
        RUNNER: runner,
        PROGRAM: program,
        SERVICE: service.url,
        SITEDECK_TEST_KEY: apiKey,
      },
    });
    const [stdout, stderr] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    expect(stderr).toBe('');
    const profiles = `sitedeck: ${disk}/config/sitedeck/profiles.json cannot be written: the disk is full.`;
    const tags = `sitedeck: ${disk}/data/sitedeck/tags.json cannot be written: the disk is full.`;
    const before = ['0', '0'];
    const full = ['full', profiles, '2', tags, '2', profiles, '2', profiles, '2'];
    const after = ['empty', '0', '0', '0'];
    expect(stdout.trimEnd().split('\n')).toEqual([...before, ...full, ...after]);
  },
);
