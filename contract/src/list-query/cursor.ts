import { ListQueryError, type ListQueryCode } from './error.ts';
import { tokenize, type Token } from './lexer.ts';
import { listLimits } from './tree.ts';

/** How much a whole query has used of its bounds, over all its parameters. */
export interface Budget {
  nodes: number;
}

/** A walk over the pieces of one parameter; every failure names the piece it happened at. */
export class Cursor {
  readonly #parameter: string;
  readonly #tokens: readonly Token[];
  readonly #end: Token;
  readonly #budget: Budget;
  #index = 0;
  #depth = 0;

  constructor(parameter: string, text: string, budget: Budget) {
    this.#parameter = parameter;
    this.#tokens = tokenize(parameter, text);
    this.#end = { kind: 'end', text: '', at: text.length };
    this.#budget = budget;
  }

  /** The piece `ahead` of the current one, without taking it. */
  peek(ahead = 0): Token {
    return this.#tokens[this.#index + ahead] ?? this.#end;
  }

  /** The current piece; the walk goes on behind it. */
  take(): Token {
    const token = this.peek();
    this.#index += 1;
    return token;
  }

  /** Whether the current piece is this sign. */
  isSign(text: string): boolean {
    const token = this.peek();
    return token.kind === 'sign' && token.text === text;
  }

  /** Takes the sign if it stands here. */
  tookSign(text: string): boolean {
    if (!this.isSign(text)) return false;
    this.#index += 1;
    return true;
  }

  /** Takes the word if it stands here. */
  tookWord(text: string): boolean {
    const token = this.peek();
    if (token.kind !== 'name' || token.text !== text) return false;
    this.#index += 1;
    return true;
  }

  /** Takes the sign, or fails. */
  expectSign(text: string): void {
    if (!this.tookSign(text)) throw this.fail('syntax');
  }

  /** Takes a name, or fails. */
  expectName(): Token {
    if (this.peek().kind !== 'name') throw this.fail('syntax');
    return this.take();
  }

  /** Takes names with slashes between them, without the slashes. */
  expectPath(): Token[] {
    const path = [this.expectName()];
    while (this.tookSign('/')) path.push(this.expectName());
    return path;
  }

  /** Fails unless everything has been read. */
  expectEnd(): void {
    if (this.peek().kind !== 'end') throw this.fail('syntax');
  }

  /** Reads something that lies one level deeper. */
  deeper<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > listLimits.depth) throw this.fail('too-deep');
    const result = read();
    this.#depth -= 1;
    return result;
  }

  /** Counts one condition. */
  countNode(at: Token = this.peek()): void {
    this.#budget.nodes += 1;
    if (this.#budget.nodes > listLimits.nodes) throw this.fail('too-long', at);
  }

  /** The error of a code, at a piece. */
  fail(code: ListQueryCode, at: Token = this.peek()): ListQueryError {
    return new ListQueryError(code, this.#parameter, at.at, at.text.slice(0, 40));
  }
}
