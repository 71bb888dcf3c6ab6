// The screens stand in a file without code: the first script reads them before any library is there.
export { identityScreens } from './screens.ts';
export { useMe } from './use-me.ts';

/** Fetches the list of what a password needs, each met or not. */
export const loadPasswordRules = async () => (await import('./password/password-rules.tsx')).PasswordRules;
