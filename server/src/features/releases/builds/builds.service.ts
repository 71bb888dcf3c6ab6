import type { z } from 'zod';
import type { Build, buildWrite } from '#contract/releases/builds.ts';
import { releases } from '#contract/releases/releases.ts';
import type { Services } from '#server/platform/context.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import * as repository from './builds.repository.ts';

/** Stores a build once, and notifies open lists of releases. */
export async function takeBuild(
  { db, events, now }: Pick<Services, 'db' | 'events' | 'now'>,
  { version, build, notes, url }: z.output<typeof buildWrite>,
): Promise<{ readonly build: Build; readonly isNew: boolean }> {
  return inTransaction(db, async (tx) => {
    const taken = await repository.insertOnce(
      tx,
      { version, build, notes: notes ?? '', url: url ?? null },
      now(),
    );
    if (taken.isNew) await events.publish(tx, { resource: releases.path, companyId: noCompany });
    return taken;
  });
}
