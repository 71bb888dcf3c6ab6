import type { ChartRole } from '#contract/invoicing/charts.ts';
import { dayOfInstant } from '#contract/dates.ts';
import { fill } from '#contract/texts.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { openPaper } from '#server/platform/pdf/paper.ts';
import * as charts from '../charts/charts.repository.ts';
import en from '../locales/trial.en.json' with { type: 'json' };
import nl from '../locales/trial.nl.json' with { type: 'json' };
import { batchOf, findCustomer } from './batch.repository.ts';
import { findById } from './delivery-settings.repository.ts';
import type { ExportedFile } from './exported-batch.ts';
import { exporterOf, obstaclesOf, packed } from './exporters.ts';
import { listCodes } from './package-codes.repository.ts';
import { type TrialBooks, trialInvoice, type TrialTexts } from './trial.rules.ts';

const languages = { nl, en } as const;

/** An example invoice as the package of an administration would get it: a file to try, of which nothing is stored (§C34). */
export async function trialFile(ctx: Context, id: string): Promise<ExportedFile> {
  const { companyId, coupling, administration } = orNotFound(await findById(ctx.db, ctx.scope, id));
  const exporter = exporterOf(coupling);
  if (!exporter) throw problem.of('wrong-state', { sentence: 'delivery-no-exporter' });
  const books = { companyId, administrationId: id, coupling };
  const texts = languages[ctx.language];
  const invoice = trialInvoice(
    orNotFound(await findCustomer(ctx.db, books)),
    await trialBooks(ctx.db, companyId, id),
    texts,
    dayOfInstant(ctx.now()),
  );
  const content = await batchOf(ctx.db, books, [invoice]);
  const [obstacle] = obstaclesOf(exporter, content);
  if (obstacle) throw problem.of('wrong-state', { sentence: `delivery-${obstacle.code}` });
  const picture = await drawn(texts, ctx);
  const files = await exporter.filesOf({ ...content, read: async () => picture });
  return packed(files, fill(texts.file, { administration: administration.name }));
}

async function trialBooks(db: Db, companyId: string, id: string): Promise<TrialBooks> {
  const chart = { companyId, id };
  const accounts = await charts.listEntries(db, chart, 'account');
  const open = accounts.filter(({ isOpen }) => isOpen);
  const [costCenter] = (await charts.listEntries(db, chart, 'costcenter')).filter(({ isOpen }) => isOpen);
  const vatCode = (await charts.listVatCodes(db, chart)).find(
    ({ isOpen, kind, rates }) => isOpen && kind === 'normal' && (rates[0]?.rate ?? 0) > 0,
  );
  const creditors = await listCodes(db, { companyId, administrationId: id }, 'creditor');
  const creditor = creditors.find(({ theirs }) => theirs !== '');
  const accountOf = (found: charts.Entry | undefined) =>
    found && { ledgerNumber: found.number, ledgerName: found.name };
  const withRole = (role: ChartRole) => accountOf(open.find((account) => account.role === role));
  const ofVat = open.find(({ number }) => number === vatCode?.accountNumber);
  return {
    // Costs stand in 4 in most Dutch charts.
    costs: accountOf(
      open.find(({ number, role }) => role === 'none' && number.startsWith('4')) ??
        open.find(({ role }) => role === 'none'),
    ),
    vat: accountOf(ofVat) ?? withRole('vatToReclaim'),
    creditors: withRole('creditors'),
    costCenter: costCenter?.number ?? '',
    vatCode: vatCode && { code: vatCode.code, rate: vatCode.rates[0]?.rate ?? 0 },
    creditor: creditor && { name: creditor.name, number: creditor.theirs },
  };
}

async function drawn(texts: TrialTexts, { language, now }: Context): Promise<Buffer> {
  const { pdf, finish } = await openPaper({ title: texts.title, author: 'Balie', language, at: now() });
  pdf.font('semibold').fontSize(20).text(texts.title, 56, 72);
  pdf.font('regular').fontSize(11).text(texts.explain, 56, 110);
  return finish();
}
