import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Without openssl there is nothing to make a certificate with. */
export const hasOpenssl = (() => {
  try {
    execFileSync('openssl', ['version']);
    return true;
  } catch {
    return false;
  }
})();

/** A certificate of this machine that it has signed itself, in a folder. */
export function makeCertificate(folder: string, name = 'server') {
  const [keyFile, certFile] = [join(folder, `${name}-key.pem`), join(folder, `${name}.pem`)];
  const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', keyFile, '-out', certFile, '-days', '2'];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'];
  execFileSync('openssl', ['req', '-x509', ...made, ...names], { stdio: 'ignore' });
  return { certFile, key: readFileSync(keyFile), cert: readFileSync(certFile) };
}
