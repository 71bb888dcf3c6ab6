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
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { PdfError } from '#server/platform/pdf/pdf.ts';
import type { PageComposer, PageFile, PickedPage } from '#server/platform/pdf/pages.ts';
import { StateNumber } from '../document-state.ts';
import { writeArrivals } from '../intake/arrivals.ts';
import type { InvoiceDesk } from '../invoice-desk.ts';
import { recogniseJob } from '../jobs.ts';
import { findDocument, told } from '../unknown/unknown.service.ts';
import * as unknown from '../unknown/unknown.repository.ts';
import { type CarriedPage, pagesOf, replacePages } from './carried-pages.repository.ts';
import * as repository from './page-work.repository.ts';
import { partName, remainingPages, splitPages, turnedPages } from './page-work.rules.ts';

/** What page work is done with. */
export interface PageTools {
  readonly desk: InvoiceDesk;
  readonly pages: PageComposer;
}

type Result = z.output<typeof pageWorkResult>;
type Held = unknown.Held;

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
  // One after the other: a part may be as large as the whole.
  for (const pages of parts) made.push(await compose(tools, [file], pages));
  return change(ctx, tools, before, command.rowVersion, async (tx, held) => {
    const [first = Buffer.alloc(0), ...others] = made;
    const whole = await derived(ctx, held, first);
    const [ofFirst = [], ...ofOthers] = await carried(tx, [held], parts);
    await rereadAs(tx, ctx, held, whole, { forgets: true, carries: ofFirst });
    const arrivals = await Promise.all(
      others.map(async (bytes, at) => ({
        id: newId(ctx.now().getTime()),
        filename: partName(held.filename, at + 2),
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
      companyId: held.companyId,
      administrationId: held.administrationId,
      source: 'split',
      mailId: null,
      receivedAt: ctx.now(),
    } as const;
    await writeArrivals(tx, ctx, owner, arrivals);
    await repository.setSource(
      tx,
      held.companyId,
      arrivals.map((part) => part.id),
      whole,
    );
    for (const [at, { id }] of arrivals.entries())
      await replacePages(tx, { companyId: held.companyId, id }, rowsOf(ofOthers[at] ?? []));
    await told(tx, ctx, [held], 'split', { after: { pages: command.before } });
    return [held.id, ...arrivals.map((part) => part.id)].map((part, at) => ({
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
  const all: Held[] = [];
  for (const id of ids) all.push(await peek(ctx, id));
  const [first, ...others] = all;
  if (!first || others.length === 0) throw problem.validation({ ids: ['required'] });
  if (others.some(({ companyId }) => companyId !== first.companyId))
    throw problem.validation({ ids: ['invalid'] });
  const pages = all.flatMap(({ pageCount }, file) =>
    Array.from({ length: pageCount }, (_, at) => ({ file, page: at + 1, turn: 0 })),
  );
  if (pages.length > 200) throw problem.validation({ ids: ['too-many'] });
  const bytes = await compose(tools, await Promise.all(all.map((held) => fileOf(ctx, held))), pages);
  return change(ctx, tools, first, undefined, async (tx, held) => {
    const [carries = []] = await carried(tx, all, [pages]);
    await rereadAs(tx, ctx, held, await derived(ctx, held, bytes), { forgets: true, carries });
    for (const seen of others) {
      const other = await hold(tx, ctx, tools, seen, undefined);
      await unknown.remove(tx, ctx, other);
      await told(tx, ctx, [other], 'merge', { after: { documentId: held.documentId } });
    }
    await told(tx, ctx, [held], 'merge', { after: { with: others.map(({ documentId }) => documentId) } });
    return [{ id: held.id, pageCount: pages.length }];
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
  return change(ctx, tools, before, rowVersion, async (tx, held) => {
    const [carries = []] = await carried(tx, [held], [pages]);
    await rereadAs(tx, ctx, held, await derived(ctx, held, bytes), { forgets: false, carries });
    await told(tx, ctx, [held], verb, {
      before: { pageCount: held.pageCount },
      after: { pageCount: pages.length },
    });
    return [{ id: held.id, pageCount: pages.length }];
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
  if (before.sourceSha256 === '')
    return result(ctx, before, [{ id: before.id, pageCount: before.pageCount }]);
  return change(ctx, tools, before, rowVersion, async (tx, held) => {
    const bytes = orNotFound(await ctx.files.stream(held.sourceSha256));
    bytes.stream.destroy();
    const source = {
      sha256: held.sourceSha256,
      mime: held.sourceMime,
      filename: held.sourceFilename,
      bytes: bytes.bytes,
    };
    await rereadAs(
      tx,
      ctx,
      held,
      { ...source, sourceSha256: '', sourceMime: '', sourceFilename: '' },
      { forgets: true },
    );
    await told(tx, ctx, [held], 'restore-source', {});
    return [{ id: held.id, pageCount: held.pageCount }];
  });
}

// Looked at before the slow work; what changes meanwhile is seen by its version.
async function peek(ctx: Context, id: string): Promise<Held> {
  const seen = orNotFound(await peekAt(ctx, id));
  refuseUnlessReadable(seen);
  return seen;
}

function peekAt(ctx: Context, id: string): Promise<Held | undefined> {
  return ctx.once(() => ctx.db.transaction().execute((tx) => unknown.lock(tx, ctx, id)));
}

function refuseUnlessReadable({ state, mime, pageCount }: Held): void {
  if (state < StateNumber.Recognised) throw problem.of('wrong-state', { sentence: 'document-being-read' });
  if (state > StateNumber.Unprocessable)
    throw problem.of('wrong-state', { sentence: 'validation-locked-in' });
  const hasPages = mime === pdfMime || mime.startsWith('image/');
  if (!hasPages || pageCount === 0) throw problem.of('wrong-state', { sentence: 'document-not-on-pages' });
}

function refusePages(field: string): never {
  throw problem.validation({ [field]: ['unknown'] });
}

async function fileOf(ctx: Context, { sha256, mime }: Held): Promise<PageFile> {
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
  before: Held,
  rowVersion: number | undefined,
  work: (tx: Tx, held: Held) => Promise<{ id: string; pageCount: number }[]>,
): Promise<Result> {
  const parts = await ctx.transaction(async (tx) => work(tx, await hold(tx, ctx, tools, before, rowVersion)));
  return result(ctx, before, parts);
}

async function result(
  ctx: Context,
  { companyId }: Held,
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
async function hold(
  tx: Tx,
  ctx: Context,
  tools: PageTools,
  before: Held,
  rowVersion: number | undefined,
): Promise<Held> {
  const held = orNotFound(await unknown.lock(tx, ctx, before.id));
  if (held.rowVersion !== (rowVersion ?? before.rowVersion) || held.rowVersion !== before.rowVersion)
    throw problem.of('stale', { current: await findDocument(ctx, held.id, tx) });
  const key = { companyId: held.companyId, documentId: held.id };
  if ((await tools.desk.stageOf(tx, key)) === 'settled')
    throw problem.of('wrong-state', { sentence: 'validation-locked-in' });
  await tools.desk.withdraw(tx, ctx, key);
  return held;
}

async function derived(ctx: Context, held: Held, bytes: Buffer): Promise<repository.NewFile> {
  const isFirst = held.sourceSha256 === '';
  return {
    sha256: await ctx.files.put(bytes),
    mime: pdfMime,
    filename: partName(held.filename, 1),
    bytes: bytes.length,
    sourceSha256: isFirst ? held.sha256 : held.sourceSha256,
    sourceMime: isFirst ? held.mime : held.sourceMime,
    sourceFilename: isFirst ? held.filename : held.sourceFilename,
  };
}

// A page keeps what was read of it when it moves; one that was turned is read again.
interface Carried {
  readonly row: CarriedPage | undefined;
  readonly isTurned: boolean;
}

/** The pages of each part with what was read of them; the files are these documents. */
async function carried(
  tx: Tx,
  documents: readonly Held[],
  parts: readonly (readonly PickedPage[])[],
): Promise<Carried[][]> {
  const read: ReadonlyMap<number, CarriedPage>[] = [];
  for (const { companyId, id } of documents) read.push(await pagesOf(tx, companyId, id));
  return parts.map((pages) =>
    pages.map(({ file, page, turn }) => ({ row: read[file]?.get(page), isTurned: turn !== 0 })),
  );
}

const rowsOf = (pages: readonly Carried[]) => pages.map(({ row }) => row);

function unread(pages: readonly Carried[]): number[] {
  return pages.flatMap(({ row, isTurned }, at) => (row && !isTurned ? [] : [at + 1]));
}

async function rereadAs(
  tx: Tx,
  ctx: Context,
  held: Held,
  file: repository.NewFile,
  { forgets, carries }: { readonly forgets: boolean; readonly carries?: readonly Carried[] },
): Promise<void> {
  await repository.replaceFile(tx, ctx, held, file, forgets);
  if (carries) await replacePages(tx, held, rowsOf(carries));
  const by = { userId: ctx.caller.userId, name: ctx.caller.name };
  const job = {
    companyId: held.companyId,
    documentId: held.id,
    by,
    ...(carries ? { readsOnly: unread(carries) } : {}),
  };
  await ctx.jobs.send(tx, recogniseJob, job, { key: held.id, priority: 1 });
}
