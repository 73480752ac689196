import { safeText, type SafeText } from './safeText.ts';

/** One line for an unexpected error: its name and message, without a stack. */
export function unexpectedError(error: unknown): SafeText {
  const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return safeText(`unexpected error: ${words}`, 500);
}
