import type { z } from 'zod';
import type {
  mergeCommand,
  pageWorkResult,
  removePagesCommand,
  rotateCommand,
  splitCommand,
} from '#contract/documents/unknown-documents.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import { softDelete } from '#server/platform/db/record.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { PdfError } from '#server/platform/pdf/pdf.ts';
import type { PageComposer, PageFile, PickedPage } from '#server/platform/pdf/pages.ts';
import { StateNumber } from '../document-state.ts';
import { auditDocuments } from '../audit.ts';
import { writeArrivals } from '../intake/arrivals.ts';
import type { InvoiceHooks } from '../invoice-hooks.ts';
import { recogniseJob } from '../jobs.ts';
import * as rejections from '../rejections/rejections.repository.ts';
import { findDocument } from '../unknown/unknown.service.ts';
import * as unknown from '../unknown/unknown.repository.ts';
import { type ReusedPage, pagesOf, replacePages } from './reused-pages.repository.ts';
import * as repository from './page-work.repository.ts';
import { partName, remainingPages, splitPages, turnedPages } from './page-work.rules.ts';

/** What page work is done with. */
export interface PageTools {
  readonly hooks: InvoiceHooks;
  readonly pages: PageComposer;
}

type Result = z.output<typeof pageWorkResult>;
type Locked = unknown.Locked;

const pdfMime = 'application/pdf';

/** A new document starts at each of these pages; the first keeps the number, and every part knows the file that came in. */
export async function splitDocument(
  ctx: Context,
  tools: PageTools,
  id: string,
  command: z.output<typeof splitCommand>,
): Promise<Result> {
  const before = await peek(ctx, id);
  const parts = splitPages(before.pageCount, command.before) ?? refusePages('before');
  const file = await fileOf(ctx, before);
  const made: Buffer[] = [];
  // One after the other: a part may be as large as the document.
  for (const pages of parts) made.push(await compose(tools, [file], pages));
  return change(ctx, tools, before, command.rowVersion, async (tx, locked) => {
    const [first = Buffer.alloc(0), ...others] = made;
    const newFile = await derivedFile(ctx, locked, first);
    const [ofFirst = [], ...ofOthers] = await reusedPagesOf(tx, [locked], parts);
    await replaceAndReread(tx, ctx, locked, newFile, { forgetsManual: true, reusedPages: ofFirst });
    const arrivals = await Promise.all(
      others.map(async (bytes, at) => ({
        id: newId(ctx.now().getTime()),
        filename: partName(locked.filename, at + 2),
        archive: '',
        sha256: await ctx.files.put(bytes),
        mime: pdfMime,
        bytes: bytes.length,
        state: 'Nieuw' as const,
        reasons: [],
        readsOnly: unread(ofOthers[at] ?? []),
      })),
    );
    const owner = {
      companyId: locked.companyId,
      administrationId: locked.administrationId,
      source: 'split',
      mailId: null,
      receivedAt: ctx.now(),
    } as const;
    await writeArrivals(tx, ctx, owner, arrivals);
    await repository.setSource(
      tx,
      locked.companyId,
      arrivals.map((part) => part.id),
      newFile,
    );
    for (const [at, { id }] of arrivals.entries())
      await replacePages(tx, { companyId: locked.companyId, id }, rowsOf(ofOthers[at] ?? []));
    await auditDocuments(tx, ctx, [locked], { verb: 'split', after: { pages: command.before } });
    return [locked.id, ...arrivals.map((part) => part.id)].map((part, at) => ({
      id: part,
      pageCount: parts[at]?.length ?? 0,
    }));
  });
}

/** The others follow the first in this order, and go to the trash with their files. */
export async function mergeDocuments(
  ctx: Context,
  tools: PageTools,
  command: z.output<typeof mergeCommand>,
): Promise<Result> {
  const ids = [...new Set(command.ids)];
  const all: Locked[] = [];
  for (const id of ids) all.push(await peek(ctx, id));
  const [first, ...others] = all;
  if (!first || others.length === 0) throw problem.validation({ ids: ['required'] });
  if (others.some(({ companyId }) => companyId !== first.companyId))
    throw problem.validation({ ids: ['invalid'] });
  const pages = all.flatMap(({ pageCount }, file) =>
    Array.from({ length: pageCount }, (_, at) => ({ file, page: at + 1, turn: 0 })),
  );
  if (pages.length > 200) throw problem.validation({ ids: ['too-many'] });
  const bytes = await compose(tools, await Promise.all(all.map((locked) => fileOf(ctx, locked))), pages);
  return change(ctx, tools, first, undefined, async (tx, locked) => {
    const [reusedPages = []] = await reusedPagesOf(tx, all, [pages]);
    await replaceAndReread(tx, ctx, locked, await derivedFile(ctx, locked, bytes), {
      forgetsManual: true,
      reusedPages,
    });
    for (const seen of others) {
      const other = await lock(tx, ctx, tools, seen, undefined);
      await softDelete(tx, ctx, 'documents', other);
      await auditDocuments(tx, ctx, [other], { verb: 'merge', after: { documentId: locked.documentId } });
    }
    await auditDocuments(tx, ctx, [locked], {
      verb: 'merge',
      after: { with: others.map(({ documentId }) => documentId) },
    });
    return [{ id: locked.id, pageCount: pages.length }];
  });
}

