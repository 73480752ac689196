/**
 * Node answers SIGUSR1 by opening its debugger to every account of the machine, key and all, unless somebody listens for
 * it. Those who send it mean "open your log files anew": there are none here that stay open, so nothing is to be done.
 *
 * Imported first by the entry. Until then, for the 20 to 40 ms in which Node starts itself, the signal still opens it; the
 * option against that, --disable-sigusr1, is unknown to the oldest Node we run on. The single executable carries it.
 */
process.on('SIGUSR1', () => undefined);
