import { totpCode, totpStep } from '../second-factor/totp.rules.ts';

/** The code that an app with this secret shows at a moment. */
export function codeAt(secret: string, at: Date): string {
  return totpCode(secret, totpStep(at));
}
