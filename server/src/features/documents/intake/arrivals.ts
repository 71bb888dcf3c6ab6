import type { DocumentReason } from '#contract/documents/documents.ts';
import type { Caller, Services } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import { notifyDocument } from '../audit.ts';
import { recogniseJob } from '../jobs.ts';
import * as repository from './intake.repository.ts';
import { judge, numberPeriod } from './intake.rules.ts';
import type { Piece } from './pieces.ts';

/** Who sends something in: a person, or the mailbox of an administration. */
export type Sender = Pick<Services, 'files' | 'jobs' | 'events' | 'now'> & { readonly caller: Caller };

/** Keeps the bytes of one piece, or why it is not taken. */
export async function keepPiece(
  who: Pick<Sender, 'files' | 'now'>,
  piece: Piece,
): Promise<repository.Arrival> {
  if (piece.reason !== null) return refused(who, piece, piece.reason);
  const judged = judge(piece.type, piece.bytes.length);
  if ('reason' in judged) return refused(who, piece, judged.reason);
  return {
    ...named(who, piece),
    sha256: await who.files.put(piece.bytes),
    mime: judged.mime,
    state: 'Nieuw',
    reasons: [],
  };
}

/** A piece that is not taken, with its reason. */
export function refused(who: Pick<Sender, 'now'>, piece: Named, reason: DocumentReason): repository.Arrival {
  return { ...named(who, piece), sha256: '', mime: '', state: 'Onverwerkbaar', reasons: [reason] };
}

type Named = Pick<Piece, 'filename' | 'archive' | 'bytes'>;

function named({ now }: Pick<Sender, 'now'>, { filename, archive, bytes }: Named) {
  return { id: newId(now().getTime()), filename, archive, bytes: bytes.length };
}

/** Lists what came in, queues what can be read, and writes the intake log and the history, in one go. */
export async function writeArrivals(
  tx: Tx,
  who: Sender,
  owner: repository.Owner,
  arrivals: readonly repository.Arrival[],
): Promise<void> {
  const by = { userId: who.caller.userId, name: who.caller.name };
  for (const { id, state, mime, readsOnly } of arrivals) {
    if (state !== 'Nieuw') continue;
    // XML is read in a moment; it does not wait behind a pile of scans.
    const isData = mime === 'application/xml';
    const job = {
      companyId: owner.companyId,
      documentId: id,
      by,
      ...(isData ? { isData } : {}),
      ...(readsOnly ? { readsOnly } : {}),
    };
    await who.jobs.send(tx, recogniseJob, job, { key: id, priority: isData ? 1 : 0 });
  }
  await repository.insert(tx, who, { ...owner, period: numberPeriod(who.now()) }, arrivals);
  await notifyDocument(who, tx, { companyId: owner.companyId });
}
