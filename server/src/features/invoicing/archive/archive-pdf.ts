import { fill } from '#contract/texts.ts';
import { listPages } from '#server/features/documents/index.ts';
import type { Context } from '#server/platform/context.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import type { PageComposer, PageFile } from '#server/platform/pdf/pages.ts';
import { PdfError } from '#server/platform/pdf/pdf.ts';
import * as repository from './archive.repository.ts';
import { archiveTexts } from './archive-texts.ts';
import { type AuditPages, drawAudit } from './audit.pdf.ts';
import { listKept } from './kept.repository.ts';

/** An invoice as one PDF: its pages as they are, and behind them its audit page. */
export async function drawArchived(
  ctx: Context,
  composer: PageComposer,
  id: string,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const { db, scope, files, language, now } = ctx;
  const { companyId, documentKey } = orNotFound(await repository.findById(db, scope, id));
  const [invoice] = await listKept(db, { companyId, ids: [id] });
  const found = orNotFound(invoice ?? null);
  const audit = await drawAudit(found, language, now());
  const name = fill(archiveTexts(language).pdf, { document: found.documentId });
  const original = found.files.findLast(({ role }) => role !== 'data');
  const bytes = original ? await files.get(original.sha256) : null;
  const pages = await listPages(ctx, documentKey, companyId);
  if (original && bytes && (original.mime === 'application/pdf' || original.mime.startsWith('image/'))) {
    const kind = original.mime === 'application/pdf' ? 'pdf' : 'image';
    try {
      const numbers = pages.map(({ number }) => number);
      return {
        name,
        bytes: await behind(
          [{ kind, bytes }],
          numbers.map((page) => [0, page]),
          audit,
          composer,
        ),
      };
    } catch (error) {
      // Encrypted, or of a kind that can be shown but not taken apart: its pictures stand in.
      if (!(error instanceof PdfError) || error.code === 'stopped') throw error;
    }
  }
  // An electronic invoice has no pages of its own: as it was drawn for people.
  const pictures: PageFile[] = [];
  for (const { imageSha256 } of pages) {
    const picture = await files.get(imageSha256);
    if (picture) pictures.push({ kind: 'image', bytes: picture });
  }
  return {
    name,
    bytes: await behind(
      pictures,
      pictures.map((_, index) => [index, 1]),
      audit,
      composer,
    ),
  };
}

async function behind(
  files: readonly PageFile[],
  pages: readonly (readonly [file: number, page: number])[],
  audit: AuditPages,
  composer: PageComposer,
): Promise<Buffer> {
  return composer.compose(
    [...files, { kind: 'pdf', bytes: audit.bytes }],
    [
      ...pages.map(([file, page]) => ({ file, page, turn: 0 })),
      ...Array.from({ length: audit.pages }, (_, index) => ({
        file: files.length,
        page: index + 1,
        turn: 0,
      })),
    ],
  );
}
