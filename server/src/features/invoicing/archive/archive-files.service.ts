import type { z } from 'zod';
import { type archiveFileCommand, archiveFiles, maxArchiveInvoices } from '#contract/invoicing/archive.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { sentence } from '#contract/problem-texts.ts';
import type { Rec } from '#contract/resource.ts';
import { isTheirs } from '#server/features/core/index.ts';
import { companyNamed } from '#server/platform/auth/company-named.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isId, noCompany } from '#server/platform/db/ids.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { rowExists } from '#server/platform/db/record.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { archiveFileJob } from './archive-file.job.ts';
import * as repository from './archive-files.repository.ts';
import { listAdministrations } from './archive.service.ts';
import { countKept } from './kept.repository.ts';

type ArchiveFile = Rec<typeof archiveFiles>;

/** Orders the file of a period; a job makes it. */
export async function startArchiveFile(
  ctx: Context,
  command: z.output<typeof archiveFileCommand>,
): Promise<ArchiveFile> {
  const { caller } = ctx;
  const { administrationId = null, from, to } = command;
  const companyId = companyNamed(ctx, command.companyId);
  if (!(await rowExists(ctx.db, 'companies', { id: companyId })))
    throw problem.validation({ company_id: ['unknown'] });
  const known = await listAdministrations(ctx, companyId);
  if (administrationId !== null && !known.some(({ id }) => id === administrationId))
    throw problem.validation({ administration_id: ['unknown'] });
  const theirs = isTheirs({ companyId, userId: caller.userId }, 'invoices.administration_id');
  const which = { companyId, administrationId, from, to, theirs, after: null, max: 0 };
  const count = await countKept(ctx.db, which);
  if (count === 0 || count > maxArchiveInvoices)
    throw problem.of('wrong-state', {
      sentence: count === 0 ? 'archive-empty' : 'archive-too-many',
      values: { count: String(count), max: String(maxArchiveInvoices) },
    });
  return ctx.transaction(async (tx) => {
    const id = await repository.insert(tx, ctx, { companyId, administrationId, from, to, count });
    await ctx.jobs.send(tx, archiveFileJob, { companyId, fileId: id }, { key: id });
    await recordChange(tx, ctx, {
      entity: `${archiveFiles.permission}.export`,
      entityId: id,
      companyId,
      verb: 'create',
      after: { from, to, administrationId },
    });
    await ctx.events.publish(tx, { resource: archiveFiles.path, companyId, id });
    return orNotFound(await findArchiveFile(ctx, id, tx));
  });
}

/** The files of one company: staff name it, as in the archive. */
export async function listArchiveFiles(ctx: Context, query: ListQuery, named: string | undefined) {
  const companyId = companyNamed(ctx, named);
  const page = await repository.list(ctx.db, ctx.scope, query, {
    companyId: isId(companyId) ? companyId : noCompany,
  });
  return { ...page, rows: page.rows.map((row) => shown(ctx, row)) };
}

export async function findArchiveFile(
  ctx: Context,
  id: string,
  db: Db = ctx.db,
): Promise<ArchiveFile | null> {
  const found = await repository.findById(db, ctx.scope, id);
  return found ? shown(ctx, found) : null;
}

function shown<T extends { readonly error: string | null }>({ language }: Context, found: T): T {
  return { ...found, error: found.error && sentence(language, `archive-${found.error}`) };
}
