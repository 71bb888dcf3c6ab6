import type { Screen } from '#portal/kit/screens.tsx';

/** What everybody may do with their own account. */
export const identityScreens: readonly Screen[] = [
  {
    name: 'password:update',
    path: '/account/password',
    title: 'identity.password.title',
    isForEverybody: true,
    load: async () => (await import('./password/password-form.tsx')).PasswordForm,
  },
  {
    name: 'security:index',
    path: '/account/security',
    title: 'identity.security.title',
    isForEverybody: true,
    load: async () => (await import('./security/security-page.tsx')).SecurityPage,
  },
];
