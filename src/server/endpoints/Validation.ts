import { HttpError } from './answers.ts';

/**
 * The fields of one request and their errors. Text is trimmed and an empty field counts as absent, as in Laravel. All
 * checks run before the request is refused, so that a form gets all its errors at once.
 */
export class Validation {
  readonly #fields: URLSearchParams;
  readonly #errors: Record<string, string[]> = {};

  constructor(fields: URLSearchParams) {
    this.#fields = fields;
  }

  /** Sent at all, even empty. */
  has(field: string): boolean {
    return this.#fields.has(field);
  }

  /** The last value sent for the field, trimmed; undefined when absent or empty. */
  text(field: string): string | undefined {
    return this.raw(field)?.trim() || undefined;
  }

  /** As sent; undefined when absent. */
  raw(field: string): string | undefined {
    return this.#fields.getAll(field).at(-1);
  }

  requiredText(field: string): string | undefined {
    const value = this.text(field);
    if (value === undefined) this.refuse(field, `The ${field} field is required.`);
    return value;
  }

  /** One of the allowed words; undefined when absent, or refused. */
  oneOf<T extends string>(field: string, allowed: readonly T[], value = this.text(field)): T | undefined {
    if (value === undefined) return undefined;
    const found = allowed.find(word => word === value);
    if (found === undefined) {
      this.refuse(field, `The selected ${field} is invalid, use one of: ${allowed.join(', ')}.`);
    }
    return found;
  }

  /** One of the allowed numbers; undefined when absent, or refused. */
  numberOf<T extends number>(field: string, allowed: readonly T[]): T | undefined {
    const value = this.text(field);
    if (value === undefined) return undefined;
    const found = allowed.find(number => String(number) === value);
    if (found === undefined) {
      this.refuse(field, `The selected ${field} is invalid, use one of: ${allowed.join(', ')}.`);
    }
    return found;
  }

  refuse(field: string, message: string): void {
    (this.#errors[field] ??= []).push(message);
  }

  /** Throws a 422 when anything was refused. */
  check(): void {
    const messages = Object.values(this.#errors).flat();
    const [first, ...others] = messages;
    if (first === undefined) return;
    const more =
      others.length === 0 ? '' : ` (and ${others.length} more ${others.length === 1 ? 'error' : 'errors'})`;
    throw new HttpError(422, first + more, { errors: this.#errors });
  }
}
