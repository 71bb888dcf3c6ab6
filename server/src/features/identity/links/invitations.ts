import type { BrandName } from '#contract/brands.ts';
import type { Language } from '#contract/problem.ts';
import type { Db } from '#server/platform/db/database.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import type { MailMessage } from '#server/platform/mail/mail.ts';
import type { AccountDirectory } from '../directory.ts';
import { siteOf, type SiteOptions } from '../sites.ts';
import { linkUrl } from './account-paths.ts';
import { saveInvitation } from './invitations.repository.ts';
import { createLink } from './links.service.ts';
import { linkMail } from './mails.ts';

/** An invitation that was just made; nobody can see its address again. */
export interface Invitation {
  readonly url: string;
  readonly expiresAt: Date;
  /** The mail with the link. */
  readonly message: MailMessage;
}

/** Makes invitations: links by which people choose their first password, or another one. */
export interface Invitations {
  /** Makes one in the caller's transaction; the caller checks the permission. An older one becomes void. */
  create(
    tx: Db,
    userId: string,
    by: {
      /** The host that the inviter uses. */
      readonly host: string;
      /** The brand that the invited know the product by, where it has a host of its own; absent: the inviter's. */
      readonly brand?: BrandName | null;
      readonly language: Language;
      readonly inviter: string;
    },
  ): Promise<Invitation>;
}

/** Invitations of the embedded sign-in. */
export function createInvitations(
  options: SiteOptions & { readonly directory: AccountDirectory; readonly now: () => Date },
): Invitations {
  return {
    async create(tx, userId, { host, brand, language, inviter }) {
      const asked = siteOf(options, host);
      const own = options.allSites().find(({ variant }) => variant === brand);
      const site = asked?.variant === brand ? asked : (own ?? asked);
      if (!site) throw problem.of('unknown-host');
      const account = orNotFound(await options.directory.findById(userId));
      const invitedAt = options.now();
      const { token, expiresAt } = await createLink(tx, account, 'invitation', invitedAt);
      await saveInvitation(tx, { userId, sessionEpoch: account.sessionEpoch, invitedAt, expiresAt });
      const url = linkUrl(site, 'invitation', token, language);
      const message = linkMail(
        account,
        { purpose: 'invitation', url, expiresAt },
        { variant: site.variant, language, inviter },
      );
      return { url, expiresAt, message };
    },
  };
}
