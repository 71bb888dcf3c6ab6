import type { Text } from '#portal/kit/text.ts';
import { deviceOf } from '#contract/identity/device.ts';

/** What people call a device, of what its browser says of itself: 'Firefox op Linux'. */
export function deviceName(userAgent: string | null, text: Text): string {
  const { browser, system } = deviceOf(userAgent ?? '');
  return text('identity.security.device', {
    browser: browser ?? text('identity.security.browser'),
    system: system ?? text('identity.security.system'),
  });
}
