import { formatDay, formatInstant } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import type { Language } from '#contract/problem.ts';
import { fill } from '#contract/texts.ts';
import { edge, ink, openPen, type Pen } from '#server/platform/pdf/pen.ts';
import { archiveTexts, type ArchiveTexts } from './archive-texts.ts';
import type { KeptInvoice } from './kept.repository.ts';

const labelWidth = 150;
const small = { size: 8, color: ink.quiet } as const;

/** The audit pages of an invoice: mostly one. */
export interface AuditPages {
  readonly bytes: Buffer;
  readonly pages: number;
}

/** What happened to an invoice: who, when, what, comments, and the hashes of its files and of the seals of its history. */
export async function drawAudit(invoice: KeptInvoice, language: Language, now: Date): Promise<AuditPages> {
  const texts = archiveTexts(language);
  const title = fill(texts.title, { number: invoice.invoiceNumber });
  const pen = await openPen(
    { title, author: invoice.company, language, at: now },
    { bottom: 84, features: ['kern'], keepsLines: true },
  );
  pen.y = pen.write(invoice.company, edge.left, pen.y, edge.width, { size: 9, bold: true }) + 24;
  pen.y = pen.write(title, edge.left, pen.y, edge.width, { size: 18, bold: true, tag: 'H1' }) + 6;
  const intro = fill(texts.intro, { at: formatInstant(now.toISOString()) });
  pen.y = pen.write(intro, edge.left, pen.y, edge.width, { color: ink.quiet }) + 14;
  drawFacts(pen, invoice, texts, language);
  drawList(
    pen,
    texts.files,
    '',
    invoice.files.map(({ role, filename, sha256 }) => [
      `${texts.file[role]}: ${filename}`,
      `SHA-256 ${sha256}`,
    ]),
  );
  drawList(
    pen,
    texts.decisions,
    texts.noDecisions,
    invoice.decisions.map(({ who, onBehalfOf, state, at, comment, round }) => {
      const name = onBehalfOf === null ? who : fill(texts.onBehalfOf, { name: who, other: onBehalfOf });
      const facts = [name, texts.line[state], at && formatInstant(at), fill(texts.round, { round })];
      return [facts.filter(Boolean).join(' · '), comment];
    }),
  );
  drawList(
    pen,
    texts.comments,
    texts.noComments,
    invoice.comments.map(({ at, who, text }) => [`${formatInstant(at)} · ${who}`, text]),
  );
  const verbs: Readonly<Record<string, string>> = texts.verb;
  drawList(
    pen,
    texts.history,
    texts.noHistory,
    invoice.history.map(({ at, who, verb, seal }) => [
      `${formatInstant(at)} · ${who} · ${verbs[verb] ?? verb}`,
      seal === null ? texts.unsealed : fill(texts.sealed, { seal }),
    ]),
  );
  let count = 1;
  const bytes = await pen.finish((page, pages) => {
    count = pages;
    pen.writeFooter(invoice.company, fill(texts.page, { page, pages }));
  });
  return { bytes, pages: count };
}

function drawFacts(
  pen: Pen,
  invoice: KeptInvoice,
  { facts, ...texts }: ArchiveTexts,
  language: Language,
): void {
  const { decidedAt, decidedBy, keptUntil } = invoice;
  const values: Record<keyof ArchiveTexts['facts'], string> = {
    creditor: invoice.creditor,
    number: invoice.invoiceNumber,
    date: formatDay(invoice.invoiceDate),
    total: formatMoney(invoice.totalInCents, invoice.currency, language),
    document: invoice.documentId,
    administration: invoice.administration,
    received: formatInstant(invoice.receivedAt),
    status: texts.status[invoice.status],
    decided:
      decidedAt === null
        ? ''
        : fill(texts.decidedBy, { at: formatInstant(decidedAt), name: decidedBy ?? '' }),
    keptUntil: keptUntil === null ? '' : formatDay(keptUntil),
  };
  const labels: Readonly<Record<string, string>> = facts;
  for (const [name, value] of Object.entries(values)) {
    if (value === '') continue;
    const below = pen.write(labels[name] ?? name, edge.left, pen.y, labelWidth - 12, { color: ink.quiet });
    pen.y = Math.max(below, pen.write(value, edge.left + labelWidth, pen.y, edge.width - labelWidth)) + 3;
  }
}

function drawList(
  pen: Pen,
  title: string,
  none: string,
  entries: readonly (readonly [string, string])[],
): void {
  pen.reserve(70);
  pen.y = pen.write(title, edge.left, pen.y + 10, edge.width, { size: 12, bold: true, tag: 'H2' }) + 4;
  if (entries.length === 0) pen.y = pen.write(none, edge.left, pen.y, edge.width, { color: ink.quiet }) + 4;
  for (const [head, rest] of entries) {
    pen.reserve(pen.heightOf(head, edge.width) + 14);
    pen.y = pen.write(head, edge.left, pen.y, edge.width);
    // Comments have several thousand signs: line by line they go over as many pages as they need.
    for (const line of rest.split('\n').filter(Boolean)) {
      for (const part of line.match(/.{1,600}/gsu) ?? []) {
        pen.reserve(pen.heightOf(part, edge.width, small) + 4);
        pen.y = pen.write(part, edge.left, pen.y, edge.width, small);
      }
    }
    pen.y += 4;
  }
}
