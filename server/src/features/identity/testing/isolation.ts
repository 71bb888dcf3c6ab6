import type { Isolation } from '#server/app/testing/isolation-types.ts';
import { newId } from '#server/platform/db/ids.ts';
import '../identity.tables.ts';

const own = 'about the caller only';
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} };
const shown = {
  ...credential,
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' },
};

export const identityIsolation: Isolation = {
  bodies: {
    '/api/identity/me': { language: 'nl' },
    '/api/identity/password': { currentPassword: 'x', newPassword: 'x' },
    '/api/identity/totp/confirm': { code: '000000' },
    '/api/identity/step-up': { code: '000000' },
    '/api/identity/step-up/passkey': { passkey: shown },
    '/api/identity/step-up/passkey/ask': { related: false },
    '/api/identity/passkeys': {
      name: 'Laptop',
      passkey: { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
    },
    '/api/identity/passkeys/begin': { related: false },
  },
  foreign: {
    '/api/identity/passkeys/:id': async ({ db }, theirs) => {
      const id = newId();
      await db
        .insertInto('passkeys')
        .values({
          id,
          credential_id: id,
          user_id: theirs.userId,
          name: 'Laptop',
          public_key: Buffer.from([1]),
          counter: 0,
          transports: [],
          rp_id: 'localhost',
          created_at: '2026-11-01T00:00:00Z',
          last_used_at: null,
        })
        .execute();
      return id;
    },
    '/api/identity/sessions/:id': async ({ db }, theirs) => {
      const uid = newId();
      await db
        .insertInto('oidc_state')
        .values({
          kind: 'Session',
          id: newId(),
          payload: JSON.stringify({ accountId: `${theirs.userId}.1` }),
          grant_id: null,
          uid,
          consumed_at: null,
          expires_at: '2099-01-01T00:00:00Z',
        })
        .execute();
      return uid;
    },
  },
  personal: {
    '/api/identity/events': 'each event is sent to those who may read it',
    '/api/identity/me': own,
    '/api/identity/password': own,
    '/api/identity/security': own,
    '/api/identity/totp': own,
    '/api/identity/totp/confirm': own,
    '/api/identity/recovery-codes': own,
    '/api/identity/step-up': own,
    '/api/identity/step-up/passkey': own,
    '/api/identity/step-up/passkey/ask': own,
    '/api/identity/step-up/directory': own,
    '/api/identity/passkeys': own,
    '/api/identity/passkeys/begin': own,
    '/api/identity/passkeys/:id': own,
    '/api/identity/sessions': own,
    '/api/identity/sessions/:id': own,
  },
  publicRoutes: [
    // Sign-in: features/identity/sign-in.test.ts and sign-in.pages.test.ts.
    'GET /oidc/assets/sign-in.css',
    'GET /oidc/assets/sign-in.js',
    ...['GET', 'POST'].map((method) => `${method} /oidc/interaction/:uid`),
    ...['GET', 'POST', 'OPTIONS'].map((method) => `${method} /oidc/*`),
    // Back from a company's directory: features/identity/directories/directories.test.ts.
    'GET /oidc/directory/callback',
    // Addresses of the settings: features/identity/passkeys/passkeys.test.ts.
    'GET /.well-known/webauthn',
    // Only clears what the browser keeps: app/headers.test.ts.
    'POST /signed-out',
    // Invitations and forgotten passwords: features/identity/links/account.routes.test.ts.
    ...['invitation/:token', 'password/:token', 'forgotten'].flatMap((page) =>
      ['GET', 'POST'].map((method) => `${method} /oidc/account/${page}`),
    ),
  ],
};
