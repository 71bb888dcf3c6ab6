import { coreScreens } from '#portal/features/core/index.ts';
import { identityScreens } from '#portal/features/identity/index.ts';
import { invoicingScreens } from '#portal/features/invoicing/index.ts';
import type { Screen } from '#portal/kit/screens.tsx';

/** Every screen of the product: what the areas list, in the order of the menu. */
export const screens: readonly Screen[] = [...invoicingScreens, ...coreScreens, ...identityScreens];
