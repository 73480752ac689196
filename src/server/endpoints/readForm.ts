import type { ServiceRequest } from '#model/service/exchange.ts';
import { HttpError } from './answers.ts';

const largestBody = 1_000_000;

/** The form-encoded fields of a write. Throws a HttpError: 413 over 1 MB, 415 for another kind of body. */
export async function readForm(request: ServiceRequest): Promise<URLSearchParams> {
  const body = await readBody(request);
  const type = (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (body !== '' && type !== 'application/x-www-form-urlencoded') {
    throw new HttpError(415, 'Send the fields as application/x-www-form-urlencoded.');
  }
  return new URLSearchParams(body);
}

async function readBody(request: ServiceRequest): Promise<string> {
  if (!request.body) return '';
  if (Number(request.headers.get('content-length') ?? 0) > largestBody) throw tooLarge();
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body) {
    size += part.byteLength;
    if (size > largestBody) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function tooLarge(): HttpError {
  return new HttpError(413, 'The body is too large: send at most 1 MB.');
}
