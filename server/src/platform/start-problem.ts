import texts from './locales/start-problems.json' with { type: 'json' };

/** Why the product cannot start; each code has one sentence per language in `locales/start-problems.json`. */
export type StartProblemCode = keyof typeof texts.en;

/**
 * The product cannot start, for a reason that its operator can act on. `main.ts` prints `sentence()` and exits with
 * code 1; nothing has been changed when this is thrown.
 *
 * @example throw new StartProblem('data-taken', { folder: '/srv/balie' });
 */
export class StartProblem extends Error {
  readonly code: StartProblemCode;
  readonly values: Readonly<Record<string, string>>;

  constructor(code: StartProblemCode, values: Readonly<Record<string, string>> = {}, cause?: unknown) {
    super(fill(texts.en[code], values), cause === undefined ? {} : { cause });
    this.name = 'StartProblem';
    this.code = code;
    this.values = values;
  }

  /** One sentence for the operator: Dutch where the terminal's locale is Dutch, else English. */
  sentence(env: Readonly<Record<string, string | undefined>> = process.env): string {
    const locale = env['LC_ALL'] ?? env['LC_MESSAGES'] ?? env['LANG'] ?? '';
    return locale.startsWith('nl') ? fill(texts.nl[this.code], this.values) : this.message;
  }
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
