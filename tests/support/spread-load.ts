import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import type { SpreadServer } from './spread-product.ts';

/** Somebody of a company, who writes. */
export interface Writer {
  readonly email: string;
  readonly companyId: string;
}

/** A write that was answered with success. */
interface Acknowledged {
  readonly companyId: string;
  readonly name: string;
}

const path = '/api/core/customer-relations';
const writersPerCompany = 2;
const tries = 300;

/**
 * People of several companies who add records without a pause, each write under a key of its own, on either server; what
 * fails is sent again under its key, as the portal does it, until it is answered.
 */
export class SpreadLoad {
  readonly acknowledged: Acknowledged[] = [];
  /** How many requests were answered with which status, other than success; 0 for a connection that broke. */
  readonly failures = new Map<number, number>();
  readonly #servers: readonly SpreadServer[];
  readonly #writers: readonly Promise<void>[];
  #isOver = false;

  constructor(servers: readonly SpreadServer[], people: readonly Writer[]) {
    this.#servers = servers;
    this.#writers = people.flatMap((person) =>
      Array.from({ length: writersPerCompany }, () => this.#write(person)),
    );
  }

  /** Ends when every write under way was answered. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#writers);
  }

  async #write({ email, companyId }: Writer): Promise<void> {
    while (!this.#isOver) {
      const [key, name] = [randomUUID(), `load ${randomUUID()}`];
      let isDone = false;
      for (let attempt = 0; !isDone && attempt < tries; attempt += 1) {
        const server = this.#servers[Math.floor(Math.random() * this.#servers.length)];
        const { status = 0, retryAfter } =
          (await server?.ask(email, 'POST', path, { body: { name }, key })) ?? {};
        isDone = status === 201;
        if (isDone) this.acknowledged.push({ companyId, name });
        else {
          this.failures.set(status, (this.failures.get(status) ?? 0) + 1);
          await sleep(retryAfter === undefined ? 100 : 300);
        }
      }
      if (!isDone) throw new Error(`no answer after ${tries} tries`);
    }
  }
}

/** How many acknowledged writes are not there, or there twice; those of companies whose server is gone are an error. */
export async function lostAndDoubled(
  db: Db,
  acknowledged: readonly Acknowledged[],
): Promise<{ lost: number; doubled: number }> {
  let [lost, doubled] = [0, 0];
  for (const [companyId, some] of Map.groupBy(acknowledged, (one) => one.companyId)) {
    const { rows } = await sql<{ name: string; total: number }>`
      select name, count(*) as total from customer_relations where company_id = ${companyId} and name like 'load %' group by name`.execute(
      db,
    );
    const counts = new Map(rows.map(({ name, total }) => [name, total]));
    lost += some.filter(({ name }) => !counts.has(name)).length;
    doubled += rows.filter(({ total }) => total > 1).length;
  }
  return { lost, doubled };
}
