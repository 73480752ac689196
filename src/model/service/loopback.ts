/** Whether a host is this machine: "localhost", 127.0.0.0/8, or ::1 with or without the brackets of an address. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}
