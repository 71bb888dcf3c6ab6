import { z } from 'zod';
import { endWithParent } from './end-with-parent.ts';

const callMessage = z.object({ id: z.number(), method: z.string(), args: z.unknown() });

/** What a served method may throw so that the other side gets its code. */
export class ServedError extends Error {
  readonly code: string;

  constructor(code: string, message?: string) {
    super(message ?? code);
    this.name = 'ServedError';
    this.code = code;
  }
}

/** Methods by name; each takes one structured-clonable value and answers one. */
export type ServedMethods = Readonly<Record<string, (args: unknown) => Promise<unknown>>>;

/**
 * The child's side of `callsTo`: answers the parent's calls, and ends when the parent is gone.
 *
 * @example
 * serve({ add: async (args) => sum.parse(args).a + sum.parse(args).b });
 */
export function serve(methods: ServedMethods): void {
  endWithParent();
  process.on('message', (message) => {
    const call = callMessage.safeParse(message);
    if (call.success) void answer(methods, call.data);
  });
}

async function answer(methods: ServedMethods, call: z.output<typeof callMessage>): Promise<void> {
  const { id } = call;
  try {
    const method = methods[call.method];
    if (!method) throw new ServedError('unknown-method', call.method);
    process.send?.({ id, value: await method(call.args) });
  } catch (error) {
    const code = error instanceof ServedError ? error.code : 'failed';
    // Only our own sentences travel: a library's message may quote the document.
    process.send?.({ id, code, message: error instanceof ServedError ? error.message : code });
  }
}
