import type { z } from 'zod';
import { type exportCommand, invoiceExports } from '#contract/invoicing/invoices.ts';
import { sentence } from '#contract/problem-texts.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Rec } from '#contract/resource.ts';
import { reaches } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { rowExists } from '#server/platform/db/record.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { exportJob } from './export.job.ts';
import * as repository from './exports.repository.ts';

type Export = Rec<typeof invoiceExports>;

/** Orders an export; the job takes what is approved when it runs. */
export async function startExport(ctx: Context, command: z.output<typeof exportCommand>): Promise<Export> {
  const { companyId, administrationId = null, format } = command;
  if (!reaches(ctx.scope, companyId) || !(await rowExists(ctx.db, 'companies', { id: companyId })))
    throw problem.validation({ company_id: ['unknown'] });
  const key = { companyId, id: administrationId ?? '' };
  if (administrationId !== null && !(await rowExists(ctx.db, 'administrations', key)))
    throw problem.validation({ administration_id: ['unknown'] });
  return ctx.transaction(async (tx) => {
    const id = await repository.insert(tx, ctx, { companyId, administrationId, format });
    await ctx.jobs.send(tx, exportJob, { companyId, exportId: id }, { key: id });
    await recordChange(tx, ctx, {
      entity: `${invoiceExports.permission}.export`,
      entityId: id,
      companyId,
      verb: 'create',
      after: { format, administrationId },
    });
    await ctx.events.publish(tx, { resource: invoiceExports.path, companyId, id });
    return orNotFound(await findExport(ctx, id, tx));
  });
}

export async function listExports(ctx: Context, query: ListQuery) {
  const page = await repository.list(ctx.db, ctx.scope, query);
  return { ...page, rows: page.rows.map((row) => shown(ctx, row)) };
}

export async function findExport(ctx: Context, id: string, db: Db = ctx.db): Promise<Export | null> {
  const found = await repository.findById(db, ctx.scope, id);
  return found ? shown(ctx, found) : null;
}

function shown<T extends { readonly error: string | null }>(ctx: Context, found: T): T {
  return { ...found, error: found.error && sentence(ctx.language, `export-${found.error}`) };
}
