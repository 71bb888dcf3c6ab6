import { formatDay } from '#contract/dates.ts';
import type { EInvoiceVerdict, VerdictFinding } from '#contract/invoicing/e-invoice.ts';
import type { Language } from '#contract/problem.ts';
import { fill } from '#contract/texts.ts';
import {
  eInvoiceInPdf,
  standards,
  type Verdict,
  verdictOf,
  verdictRuleCount,
  verdictText,
} from '#server/features/documents/index.ts';
import type { Context } from '#server/platform/context.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { startPdf } from '#server/platform/pdf/pdf.ts';
import { readStored } from '../exports/read-stored.ts';
import { companyOf } from '../invoices/invoices.repository.ts';
import english from '../locales/e-invoice.en.json' with { type: 'json' };
import dutch from '../locales/e-invoice.nl.json' with { type: 'json' };
import { findEInvoice } from './verdict.repository.ts';

const texts: Readonly<Record<Language, typeof dutch>> = { nl: dutch, en: english };

/** What the standards say of the UBL or CII that an invoice came in as or in; null where there is none (§C20). */
export async function findVerdict(ctx: Context, id: string): Promise<EInvoiceVerdict | null> {
  const companyId = orNotFound(await companyOf(ctx.db, ctx.scope, id));
  const invoice = await findEInvoice(ctx.db, companyId, id);
  if (!invoice) return null;
  const bytes = await readStored(ctx, invoice.sha256);
  const verdict = invoice.isInPdf ? await verdictInPdf(bytes) : verdictOf(bytes);
  if (!verdict) return null;
  const findings = verdict.findings.map((finding) => shownFinding(finding, ctx.language));
  return {
    result: verdict.result,
    standards: verdict.standards.map((name) => ({
      name: texts[ctx.language].standard[name],
      version: standards[name],
    })),
    keptCount: verdictRuleCount(verdict.standards) - new Set(findings.map(({ rule }) => rule)).size,
    findings,
    mail: mailOf(ctx.language, invoice, findings),
  };
}

// The process that reads PDFs lives for this one file: few are asked for, and a broken one takes nothing with it.
async function verdictInPdf(bytes: Uint8Array): Promise<Verdict | undefined> {
  const pdf = startPdf({ timeout: 10_000 });
  try {
    const xml = await eInvoiceInPdf(bytes, pdf);
    return xml && verdictOf(xml);
  } finally {
    await pdf.close();
  }
}

function shownFinding(
  { rule, level, mender, text, values, places }: Verdict['findings'][number],
  language: Language,
): VerdictFinding {
  return { rule, level, mender, text: fill(verdictText(language, text), values), places: [...places] };
}

// One line a sentence: several rules may say the same. Warnings are no reason to write.
function mailOf(
  language: Language,
  { invoiceNumber, invoiceDate, email }: { invoiceNumber: string; invoiceDate: string; email: string | null },
  findings: readonly VerdictFinding[],
): EInvoiceVerdict['mail'] {
  const wrong = new Map(
    findings
      .filter(({ level }) => level === 'error')
      .map(({ text, rule, places }) => [text, `${text} (${[rule, ...places.slice(0, 1)].join(', ')})`]),
  );
  if (wrong.size === 0) return null;
  const { mail } = texts[language];
  const lines = [...wrong.values()].map((line, index) => `${index + 1}. ${line}`).join('\n');
  const values = { number: invoiceNumber, date: formatDay(invoiceDate), lines };
  return { to: email ?? '', subject: fill(mail.subject, values), text: fill(mail.text, values) };
}
