/**
 * Without a listener for SIGUSR1, Node opens its debugger, and with it the key, to every account of the machine. Tools
 * that send the signal mean "reopen your log files"; this program keeps none open, so the listener does nothing.
 *
 * Imported first by the entry. During the 20 to 40 ms in which Node itself starts, the signal still opens the debugger:
 * the option --disable-sigusr1 is unknown to the oldest Node we support. The single executable is built with it.
 */
process.on('SIGUSR1', () => undefined);
