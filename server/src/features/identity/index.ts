export type { Account, AccountDirectory } from './directory.ts';
export { setPassword } from './credentials.ts';
export { mountMe } from './me.routes.ts';
export { ownMetadata } from './own-metadata.ts';
export { issueOwnToken } from './own-token.ts';
export { mountSignIn } from './sign-in.plugin.ts';
export { loadPublicKeys } from './signing-keys.ts';
export { isOwnIssuer, siteOf, type SiteOptions } from './sites.ts';
export { createSubjectResolver, resolveOwnSubject, type ResolveSubject } from './subjects.ts';
