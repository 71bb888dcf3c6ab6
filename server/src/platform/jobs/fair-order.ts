import { sql } from 'kysely';
import { type Db, executeLater } from '../db/database.ts';

/** Says of a job what the order of taking depends on. */
export interface Turn {
  /** The queue. */
  readonly name: string;
  readonly id: string;
  /** Whose job it is; jobs of nobody form a group of their own. */
  readonly companyId: string | undefined;
  readonly priority: Priority;
}

/** Before or behind other jobs of the same round: 1 for what is done in a moment, -1 for what nobody waits for. */
export type Priority = -1 | 0 | 1;

/** The queue's columns for a company's jobs of one priority. */
export const groupOf = ({ companyId, priority }: Pick<Turn, 'companyId' | 'priority'>) => ({
  id: companyId ?? 'none',
  tier: String(priority),
});

/**
 * Gives a job that was just written its place among those that wait (decision 0104): start-time fair queuing. A company's
 * jobs stand in rounds, one in each, and all first rounds are taken before any second. A company that had nothing waiting
 * joins the round that is being taken. The queue takes the highest `priority` first, so a round is stored as its negative,
 * times three, with the job's own priority to order the jobs of a round. Costs no round trip.
 */
export async function takeTurn(db: Db, { name, id, companyId, priority }: Turn): Promise<void> {
  const group = groupOf({ companyId, priority });
  const waiting = sql`name = ${name} and state < 'active' and not blocked and id <> ${id}::uuid`;
  await executeLater(
    db,
    sql`update jobs.job set priority = ${priority}::integer - 3 * greatest(0,
        (select -round(priority / 3.0)::integer from jobs.job where ${waiting} order by priority desc limit 1),
        (select 1 - round(priority / 3.0)::integer from jobs.job
         where ${waiting} and group_id = ${group.id} and group_tier = ${group.tier} order by priority limit 1))
      where name = ${name} and id = ${id}::uuid`,
  );
}

/** What `takeTurn` finds the last round of a company by; the queue's own index finds the round that is being taken. */
export const turnsIndex =
  "create index if not exists job_turns on jobs.job (name, group_id, group_tier, priority) where state < 'active' and not blocked";
