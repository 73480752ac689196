const keyLength = 32;

/** "scrypt:SALT:KEY", both base64: salted, and slow to guess. */
export function hashPassword(password: string): Promise<string> {
  // Loaded here: most starts need no password.
  const { randomBytes, scrypt } = process.getBuiltinModule('node:crypto');
  const salt = randomBytes(16);
  return new Promise((resolve, reject) => {
    scrypt(password, salt, keyLength, (error, key) => {
      if (error) reject(error);
      else resolve(`scrypt:${salt.toString('base64')}:${key.toString('base64')}`);
    });
  });
}
