import {
  type MadePasskey,
  madePasskey,
  type PasskeyCreation,
  type PasskeyRequest,
  type ShownPasskey,
  shownPasskey,
} from '#contract/identity/security.ts';

/** Whether this browser makes and shows passkeys, on this page. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && 'parseCreationOptionsFromJSON' in PublicKeyCredential;
}

/** Whether this browser takes a passkey of one host on the others that it names. */
export async function knowsRelatedOrigins(): Promise<boolean> {
  if (!('getClientCapabilities' in PublicKeyCredential)) return false;
  return (await PublicKeyCredential.getClientCapabilities())['relatedOrigins'] ?? false;
}

/**
 * Has the browser make a passkey.
 *
 * @throws DOMException `InvalidStateError` where this device has one of this person; another where none was made
 */
export async function makePasskey(asked: PasskeyCreation): Promise<MadePasskey> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked);
  return madePasskey.parse(jsonOf(await navigator.credentials.create({ publicKey })));
}

/**
 * Has the browser show a passkey.
 *
 * @throws DOMException where the person showed none
 */
export async function showPasskey(asked: PasskeyRequest): Promise<ShownPasskey> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked);
  return shownPasskey.parse(jsonOf(await navigator.credentials.get({ publicKey })));
}

function jsonOf(credential: Credential | null): unknown {
  if (credential instanceof PublicKeyCredential) return credential.toJSON();
  throw new DOMException('no passkey', 'NotAllowedError');
}
