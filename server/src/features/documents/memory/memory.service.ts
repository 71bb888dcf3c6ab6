import type { z } from 'zod';
import { supplierBoard } from '#contract/documents/board.ts';
import type { MemoryTrial, SupplierMemory, forgetCommand } from '#contract/documents/memory.ts';
import { documentProperty } from '#contract/documents/properties.ts';
import type { Context } from '#server/platform/context.ts';
import { lockRow } from '#server/platform/db/record.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { isFromMemory, isSameValue, knowledgeOf, recognisePages } from '#server/recognition/index.ts';
import { findSupplier } from '../board/board.repository.ts';
import { listKnown } from '../creditors/creditors.repository.ts';
import { findBuyerIdentities } from '../processing/processing.repository.ts';
import { findStoredPages } from '../processing/stored-pages.repository.ts';
import * as repository from './memory.repository.ts';
import { confirmedValues } from './teach.service.ts';

/** Documents that a field is shown with. */
const shownDocuments = 3;

/** What is known of a supplier, from which documents, and how often that was right. */
export async function findMemory(ctx: Context, id: string): Promise<SupplierMemory> {
  const examples = await repository.listExamples(ctx.db, await keyOf(ctx, id));
  return {
    documentCount: examples.length,
    lastLearntAt: examples[0]?.learntAt ?? null,
    fields: knowledgeOf(examples).map(({ field, from, asked, right, box, ...place }) => ({
      property: field,
      ...place,
      box: [...box],
      documents: from.slice(0, shownDocuments).flatMap((at) => {
        const { documentId, documentNumber } = examples[at] ?? {};
        return documentId && documentNumber ? [{ id: documentId, documentId: documentNumber }] : [];
      }),
      documentCount: from.length,
      askedCount: asked,
      rightCount: right,
    })),
  };
}

/** Which supplier of which company it is, of those that the caller may see. */
export async function keyOf(ctx: Context, id: string): Promise<repository.SupplierKey> {
  const { companyId } = orNotFound(await findSupplier(ctx.db, ctx, id));
  return { companyId, creditorId: id };
}

/** Forgets a property of a supplier, or all of it. */
export async function forgetMemory(
  ctx: Context,
  id: string,
  { property }: z.output<typeof forgetCommand>,
): Promise<SupplierMemory> {
  await ctx.transaction(async (tx) => {
    const { companyId } = orNotFound(await findSupplier(tx, ctx, id));
    await lockRow(tx, 'creditors', { companyId, id });
    await repository.forget(tx, { companyId, creditorId: id }, property ?? '', ctx.caller.userId, ctx.now());
    await recordChange(tx, ctx, {
      entity: supplierBoard.permission,
      entityId: id,
      companyId,
      verb: 'forget',
      before: { memory: property ?? 'all' },
      after: { memory: null },
    });
    await ctx.events.publish(tx, { resource: supplierBoard.path, companyId, id });
  });
  return findMemory(ctx, id);
}

/** Each takes some 20 ms to read again. */
const maxTried = 40;

/** Reads the kept documents of a supplier again, each by what the others teach. */
export async function tryMemory(ctx: Context, id: string): Promise<MemoryTrial> {
  const key = await keyOf(ctx, id);
  const examples = await repository.listExamples(ctx.db, key);
  const known = await listKnown(ctx.db, key.companyId);
  const { identities: excluded } = await findBuyerIdentities(ctx.db, key.companyId);
  const documents: MemoryTrial['documents'] = [];
  for (const { documentId, documentNumber } of examples.slice(0, maxTried)) {
    const of = { companyId: key.companyId, documentId };
    const stored = await findStoredPages(ctx.db, of);
    if (!stored) continue;
    const others = examples.filter((example) => example.documentId !== documentId);
    const memory = async () => others;
    const { fields } = await recognisePages(stored, { excluded, known, memory });
    const confirmed = await confirmedValues(ctx.db, of);
    documents.push({
      id: documentId,
      documentId: documentNumber,
      fields: documentProperty.options.flatMap((property) => {
        const truth = confirmed[property]?.value;
        const [found] = fields[property];
        if (truth === undefined) return [];
        const read = String(found?.value ?? '');
        const isRemembered = found?.reasons.some(isFromMemory) ?? false;
        return [{ property, confirmed: truth, read, isRight: isSameValue(read, truth), isRemembered }];
      }),
    });
  }
  const values = documents.flatMap(({ fields }) => fields);
  return {
    documents,
    valueCount: values.length,
    rightCount: values.filter(({ isRight }) => isRight).length,
  };
}
