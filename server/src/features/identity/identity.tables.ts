import type { ColumnType, Generated } from 'kysely';

// JSON goes in as text and comes out parsed; whoever reads it parses its shape.
type Json = ColumnType<unknown, string, string>;
type Moment = ColumnType<string, string, string>;
type OptionalMoment = ColumnType<string | null, string | null, string | null>;

/** What is recorded of sign-in. */
export type SignInEventKind =
  | 'signed-in'
  | 'failed'
  | 'password-set'
  | 'factor-failed'
  | 'factor-set'
  | 'factor-removed';

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    oidc_state: {
      kind: string;
      id: string;
      payload: Json;
      grant_id: string | null;
      uid: string | null;
      consumed_at: OptionalMoment;
      expires_at: OptionalMoment;
    };
    signing_keys: {
      kid: string;
      public_jwk: Json;
      private_jwk_encrypted: Buffer;
      created_at: Generated<string>;
      /** Set when the key was replaced: it signs no more. */
      verifies_until: ColumnType<string | null, string | undefined, string>;
    };
    credentials: {
      user_id: string;
      password_hash: string;
      must_change: boolean;
      changed_at: Generated<string>;
    };
    identities: { issuer: string; subject: string; user_id: string; bound_at: Generated<string> };
    sign_in_links: {
      user_id: string;
      purpose: 'invitation' | 'password';
      token_hash: string;
      session_epoch: number;
      expires_at: Moment;
      created_at: Moment;
    };
    sign_in_invitations: {
      user_id: string;
      session_epoch: number;
      invited_at: Moment;
      expires_at: Moment;
      used_at: OptionalMoment;
    };
    sign_in_events: {
      company_id: string;
      id: string;
      user_id: string;
      kind: SignInEventKind;
      at: Moment;
      ip: string | null;
      user_agent: string | null;
      by_user_id: string | null;
      detail: string | null;
    };
    totp_secrets: {
      user_id: string;
      secret_encrypted: Buffer;
      created_at: Moment;
      confirmed_at: OptionalMoment;
      last_step: number;
    };
    recovery_codes: { user_id: string; hash: string; used_at: OptionalMoment };
    passkeys: {
      id: string;
      credential_id: string;
      user_id: string;
      name: string;
      public_key: Buffer;
      counter: number;
      transports: string[];
      rp_id: string;
      created_at: Moment;
      last_used_at: OptionalMoment;
    };
    sign_in_sessions: {
      uid: string;
      user_id: string;
      started_at: Moment;
      ip: string;
      user_agent: string;
      methods: string[];
      second_factor_at: OptionalMoment;
      expires_at: Moment;
    };
    sign_in_devices: {
      user_id: string;
      device_hash: string;
      name: string;
      place: string;
      first_seen_at: Moment;
      last_seen_at: Moment;
    };
    identity_providers: {
      company_id: string;
      issuer: string;
      client_id: string;
      client_secret_encrypted: Buffer;
      is_active: boolean;
      acr_values: Generated<string[]>;
      groups_claim: Generated<string>;
      updated_at: Moment;
    };
    identity_provider_groups: { company_id: string; value: string; group_id: string };
    identity_domains: {
      company_id: string;
      domain: string;
      proof: string;
      proven_at: OptionalMoment;
      proven_by: 'dns' | 'staff' | null;
    };
    unknown_sign_ins: { id: string; address_hash: string; at: Moment };
    login_attempts: { key: string; failures: number; last_at: Moment; locked_until: OptionalMoment };
  }
}
