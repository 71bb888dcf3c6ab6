import { NetworkError, ProblemError } from '../data/http.ts';
import { MissingCode } from '../data/new-version.ts';
import type { Text } from '../text.ts';

/** What a failure says to people. */
export interface ErrorWords {
  /** The catalogue's sentence (product 1.8 and 2.8). */
  readonly title: string;
  /** What to do now; absent where there is nothing. */
  readonly hint?: string;
  /** Finds it in the server's log; goes behind 'Details'. */
  readonly id?: string;
  /** Whether trying again can help. */
  readonly canRetry: boolean;
}

/**
 * The catalogue, in one place: 404, 500 with the server's own sentence when it has one, a lost connection, and any
 * other failure of the application. Kinds of problem without words of their own use the server's title.
 */
export function errorWords(error: unknown, text: Text): ErrorWords {
  if (error instanceof NetworkError || error instanceof MissingCode) {
    return { title: text('kit.error.network'), hint: text('kit.error.networkHint'), canRetry: true };
  }
  if (!(error instanceof ProblemError)) {
    return { title: text('kit.error.application'), hint: text('kit.error.applicationHint'), canRetry: true };
  }
  const { kind, status, body } = error;
  const id = body.instance === '' ? {} : { id: body.instance.replace(/^.*\//, '') };
  const title = body.title === '' ? text(`contract.problem.${kind}`) : body.title;
  if (kind === 'not-found') return { title, hint: text('kit.error.notFoundHint'), canRetry: false, ...id };
  if (kind === 'forbidden') return { title, hint: text('kit.error.forbiddenHint'), canRetry: false, ...id };
  if (status >= 500) {
    return { title: body.detail ?? title, hint: text('kit.error.serverHint'), canRetry: true, ...id };
  }
  return {
    title,
    ...(body.detail === undefined ? {} : { hint: body.detail }),
    canRetry: status === 429,
    ...id,
  };
}
