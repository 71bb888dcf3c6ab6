/**
 * Tables that never enter a backup: sessions, signing keys and attempts belong to one installation. People keep
 * their passwords; the new installation makes its own keys and everybody signs in again (decision 0009). A link to
 * choose a password works where it was sent from, and what is known of it stays there, as do hashes of unknown addresses.
 * What the schedule of backups did is of the installation too.
 * Codes of apps are sealed with the installation's key, which need not come along, and passkeys belong to its hosts:
 * people add them again.
 */
export const leftOut = [
  'oidc_state',
  'signing_keys',
  'login_attempts',
  'sign_in_links',
  'sign_in_invitations',
  'unknown_sign_ins',
  'totp_secrets',
  'recovery_codes',
  'passkeys',
  'sign_in_sessions',
  'backup_runs',
] as const;
