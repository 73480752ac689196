/** The published modules that our replacements are made of. build/ink.ts says where they are. */
declare module 'ink-published/sanitize-ansi' {
  export default function sanitizeAnsi(text: string): string;
}

declare module 'ink-published/string-width' {
  export default function stringWidth(text: string, options?: object): number;
}
