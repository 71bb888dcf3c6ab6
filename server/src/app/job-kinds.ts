import { billingJobs } from '#server/features/billing/index.ts';
import { carpetJobs } from '#server/features/carpetline/index.ts';
import { coreJobs } from '#server/features/core/index.ts';
import { documentJobs } from '#server/features/documents/index.ts';
import { identityJobs } from '#server/features/identity/index.ts';
import { invoicingJobs } from '#server/features/invoicing/index.ts';
import { releaseJobs } from '#server/features/releases/index.ts';
import { workOrderJobs } from '#server/features/workorders/index.ts';
import { moveFilesJob } from '#server/platform/files/move-files.ts';
import { sweepFilesJob } from '#server/platform/files/sweep.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';

/** Every kind of background work of the product. */
export const jobKinds: readonly JobKind<object>[] = [
  ...identityJobs.kinds,
  ...coreJobs.kinds,
  ...documentJobs.kinds,
  ...invoicingJobs.kinds,
  ...carpetJobs.kinds,
  ...workOrderJobs.kinds,
  ...releaseJobs.kinds,
  ...billingJobs.kinds,
  sweepFilesJob,
  moveFilesJob,
];
