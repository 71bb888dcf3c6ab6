import type { Services } from '#server/platform/context.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { removePending } from './portal-users.repository.ts';
import { pendingForMs } from './portal-users.service.ts';

/** Deletes, every five minutes, users whose second call never came (§F9). */
export const pendingUsersJob = defineJob<Record<string, never>>('carpetline-pending-users', {
  retries: 0,
  expireSeconds: 60,
  cron: '*/5 * * * *',
});

/** One round; gives how many were deleted. */
export function removePendingUsers({ db, now }: Pick<Services, 'db' | 'now'>): Promise<number> {
  return removePending(db, new Date(now().getTime() - pendingForMs));
}
