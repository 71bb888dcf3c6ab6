/**
 * Tables that never enter a backup: sessions, signing keys and attempts belong to one installation. People keep
 * their passwords; the new installation makes its own keys and everybody signs in again (decision 0009).
 */
export const leftOut = ['oidc_state', 'signing_keys', 'login_attempts'] as const;
