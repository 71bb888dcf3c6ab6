import type { z } from 'zod';
import { foldText } from '#contract/list-query/text.ts';
import type { audienceAnswer, audienceQuestion, ReleaseTreeCompany } from '#contract/facility/releases.ts';
import type { Context } from '#server/platform/context.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { listAskers, listTargeted } from './audience.repository.ts';
import { audienceOf, countReasons, countTargets, drafted } from './audience.rules.ts';
import { listCustomerIds } from './counts.ts';
import { seenSince } from './running.ts';
import { findById } from './releases.repository.ts';
import { loadTree } from './tree.repository.ts';

/** The tree of customers and their users. */
export function readTree(ctx: Context): Promise<ReleaseTreeCompany[]> {
  return loadTree(ctx.db, ctx.scope, seenSince(ctx.now()));
}

/** 'Wie krijgt dit?': what everybody would be answered if the release stood as the form has it. */
export async function previewAudience(
  ctx: Context,
  id: string,
  { at, reason, query = '', skip, top, ...draft }: z.output<typeof audienceQuestion>,
): Promise<z.output<typeof audienceAnswer>> {
  orNotFound(await findById(ctx.db, ctx.scope, id));
  const moment = at === undefined ? ctx.now() : new Date(at);
  const [askers, stored, customerIds] = await Promise.all([
    listAskers(ctx.db, seenSince(ctx.now())),
    listTargeted(ctx.db, id),
    listCustomerIds(ctx.db),
  ]);
  const releases = stored.map((release) => (release.id === id ? drafted(release, draft) : release));
  const asked = orNotFound(releases.find((release) => release.id === id));
  const rows = audienceOf(id, releases, askers, moment);
  const words = foldText(query).split(/\s+/).filter((word) => word !== '');
  const isSought = (row: (typeof rows)[number]) => {
    const text = foldText(`${row.name} ${row.companyName}`);
    return words.every((word) => text.includes(word));
  };
  const matches = rows.filter((row) => (reason === undefined || row.reason === reason) && isSought(row));
  return {
    result: matches.slice(skip, skip + top),
    metadata: { count: matches.length, reasons: countReasons(rows), ...countTargets(asked.targets, askers, customerIds) },
  };
}
