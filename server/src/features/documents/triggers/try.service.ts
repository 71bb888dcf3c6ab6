import type { z } from 'zod';
import { type triedDocument, type TryAnswer, valueFields } from '#contract/documents/triggers.ts';
import type { Context } from '#server/platform/context.ts';
import type { DocumentRead, Matcher } from './matcher.ts';
import { listIds, listTriedOn, textsOf, type TriedOn } from './documents-text.repository.ts';
import { propertyOf, ruleOf, type TriggerBody } from './trigger-values.ts';
import * as repository from './triggers.repository.ts';

type Tried = z.output<typeof triedDocument>;

const maxKnown = 1000;
const maxUnknown = 20_000;
const batchSize = 100;
const shownOfEach = 50;
/** The longest that a trial takes. */
export const maxTrialMs = 20_000;
/** The id of a trigger that is not stored yet. */
const unsaved = 'new';

/**
 * Runs a trigger over all unknown and the last 1,000 known documents that its writer may see, beside the triggers
 * there are; in another process, and never longer than twenty seconds.
 */
export async function tryTrigger(
  ctx: Context,
  matcher: Matcher,
  companyId: string | null,
  body: TriggerBody,
  current: { readonly id: string; readonly createdAt: string } | undefined,
  budgetMs = maxTrialMs,
): Promise<TryAnswer> {
  const answer = emptyAnswer();
  const reader = ctx.reach('fmmanagement.documents.read');
  if (!reader) return answer;
  const triggerId = current?.id ?? unsaved;
  const createdAtMs = current ? Date.parse(current.createdAt) : ctx.now().getTime();
  const others = (await repository.listRules(ctx.db, companyId === null ? null : [companyId])).filter(
    ({ id }) => id !== triggerId,
  );
  const rules = [...others, ruleOf(body, { id: triggerId, companyId, createdAtMs })];
  const startedAt = performance.now();
  for (const which of ['unknown', 'known'] as const) {
    const ids = await listIds(
      ctx.db,
      reader.scope,
      which,
      companyId,
      which === 'known' ? maxKnown : maxUnknown,
    );
    for (let start = 0; start < ids.length; start += batchSize) {
      const documents = await listTriedOn(ctx.db, reader.scope, ids.slice(start, start + batchSize));
      const reads =
        performance.now() - startedAt > budgetMs
          ? null
          : await matcher.read(rules, textsOf(documents), triggerId);
      if (reads === null) return { ...answer, isComplete: false };
      answer[which === 'unknown' ? 'unknownChecked' : 'knownChecked'] += documents.length;
      for (const [index, document] of documents.entries()) {
        const read = reads[index];
        if (read) note(answer, which, document, read, triggerId);
      }
    }
  }
  return { ...answer, hasConflicts: answer.changes.count > 0 || answer.ties.count > 0 };
}

function emptyAnswer(): TryAnswer {
  const none = () => ({ count: 0, first: [] });
  return {
    unknownChecked: 0,
    knownChecked: 0,
    isComplete: true,
    recognises: none(),
    partly: none(),
    changes: none(),
    ties: none(),
    agrees: 0,
    hasConflicts: false,
  };
}

function note(
  answer: TryAnswer,
  which: 'unknown' | 'known',
  document: TriedOn,
  read: DocumentRead,
  triggerId: string,
): void {
  const own = read.matching.find(({ id }) => id === triggerId);
  if (!own) return;
  const others = read.matching.filter(({ id }) => id !== triggerId);
  const equal = others.find(
    (one) => one.isGeneral === own.isGeneral && one.keywordCount === own.keywordCount,
  );
  const other = equal ?? others[0];
  const isEqual = equal !== undefined;
  const tried: Tried = {
    id: document.id,
    documentId: document.number,
    filename: document.filename,
    values: changesOf(document, read, triggerId),
    otherTrigger: other ? { id: other.id, naam: other.naam, isEqual } : null,
  };
  if (isEqual) add(answer.ties, tried);
  // Another trigger comes first and goes on reading this document.
  if (read.reading?.triggerId !== triggerId) return;
  if (which === 'unknown') add(read.reading.isWhole ? answer.recognises : answer.partly, tried);
  else if (tried.values.some(({ now, then }) => now !== then)) add(answer.changes, tried);
  else answer.agrees += 1;
}

function changesOf(document: TriedOn, { reading }: DocumentRead, triggerId: string): Tried['values'] {
  return valueFields.map((field) => {
    const now = document.values[propertyOf[field]] ?? null;
    const found = reading?.triggerId === triggerId ? reading.values[field] : undefined;
    // A field without patterns is left to general extraction.
    const isAsked = reading?.triggerId === triggerId && reading.asked.includes(field);
    // oxlint-disable-next-line unicorn/no-thenable -- a text, never a function
    return { field, now, then: isAsked ? (found === undefined ? null : String(found.value)) : now };
  });
}

function add(list: TryAnswer['changes'], tried: Tried): void {
  list.count += 1;
  if (list.first.length < shownOfEach) list.first.push(tried);
}