export async function rotatePages(
  ctx: Context,
  tools: PageTools,
  id: string,
  command: z.output<typeof rotateCommand>,
): Promise<Result> {
  return edit(ctx, tools, id, command.rowVersion, 'rotate', (count) =>
    turnedPages(count, command.pages, command.degrees),
  );
}

export async function removePages(
  ctx: Context,
  tools: PageTools,
  id: string,
  command: z.output<typeof removePagesCommand>,
): Promise<Result> {
  return edit(ctx, tools, id, command.rowVersion, 'remove-pages', (count) =>
    remainingPages(count, command.pages),
  );
}

async function edit(
  ctx: Context,
  tools: PageTools,
  id: string,
  rowVersion: number | undefined,
  verb: string,
  pick: (pageCount: number) => PickedPage[] | null,
): Promise<Result> {
  const before = await peek(ctx, id);
  const pages = pick(before.pageCount) ?? refusePages('pages');
  if (pages.length === 0) throw problem.of('wrong-state', { sentence: 'document-no-pages-left' });
  const bytes = await compose(tools, [await fileOf(ctx, before)], pages);
  return change(ctx, tools, before, rowVersion, async (tx, locked) => {
    const [reusedPages = []] = await reusedPagesOf(tx, [locked], [pages]);
    await replaceAndReread(tx, ctx, locked, await derivedFile(ctx, locked, bytes), {
      forgetsManual: false,
      reusedPages,
    });
    await auditDocuments(tx, ctx, [locked], {
      verb,
      before: { pageCount: locked.pageCount },
      after: { pageCount: pages.length },
    });
    return [{ id: locked.id, pageCount: pages.length }];
  });
}

/** Back to the file that came in. */
export async function restoreSource(
  ctx: Context,
  tools: PageTools,
  id: string,
  rowVersion: number | undefined,
): Promise<Result> {
  const before = orNotFound(await peekAt(ctx, id));
  if (before.hasTwoFiles) refuseUnlessReadable(before);
  if (before.sourceSha256 === '')
    return result(ctx, before, [{ id: before.id, pageCount: before.pageCount }]);
  return change(ctx, tools, before, rowVersion, async (tx, locked) => {
    const bytes = orNotFound(await ctx.files.stream(locked.sourceSha256));
    bytes.stream.destroy();
    const source = {
      sha256: locked.sourceSha256,
      mime: locked.sourceMime,
      filename: locked.sourceFilename,
      bytes: bytes.bytes,
    };
    await replaceAndReread(
      tx,
      ctx,
      locked,
      { ...source, sourceSha256: '', sourceMime: '', sourceFilename: '' },
      { forgetsManual: true },
    );
    await auditDocuments(tx, ctx, [locked], { verb: 'restore-source' });
    return [{ id: locked.id, pageCount: locked.pageCount }];
  });
}

// Looked at before the slow work; what changes meanwhile is seen by its version.
async function peek(ctx: Context, id: string): Promise<Locked> {
  const seen = orNotFound(await peekAt(ctx, id));
  refuseUnlessReadable(seen);
  return seen;
}

function peekAt(ctx: Context, id: string): Promise<Locked | undefined> {
  return ctx.once(() => ctx.db.transaction().execute((tx) => unknown.lock(tx, ctx, id)));
}

function refuseUnlessReadable({ state, mime, pageCount, hasTwoFiles }: Locked): void {
  if (hasTwoFiles) throw problem.of('wrong-state', { sentence: 'document-of-two-files' });
  if (state < StateNumber.Recognised) throw problem.of('wrong-state', { sentence: 'document-being-read' });
  if (state > StateNumber.Unprocessable)
    throw problem.of('wrong-state', { sentence: 'validation-locked-in' });
  const hasPages = mime === pdfMime || mime.startsWith('image/');
  if (!hasPages || pageCount === 0) throw problem.of('wrong-state', { sentence: 'document-not-on-pages' });
}

function refusePages(field: string): never {
  throw problem.validation({ [field]: ['unknown'] });
}

