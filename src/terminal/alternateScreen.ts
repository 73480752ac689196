/** What takes the terminal: the program before may have left a scrolling region. */
export const enterScreen = '\x1b[?1049h\x1b[r\x1b[?2004h';

/** What gives it back. `rows`: of the terminal. Without an alternate screen to leave, the shell goes on below what is shown. */
export function leaveScreen(rows: number): string {
  return `\x1b[m\x1b[r\x1b[?2004l\x1b[?25h\x1b[${rows};1H\r\n\x1b[?1049l`;
}
