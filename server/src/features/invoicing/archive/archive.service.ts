import { z } from 'zod';
import {
  type archiveAnswer,
  type archivedInvoice,
  archivePageSize,
  type ArchiveQuery,
  maxDamagedShown,
  type Originals,
} from '#contract/invoicing/archive.ts';
import {
  findInPages,
  listPages,
  pictureName,
  searchTerms,
  snippetsOf,
} from '#server/features/documents/index.ts';
import { companyNamed } from '#server/platform/auth/company-named.ts';
import type { Context } from '#server/platform/context.ts';
import { isId, noCompany } from '#server/platform/db/ids.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { listOf as approvalsOf } from '../approvals/approvals.repository.ts';
import { listEntries } from '../comments/entries.repository.ts';
import * as repository from './archive.repository.ts';
import * as originals from './originals.repository.ts';

// Terms on many pages are found among so many of the newest invoices, without the index.
const newestSought = 400;
// Terms on no more pages than this are sought by the index; those on more are soon met among so many.
const fewPages = 1800;
const furtherSought = 15_000;
const shownPages = 3;

/** Invoices of one company in every status, the newest first, with the pages on which everything stands (§C18). */
export async function searchArchive(
  ctx: Pick<Context, 'db' | 'scope' | 'caller'>,
  query: ArchiveQuery,
): Promise<z.input<typeof archiveAnswer>> {
  const { db, scope } = ctx;
  const companyId = companyNamed(ctx, query.companyId);
  const found = await findDocuments(ctx, { ...query, companyId });
  const shown = found.slice(0, archivePageSize);
  const pages = shown.flatMap(({ documentId, pages }) =>
    pages.slice(0, shownPages).map((number) => ({ documentId, number })),
  );
  const [rows, snippets] = await Promise.all([
    repository.listOf(
      db,
      scope,
      companyId,
      shown.map(({ id }) => id),
    ),
    snippetsOf(db, companyId, pages, searchTerms(query.q)),
  ]);
  const pagesOf = new Map(shown.map(({ id, pages }) => [id, pages]));
  const last = shown.at(-1);
  return {
    result: rows.map((row) => ({
      ...rowOf(row),
      matches: snippets
        .filter(({ documentId }) => documentId === row.documentKey)
        .map(({ number, pieces }) => ({ page: number, pieces })),
      matchCount: pagesOf.get(row.id)?.length ?? 0,
    })),
    metadata: { next: last && found.length > archivePageSize ? `${last.day}_${last.id}` : null },
  };
}

/** The administrations whose invoices the caller may see. */
export async function listAdministrations(ctx: Context, named: string | undefined) {
  const companyId = companyNamed(ctx, named);
  return isId(companyId) ? repository.listAdministrations(ctx.db, ctx.scope, companyId) : [];
}

/** Whether the originals of a company are as they were stored (§C24). */
export async function findOriginals(ctx: Context, named: string | undefined): Promise<Originals> {
  const companyId = companyNamed(ctx, named);
  const known = isId(companyId) ? companyId : noCompany;
  const [round, damaged] = await Promise.all([
    originals.findRound(ctx.db, known),
    originals.listOpen(ctx.db, ctx.scope, known, maxDamagedShown),
  ]);
  if (!round) return { seenAt: null, seenCount: 0, wholeAt: null, round: null, damaged };
  const { seenAt, seenCount, wholeAt, beganAt, checked, planned, isDone } = round;
  return { seenAt, seenCount, wholeAt, round: isDone ? null : { beganAt, checked, planned }, damaged };
}

async function findDocuments(
  { db, scope }: Pick<Context, 'db' | 'scope'>,
  which: ArchiveQuery & { companyId: string },
) {
  const { companyId, administrationId = companyId } = which;
  // What is no id belongs to nothing.
  if (![companyId, administrationId].every(isId)) return [];
  const max = archivePageSize + 1;
  const terms = searchTerms(which.q);
  if (terms.length === 0) return which.q === '' ? repository.listNewest(db, scope, which, max) : [];
  const newest = { among: newestSought, max };
  const { found, seen } = await repository.searchNewest(db, scope, which, terms, newest);
  // Enough of the newest ones, or there are no others.
  if (found.length === max || seen < newestSought) return found;
  const few = await repository.searchAll(db, scope, which, terms, { max, unless: fewPages });
  if (few) return few;
  const further = { among: furtherSought, max };
  const met = await repository.searchFurther(db, scope, which, terms, further);
  if (met.length === max) return met;
  return (await repository.searchAll(db, scope, which, terms, { max })) ?? [];
}

type Row = Awaited<ReturnType<typeof repository.listOf>>[number];

function rowOf({ creditorName, administrationId: id, administrationName: name, ...row }: Row) {
  return {
    ...row,
    creditor: { name: creditorName },
    administration: id === null || name === null ? null : { id, name },
  };
}

const changes = z.record(z.string(), z.object({ old: z.unknown(), new: z.unknown() }));

/** An invoice as it is kept; 404 for one that the caller may not see. */
export async function findArchived(
  ctx: Context,
  id: string,
  q: string,
): Promise<z.input<typeof archivedInvoice>> {
  const { db, scope } = ctx;
  const found = orNotFound(await repository.findById(db, scope, id));
  const { companyId, documentKey } = found;
  const [pages, files, decisions, comments, lines] = await Promise.all([
    listPages(ctx, documentKey, companyId),
    repository.filesOf(db, companyId, documentKey),
    approvalsOf(db, scope, id),
    listEntries(db, scope, id),
    repository.historyOf(db, companyId, id),
  ]);
  const hits = await findInPages(db, { companyId, documentId: documentKey }, searchTerms(q));
  return {
    ...found,
    ...rowOf(found),
    pages: pages.map(({ number, width, height, imageSha256 }) => ({
      number,
      width,
      height,
      picture: pictureName(imageSha256),
      hits: hits.get(number) ?? [],
    })),
    files,
    decisions,
    comments,
    history: lines.map((line) => ({
      ...line,
      changes: Object.entries(changes.parse(line.changes)).map(([field, change]) => ({
        field,
        old: change.old,
        new: change.new,
      })),
    })),
  };
}
