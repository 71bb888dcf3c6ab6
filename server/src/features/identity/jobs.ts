import type { Services } from '#server/platform/context.ts';
import type { AccountDirectory } from './directory.ts';
import { securityMailJob, sendSecurityMail } from './devices/security-mail.job.ts';
import { newPasswordJob, sendNewPassword } from './links/new-password.job.ts';
import type { SiteOptions } from './sites.ts';

/** The background work of the area. */
export const identityJobs = {
  kinds: [newPasswordJob, securityMailJob],
  /** Mails links and notices, in a worker process. */
  async handlers(
    services: Services,
    parts: { readonly directory: AccountDirectory; readonly sites: SiteOptions },
  ): Promise<void> {
    await services.jobs.work(newPasswordJob, (request) =>
      sendNewPassword(services, parts.directory, request),
    );
    await services.jobs.work(securityMailJob, (notice) => sendSecurityMail(services, parts, notice));
  },
} as const;
