import type { FastifyInstance } from 'fastify';
import { spreadOver } from '../db/spread.ts';

/** A part that readiness asks after; it throws or answers false when it cannot work. */
export type Check = () => Promise<boolean>;

const patienceMs = 3000;

/**
 * `GET /healthz`: the process lives. `GET /readyz`: every named part answers, else 503 that names which do not; and over how
 * many servers the database is spread, where it is.
 */
export function mountHealth(app: FastifyInstance, checks: Readonly<Record<string, Check>>): void {
  const config = { public: 'health' };
  app.get('/healthz', { config: { ...config, summary: 'Ask whether the process lives' } }, async () => ({
    status: 'ok',
  }));
  app.get(
    '/readyz',
    { config: { ...config, summary: 'Ask whether every part answers' } },
    async (_request, reply) => {
      const names = Object.keys(checks);
      const answers = await Promise.all(names.map((name) => answersInTime(checks[name])));
      const parts = Object.fromEntries(
        names.map((name, index) => [name, answers[index] === true ? 'ok' : 'down']),
      );
      const isReady = answers.every(Boolean);
      const spread = spreadOver() === 0 ? {} : { spreadOver: spreadOver() };
      return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'down', parts, ...spread });
    },
  );
}

async function answersInTime(check: Check | undefined): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), patienceMs).unref());
  return Promise.race([check?.().catch(() => false) ?? false, late]);
}
