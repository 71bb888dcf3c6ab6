import {
  type MadePasskey,
  passkeyAnswer,
  passkeyBeginPath,
  passkeyCreationAnswer,
  passkeysPath,
  recoveryCodesAnswer,
  recoveryCodesPath,
  securityAnswer,
  securityPath,
  sessionsPath,
  totpAnswer,
  totpConfirmPath,
  totpPath,
} from '#contract/identity/security.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';

const path = securityPath.replace('/api/', '');
const invalidates = [{ path }];

/** How the person signs in, and where they are signed in. */
export function useSecurity() {
  return useAnswer([path], securityPath, securityAnswer.shape.result);
}

/** Begins an app that makes codes. */
export function useBeginTotp() {
  return useVerb({ call: () => ({ url: totpPath }), result: totpAnswer.shape.result });
}

/** Confirms the app with a code; answers the recovery codes. */
export function useConfirmTotp() {
  return useVerb({
    call: (code: string) => ({ url: totpConfirmPath, body: { code } }),
    result: recoveryCodesAnswer.shape.result,
    invalidates,
  });
}

/** Removes the app and the recovery codes. */
export function useRemoveTotp() {
  return useVerb({ call: () => ({ method: 'DELETE', url: totpPath }), invalidates });
}

/** New recovery codes in the place of those of before. */
export function useNewRecoveryCodes() {
  return useVerb({
    call: () => ({ url: recoveryCodesPath }),
    result: recoveryCodesAnswer.shape.result,
    invalidates,
  });
}

/** Ends a session, or with null all but this one. */
export function useEndSession() {
  return useVerb({
    call: (id: string | null) => ({
      method: 'DELETE',
      url: id === null ? sessionsPath : `${sessionsPath}/${encodeURIComponent(id)}`,
    }),
    invalidates,
  });
}

/** Begins a passkey: what the browser is asked for. */
export function useBeginPasskey() {
  return useVerb({
    call: (related: boolean) => ({ url: passkeyBeginPath, body: { related } }),
    result: passkeyCreationAnswer.shape.result,
  });
}

/** Keeps a passkey that the browser made. */
export function useKeepPasskey() {
  return useVerb({
    call: (body: { readonly name: string; readonly passkey: MadePasskey }) => ({ url: passkeysPath, body }),
    result: passkeyAnswer.shape.result,
    invalidates,
  });
}

/** Gives a passkey another name. */
export function useRenamePasskey() {
  return useVerb({
    call: ({ id, name }: { readonly id: string; readonly name: string }) => ({
      method: 'PUT',
      url: `${passkeysPath}/${id}`,
      body: { name },
    }),
    invalidates,
  });
}

/** Removes a passkey. */
export function useRemovePasskey() {
  return useVerb({ call: (id: string) => ({ method: 'DELETE', url: `${passkeysPath}/${id}` }), invalidates });
}
