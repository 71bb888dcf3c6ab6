/** Fetches the list of what a password needs, each met or not. */
export const loadPasswordRules = async () => (await import('./password-rules.tsx')).PasswordRules;
