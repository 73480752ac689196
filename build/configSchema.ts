import { writeFileSync } from 'node:fs';
import { yoursJsonSchema } from '#config/yours/yoursSchema.ts';

/** Writes what editors read of config.yaml beside the program: `sitedeck config edit` names it in the first line of the file. */
writeFileSync(
  new URL('../dist/config.schema.json', import.meta.url),
  `${JSON.stringify(yoursJsonSchema(), null, 2)}\n`,
);
