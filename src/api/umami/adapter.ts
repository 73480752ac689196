import type { Adapter } from '#api/adapter.ts';
import { parsedJson } from '#model/text/parsedJson.ts';
import { isRecord } from '#api/wireSchema.ts';
import { connect } from './connect.ts';
import { readShareLink } from './credential.ts';
import { signIn } from './signIn.ts';

/** Umami on its own server, tried with 3.0.3 and 3.1.0. */
export const umami: Adapter = {
  connect,
  signIn,
  readShareLink,
  async recognise(ask) {
    const { status, text } = await ask('/api/heartbeat');
    const body = parsedJson(text);
    return status === 200 && isRecord(body) && body['ok'] === true;
  },
};
