// For every test file: texts name the keys of the commands, which one module fills for the whole process.
import { useKeys } from '#commands/registry.ts';

useKeys({});
