// Preloaded into programs in a terminal: they keep V8's own flags. Those that the program sets (src/system/runtime.ts) keep
// a long session small, and take half as much processor time again. What measures memory starts the program without this.
require('node:v8').setFlagsFromString = () => {};
