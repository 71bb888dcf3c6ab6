import pino, { type Logger } from 'pino';
import { traceFields } from '#server/platform/tracing/tracing.ts';

/** Structured log lines with request ids. What could contain a secret is never logged; these paths are a second net. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    mixin: traceFields,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: [
      'req.headers',
      'headers',
      '*.password',
      '*.token',
      '*.authorization',
      'err.parameters',
      'err.query',
    ],
    serializers: { err: errorOnly },
  });
}

// Errors of the database carry the values of the statement; only what identifies the error is logged.
function errorOnly(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error ? error.code : undefined;
  return {
    type: error.name,
    message: error.message,
    code,
    stack: error.stack,
    cause: error.cause === undefined ? undefined : errorOnly(error.cause),
    errors: error instanceof AggregateError ? error.errors.map(errorOnly) : undefined,
  };
}

/** Runs something without the lines that a library would log about it: users get sentences instead. */
export async function quietly<T>(log: { level: string }, work: () => Promise<T>): Promise<T> {
  const { level } = log;
  log.level = 'warn';
  try {
    return await work();
  } finally {
    log.level = level;
  }
}
