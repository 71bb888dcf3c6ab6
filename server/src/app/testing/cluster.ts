import type { TestProject } from 'vitest/node';
import { installJobs } from '#server/platform/jobs/jobs.ts';
import { prepareCluster } from '#server/platform/testing/cluster.ts';
import { jobKinds } from '../job-kinds.ts';
import { placements } from '../placement.ts';

/** Vitest's global setup of `npm run test:cluster`. */
export default async function setup(project: TestProject): Promise<void> {
  const { CLUSTER_OWNER_URL: ownerUrl, CLUSTER_URL: url } = process.env;
  if (ownerUrl === undefined || url === undefined) throw new Error('start it by npm run test:cluster');
  const install = (owner: Parameters<typeof installJobs>[0], appRole: string) =>
    installJobs(owner, appRole, jobKinds);
  project.provide(
    'balieTestCluster',
    await prepareCluster(ownerUrl, url, { placements, shardCount: 2, install }),
  );
}
