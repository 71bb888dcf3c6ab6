import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { FieldCode, ProblemKind } from '#contract/problem.ts';

interface ProblemMatchers<R> {
  /** The answer is a problem with this status and kind, and with exactly these codes by field id, where given. */
  toBeProblem(status: number, kind: ProblemKind, codes?: Readonly<Record<string, readonly FieldCode[]>>): R;
}

declare module 'vitest' {
  // The parameters are vitest's own; declarations that merge must repeat them.
  interface Matchers<
    R extends void | Promise<void> = void | Promise<void>,
    T = unknown,
  > extends ProblemMatchers<R> {}
}

expect.extend({
  toBeProblem(
    reply: LightMyRequestResponse,
    status: number,
    kind: ProblemKind,
    codes?: Readonly<Record<string, readonly FieldCode[]>>,
  ) {
    const body: Record<string, unknown> = reply.body === '' ? {} : reply.json();
    const found = {
      status: reply.statusCode,
      type: body['type'],
      ...(codes ? { codes: body['codes'] } : {}),
    };
    const wanted = { status, type: `/problems/${kind}`, ...(codes ? { codes } : {}) };
    return {
      pass: this.equals(found, wanted),
      message: () =>
        `expected ${this.utils.printExpected(wanted)}, got ${this.utils.printReceived(found)}\n${reply.body}`,
      expected: wanted,
      actual: found,
    };
  },
});
