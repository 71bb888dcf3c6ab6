import type { Isolation } from '#server/app/testing/isolation-types.ts';

const own = 'about the caller only';

export const identityIsolation: Isolation = {
  bodies: {
    '/api/identity/me': { language: 'nl' },
    '/api/identity/password': { currentPassword: 'x', newPassword: 'x' },
  },
  personal: {
    '/api/identity/events': 'each event is sent to those who may read it',
    '/api/identity/me': own,
    '/api/identity/password': own,
  },
  publicRoutes: [
    // Sign-in: features/identity/sign-in.test.ts and sign-in.pages.test.ts.
    'GET /oidc/assets/sign-in.css',
    'GET /oidc/assets/sign-in.js',
    ...['GET', 'POST'].map((method) => `${method} /oidc/interaction/:uid`),
    ...['GET', 'POST', 'OPTIONS'].map((method) => `${method} /oidc/*`),
    // Only clears what the browser keeps: app/headers.test.ts.
    'POST /signed-out',
    // Invitations and forgotten passwords: features/identity/links/account.routes.test.ts.
    ...['invitation/:token', 'password/:token', 'forgotten'].flatMap((page) =>
      ['GET', 'POST'].map((method) => `${method} /oidc/account/${page}`),
    ),
  ],
};
