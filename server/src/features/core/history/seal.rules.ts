import { createHash } from 'node:crypto';

/** A line of the history as its seal knows it. */
export interface SealedLine {
  readonly companyId: string;
  /** Of the company's seals, from 1. */
  readonly number: number;
  readonly lineId: string;
  readonly entity: string;
  readonly entityId: string;
  /** In UTC with microseconds. */
  readonly at: string;
  readonly userId: string | null;
  readonly verb: string;
  readonly personalHash: string;
}

/** What the first seal of a company builds on. */
export const firstHash = '0'.repeat(64);

const sha256 = (parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** The hash of what a line says of people; the salt is erased with it. */
export function personalHashOf(salt: string, userName: string, changes: string): string {
  return sha256([salt, userName, changes]);
}

/** The hash of a seal: of the one before it and of its line. */
export function hashOf(previous: string, line: SealedLine): string {
  return sha256([
    previous,
    line.companyId,
    line.number,
    line.lineId,
    line.entity,
    line.entityId,
    line.at,
    line.userId,
    line.verb,
    line.personalHash,
  ]);
}
