import { z } from 'zod';
import { day, id, instant } from '../resource.ts';

/** `GET`: how the person signs in, and where they are signed in now. */
export const securityPath = '/api/identity/security';
/** `POST` begins an app that makes codes, `DELETE` removes it. */
export const totpPath = '/api/identity/totp';
/** `POST` with a code of it: from then on it is asked for; answers the recovery codes, this once. */
export const totpConfirmPath = `${totpPath}/confirm`;
/** `POST`: new recovery codes in the place of those of before, this once. */
export const recoveryCodesPath = '/api/identity/recovery-codes';
/** `DELETE`: ends all sessions but this one; below it `/{id}` ends one. */
export const sessionsPath = '/api/identity/sessions';
/** `POST` with a code: the second factor is fresh for `stepUpMinutes`. */
export const stepUpPath = '/api/identity/step-up';
/** `POST` with a passkey that was asked for below `/ask`: the same. */
export const stepUpPasskeyPath = `${stepUpPath}/passkey`;
/** `POST`: what the browser is asked for, to show a passkey as the second factor. */
export const stepUpPasskeyAskPath = `${stepUpPasskeyPath}/ask`;
/** `POST`: where to show it at the directory of the company; `GET`: how it stands with that. */
export const stepUpDirectoryPath = `${stepUpPath}/directory`;
/** `POST` keeps a new passkey; below it `/{id}`: `PUT` names it, `DELETE` removes it. */
export const passkeysPath = '/api/identity/passkeys';
/** `POST`: what the browser is asked for, to make a passkey. */
export const passkeyBeginPath = `${passkeysPath}/begin`;

/** How long a second factor is fresh, in minutes. */
export const stepUpMinutes = 5;
/** How many recovery codes are made. */
export const recoveryCodeCount = 10;

/** A device that somebody is signed in on. */
const session = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  /** Null for one from before this was recorded. */
  startedAt: instant.nullable(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** RFC 8176: `pwd`, `otp`, and `pop` for a passkey; `rec` is a recovery code. */
  methods: z.array(z.string()),
});
/** A device that somebody is signed in on. */
export type SignInSession = z.output<typeof session>;

/** A passkey as the person sees it. */
const passkey = z.object({
  id,
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
  /** The host that it works on; null: on those of all brands. */
  host: z.string().nullable(),
});
/** A passkey as the person sees it. */
export type Passkey = z.output<typeof passkey>;

export const securityAnswer = z.object({
  result: z.object({
    /** Whether our own sign-in is in use: another provider keeps its own factors and sessions. */
    isOurs: z.boolean(),
    /** Since when there is an app that makes codes; null without one. */
    totpSince: instant.nullable(),
    recoveryCodesLeft: z.int(),
    passkeys: z.array(passkey),
    /** From when the company asks for a second factor; null: never. */
    requiredFrom: day.nullable(),
    sessions: z.array(session),
  }),
});
/** How the person signs in. */
export type Security = z.output<typeof securityAnswer>['result'];

/** A secret for an app, and the address for its QR code. */
export const totpAnswer = z.object({ result: z.object({ secret: z.string(), uri: z.string() }) });
/** Recovery codes, shown this once. */
export const recoveryCodesAnswer = z.object({ result: z.object({ codes: z.array(z.string()) }) });
/** A code of the app, or a recovery code. */
export const factorCode = z.object({ code: z.string().trim().min(1).max(20) });

const bytes = z.base64url().max(16_000);
const credential = {
  id: z.base64url().min(1).max(1400),
  rawId: z.base64url().min(1).max(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
};
const transports = z.array(z.string().max(30)).max(10);

/** What a browser answers that made a passkey: `PublicKeyCredential.toJSON()`. */
export const madePasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: transports.optional(),
  }),
});
/** What a browser answers that made a passkey. */
export type MadePasskey = z.output<typeof madePasskey>;

/** What a browser answers that showed a passkey: `PublicKeyCredential.toJSON()`. */
export const shownPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.nullish().transform((handle) => handle ?? undefined),
  }),
});
/** What a browser answers that showed a passkey. */
export type ShownPasskey = z.output<typeof shownPasskey>;

/** How it stands with showing a second factor at the directory of the company. */
export const stepUpStates = ['waiting', 'done', 'failed', 'other-person', 'not-fresh', 'no-factor'] as const;
/** How it stands with showing a second factor at the directory of the company. */
export type StepUpState = (typeof stepUpStates)[number];
/** Where a browser goes to show a second factor at the directory, in a tab of its own. */
export const stepUpDirectoryAnswer = z.object({ result: z.object({ url: z.url() }) });
export const stepUpStateAnswer = z.object({ result: z.object({ state: z.enum(stepUpStates) }) });

/** A passkey as the second factor. */
export const stepUpPasskey = z.object({ passkey: shownPasskey });

/** Whether the browser knows related origins, so that one passkey works on all hosts. */
export const passkeyAsk = z.object({ related: z.boolean() });

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});
const verified = z.literal('required');

/** What the browser is asked for, to make a passkey; as `PublicKeyCredential.parseCreationOptionsFromJSON` takes it. */
export const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({ residentKey: verified, userVerification: verified }),
  attestation: z.literal('none'),
});
/** What the browser is asked for, to make a passkey. */
export type PasskeyCreation = z.output<typeof passkeyCreation>;
export const passkeyCreationAnswer = z.object({ result: passkeyCreation });

/** What the browser is asked for, to show a passkey; as `PublicKeyCredential.parseRequestOptionsFromJSON` takes it. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  allowCredentials: z.array(descriptor),
  userVerification: verified,
});
/** What the browser is asked for, to show a passkey. */
export type PasskeyRequest = z.output<typeof passkeyRequest>;
export const passkeyRequestAnswer = z.object({ result: passkeyRequest });

const passkeyName = z.string().trim().min(1).max(60);
/** A new passkey with its name. */
export const passkeyWrite = z.object({ name: passkeyName, passkey: madePasskey });
/** Another name of a passkey. */
export const passkeyRename = z.object({ name: passkeyName });
/** The kept passkey; with recovery codes, shown this once, where it is the first second factor. */
export const passkeyAnswer = z.object({
  result: z.object({ id, codes: z.array(z.string()).nullable() }),
});
