import type { Db } from '#server/platform/db/database.ts';
import { firstHash, hashOf, personalHashOf } from './seal.rules.ts';
import * as repository from './seals.repository.ts';
import type { SealWithLine } from './seals.repository.ts';

/** What is wrong with a line of the history, or with the chain at its seal. */
export interface HistoryFault {
  readonly kind: 'changed' | 'missing' | 'chain';
  readonly companyId: string;
  readonly number: number;
  readonly lineId: string;
  readonly entity: string;
  readonly entityId: string;
  readonly at: string;
}

/** What was found of the history of one company. */
export interface HistoryVerdict {
  readonly companyId: string;
  readonly count: number;
  /** The hash of its last seal: whoever keeps it elsewhere knows later that none was cut off. */
  readonly head: string;
  readonly faults: readonly HistoryFault[];
  /** Lines that should have had a seal by now. */
  readonly late: number;
}

const batchSize = 5000;
const lateMs = 3600 * 1000;

/** Holds every line of the history of a company against its seal. */
export async function verifyHistory(db: Db, companyId: string, now: Date): Promise<HistoryVerdict> {
  const faults: HistoryFault[] = [];
  let [count, head] = [0, firstHash];
  for (;;) {
    const seals = await repository.listSeals(db, companyId, count, batchSize);
    for (const seal of seals) {
      const kind = faultOf(seal, count + 1, head);
      if (kind) faults.push(describe(seal, kind));
      count = seal.number;
      head = seal.hash;
    }
    if (seals.length < batchSize) break;
  }
  const late = await repository.countLate(db, companyId, new Date(now.getTime() - lateMs));
  return { companyId, count, head, faults, late };
}

function faultOf(seal: SealWithLine, number: number, previous: string): HistoryFault['kind'] | null {
  const { line, salt } = seal;
  if (seal.number !== number || hashOf(previous, seal) !== seal.hash) return 'chain';
  if (!line) return 'missing';
  const isSame = (['entity', 'entityId', 'at', 'userId', 'verb'] as const).every(
    (field) => line[field] === seal[field],
  );
  // Without its salt what it said of people was erased, and cannot be held against anything.
  const says = salt === null ? seal.personalHash : personalHashOf(salt, line.userName, line.changes);
  return isSame && says === seal.personalHash ? null : 'changed';
}

const describe = (
  { companyId, number, lineId, entity, entityId, at }: SealWithLine,
  kind: HistoryFault['kind'],
): HistoryFault => ({ kind, companyId, number, lineId, entity, entityId, at });
