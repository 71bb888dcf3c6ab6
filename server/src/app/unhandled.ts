import type { FastifyBaseLogger } from 'fastify';

/**
 * Logs an error that nobody caught, and ends the process: what it left half done in memory is unknown. The supervisor of
 * `npm start` replaces the server, and the server its worker.
 */
export function endOnUnhandled(log: FastifyBaseLogger): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (thrown: unknown) => {
      try {
        const err = thrown instanceof Error ? thrown : new Error(`thrown: ${String(thrown)}`);
        log.fatal({ err }, `${event}: the process ends`);
      } finally {
        process.exit(1);
      }
    });
  }
}