async function fileOf(ctx: Context, { sha256, mime }: Locked): Promise<PageFile> {
  return { kind: mime === pdfMime ? 'pdf' : 'image', bytes: orNotFound(await ctx.files.get(sha256)) };
}

async function compose(
  tools: PageTools,
  files: readonly PageFile[],
  pages: readonly PickedPage[],
): Promise<Buffer> {
  try {
    return await tools.pages.compose(files, pages);
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    if (error.code === 'timeout' || error.code === 'stopped') throw problem.of('unavailable');
    throw problem.of('wrong-state', { sentence: `document-${error.code}` });
  }
}

async function change(
  ctx: Context,
  tools: PageTools,
  before: Locked,
  rowVersion: number | undefined,
  work: (tx: Tx, locked: Locked) => Promise<{ id: string; pageCount: number }[]>,
): Promise<Result> {
  const parts = await ctx.transaction(async (tx) => work(tx, await lock(tx, ctx, tools, before, rowVersion)));
  return result(ctx, before, parts);
}

async function result(
  ctx: Context,
  { companyId }: Locked,
  parts: readonly { id: string; pageCount: number }[],
): Promise<Result> {
  const numbers = await repository.numbersOf(
    ctx.db,
    companyId,
    parts.map(({ id }) => id),
  );
  return parts.map((part) => ({ ...part, documentId: numbers.get(part.id) ?? '' }));
}

// An invoice that was made of other pages goes; an approved one keeps its document as it is.
async function lock(
  tx: Tx,
  ctx: Context,
  tools: PageTools,
  before: Locked,
  rowVersion: number | undefined,
): Promise<Locked> {
  const locked = orNotFound(await unknown.lock(tx, ctx, before.id));
  if (locked.rowVersion !== (rowVersion ?? before.rowVersion) || locked.rowVersion !== before.rowVersion)
    throw problem.of('stale', { current: await findDocument(ctx, locked.id, tx) });
  const key = { companyId: locked.companyId, documentId: locked.id };
  if ((await tools.hooks.stageOf(tx, key)) === 'settled')
    throw problem.of('wrong-state', { sentence: 'validation-locked-in' });
  await tools.hooks.withdraw(tx, ctx, key);
  return locked;
}

async function derivedFile(ctx: Context, locked: Locked, bytes: Buffer): Promise<repository.NewFile> {
  const isFirst = locked.sourceSha256 === '';
  return {
    sha256: await ctx.files.put(bytes),
    mime: pdfMime,
    filename: partName(locked.filename, 1),
    bytes: bytes.length,
    sourceSha256: isFirst ? locked.sha256 : locked.sourceSha256,
    sourceMime: isFirst ? locked.mime : locked.sourceMime,
    sourceFilename: isFirst ? locked.filename : locked.sourceFilename,
  };
}

// A page that only moves keeps its text and words; one that was turned is read again.
interface Reused {
  readonly row: ReusedPage | undefined;
  readonly isTurned: boolean;
}

/** The pages of each part with what was read of them before; the files are these documents. */
async function reusedPagesOf(
  tx: Tx,
  documents: readonly Locked[],
  parts: readonly (readonly PickedPage[])[],
): Promise<Reused[][]> {
  const read: ReadonlyMap<number, ReusedPage>[] = [];
  for (const { companyId, id } of documents) read.push(await pagesOf(tx, companyId, id));
  return parts.map((pages) =>
    pages.map(({ file, page, turn }) => ({ row: read[file]?.get(page), isTurned: turn !== 0 })),
  );
}

const rowsOf = (pages: readonly Reused[]) => pages.map(({ row }) => row);

function unread(pages: readonly Reused[]): number[] {
  return pages.flatMap(({ row, isTurned }, at) => (row && !isTurned ? [] : [at + 1]));
}

async function replaceAndReread(
  tx: Tx,
  ctx: Context,
  locked: Locked,
  file: repository.NewFile,
  {
    forgetsManual,
    reusedPages,
  }: { readonly forgetsManual: boolean; readonly reusedPages?: readonly Reused[] },
): Promise<void> {
  await repository.replaceFile(tx, ctx, locked, file, forgetsManual);
  await rejections.removeAll(tx, { companyId: locked.companyId, documentId: locked.id });
  if (reusedPages) await replacePages(tx, locked, rowsOf(reusedPages));
  const by = { userId: ctx.caller.userId, name: ctx.caller.name };
  const job = {
    companyId: locked.companyId,
    documentId: locked.id,
    by,
    ...(reusedPages ? { readsOnly: unread(reusedPages) } : {}),
  };
  await ctx.jobs.send(tx, recogniseJob, job, { key: locked.id, priority: 1 });
}
