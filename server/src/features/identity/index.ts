export { countUse, placeOf } from './sign-in/attempts.repository.ts';
export type { Account, AccountDirectory, ProgramDirectory } from './directory.ts';
export { isCommonPassword } from './password/common-passwords.ts';
export { setPassword } from './password/credentials.ts';
export { findLastInvitation } from './links/invitations.repository.ts';
export { createInvitations, type Invitation, type Invitations } from './links/invitations.ts';
export type { RequestNewPassword } from './links/account-paths.ts';
export { findSignInState, forgetLinks } from './links/links.repository.ts';
export { identityJobs } from './jobs.ts';
export { newPasswordJob } from './links/new-password.job.ts';
export { directoryPurpose } from './directories/directory-journeys.ts';
export { directoryRedirectUris } from './directories/directory-sign-in.ts';
export { DirectoryFailure, discover } from './directories/openid.ts';
export { forgetPerson } from './forget-person.ts';
export { forgetDevices } from './devices/devices.repository.ts';
export { type NotifySecurity, securityMailJob } from './devices/security-mail.job.ts';
export { mailFrame } from './links/mail-frame.ts';
export { pageStyle } from './pages/page-style.ts';
export { html } from './pages/html.ts';
export { mark } from './pages/pictures.ts';
export { mountMe } from './me.routes.ts';
export { secretClaim } from './provider/program-clients.ts';
export { ownMetadata } from './provider/own-metadata.ts';
export { asksFreshFactor, createFreshFactor } from './second-factor/fresh-factor.ts';
export { mustHaveFactor } from './second-factor/second-factor.service.ts';
export { removeSecondFactor } from './second-factor/second-factor.repository.ts';
export { mountSecurity } from './second-factor/security.routes.ts';
export { mountPassword } from './password/password.routes.ts';
export { issueOwnToken } from './provider/own-token.ts';
export { isLiveSession } from './provider/live-session.ts';
export { sessionCookie } from './provider/provider.ts';
export {
  forgetSignInEvents,
  forgetUnknownSignIns,
  recordSignInEvent,
} from './sign-in/sign-in-events.repository.ts';
export { languageOfPage } from './sign-in/sign-in.frame.ts';
export { mountSignIn } from './sign-in/sign-in.plugin.ts';
export { sessionUserOf } from './provider/session-user.ts';
export { createSessionCheck, type IsSignedIn } from './provider/session-check.ts';
export { mountSignedOut } from './sign-in/signed-out.routes.ts';
export { loadPublicKeys, longestTokenSeconds, rotateSigningKeys } from './provider/signing-keys.ts';
export { brandUrl, createSite, isOwnIssuer, type Site, siteOf, type SiteOptions } from './sites.ts';
export { createSubjectResolver, resolveOwnSubject, type ResolveSubject } from './provider/subjects.ts';
