import { setTimeout as pause } from 'node:timers/promises';
import { forCompany, type Services } from '#server/platform/context.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import * as repository from './originals.repository.ts';

/** Holds a share of the originals against their hash, every hour (decision 0148). */
export const checkOriginalsJob = defineJob<object>('invoicing-check-originals', {
  retries: 1,
  expireSeconds: 3000,
  cron: '20 * * * *',
});

const dayMs = 86_400_000;
/** A round begins this long after the one before it began. */
const roundMs = 30 * dayMs;
// A round of any size is through in 25 days, five before the next.
const sharesOfRound = 25 * 24;
const smallestShare = 20;
const batchSize = 50;

/** How much one run may do. */
export interface CheckLimits {
  /** What the files' place is asked for at most, so that people and backups do not notice. */
  readonly bytesPerSecond: number;
  /** The run ends after this long; those who had no turn come first in the next. */
  readonly forMs: number;
  readonly wait: (ms: number) => Promise<unknown>;
  readonly signal?: AbortSignal;
}

const usual: CheckLimits = { bytesPerSecond: 20_000_000, forMs: 40 * 60_000, wait: pause };

/**
 * Company by company, those first whose turn was longest ago: looks again at what was damaged, and goes on with the
 * round where it was. Gives how many files it read.
 */
export async function checkOriginals(
  services: Pick<Services, 'db' | 'files' | 'now' | 'log'>,
  limits: Partial<CheckLimits> = {},
): Promise<number> {
  const run = new Run(services, { ...usual, ...limits });
  for (const companyId of await repository.listCompanies(services.db)) {
    if (run.isOver) break;
    await run.checkCompany(companyId);
  }
  if (run.damaged > 0) services.log.error({ files: run.damaged }, 'originals are damaged or missing');
  return run.read;
}

class Run {
  readonly #all: Pick<Services, 'db' | 'files' | 'now'>;
  readonly #limits: CheckLimits;
  readonly #until: number;
  read = 0;
  damaged = 0;

  constructor(services: Pick<Services, 'db' | 'files' | 'now'>, limits: CheckLimits) {
    this.#all = services;
    this.#limits = limits;
    this.#until = performance.now() + limits.forMs;
  }

  get isOver(): boolean {
    return performance.now() > this.#until || this.#limits.signal?.aborted === true;
  }

  async checkCompany(companyId: string): Promise<void> {
    const { db, now } = forCompany(this.#all, companyId);
    if (!(await repository.hasInvoices(db, companyId))) return;
    await repository.forgetGone(db, companyId);
    const daily = new Date(now().getTime() - dayMs);
    for (const original of await repository.listDamaged(db, companyId, daily))
      if (!this.isOver) await this.#check(companyId, original);
    let round = await repository.findRound(db, companyId);
    if (!round || (round.isDone && now().getTime() - new Date(round.beganAt).getTime() >= roundMs)) {
      await repository.beginRound(db, companyId, now());
      round = await repository.findRound(db, companyId);
    }
    if (!round || round.isDone) return;
    const share = Math.max(smallestShare, Math.ceil(round.planned / sharesOfRound));
    let { after } = round;
    for (let done = 0; done < share && !this.isOver;) {
      const max = Math.min(batchSize, share - done);
      const files = await repository.listNext(db, companyId, after, max);
      for (const original of files) await this.#check(companyId, original);
      const to = files.at(-1)?.documentId;
      if (
        to !== undefined &&
        !(await repository.advance(db, companyId, after, { to, count: files.length }, now()))
      )
        return;
      const documents = new Set(files.map(({ documentId }) => documentId)).size;
      if (documents < max) return repository.endRound(db, companyId, now());
      after = to ?? null;
      done += documents;
    }
  }

  async #check(companyId: string, original: repository.Original): Promise<void> {
    const { db, files, now } = forCompany(this.#all, companyId);
    const began = performance.now();
    const { state, bytes } = await files.check(original.sha256);
    await repository.noteCheck(db, companyId, original, state, now());
    this.read += 1;
    if (state !== 'whole') this.damaged += 1;
    const least = (bytes / this.#limits.bytesPerSecond) * 1000 - (performance.now() - began);
    if (least > 1) await this.#limits.wait(least);
  }
}
