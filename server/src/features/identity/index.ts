export type { Account, AccountDirectory } from './directory.ts';
export { hasPassword, setPassword } from './credentials.ts';
export { mountMe } from './me.routes.ts';
export { issueOwnToken, type OwnTokenOptions } from './own-token.ts';
export { mountSignIn, type SignInOptions } from './sign-in.plugin.ts';
export { loadPublicKeys } from './signing-keys.ts';
export { isOwnIssuer, type Site, siteOf, type SiteOptions } from './sites.ts';
export { createSubjectResolver, resolveOwnSubject, type ResolveSubject } from './subjects.ts';
