import { billingScreens } from '#portal/features/billing/index.ts';
import { carpetlineScreens } from '#portal/features/carpetline/index.ts';
import { coreScreens } from '#portal/features/core/index.ts';
import { documentsScreens } from '#portal/features/documents/index.ts';
import { identityScreens } from '#portal/features/identity/index.ts';
import { invoicingScreens } from '#portal/features/invoicing/index.ts';
import { releaseScreens } from '#portal/features/releases/index.ts';
import { workOrderScreens } from '#portal/features/workorders/index.ts';
import type { Screen } from '#portal/kit/screens.tsx';

/** Every screen of the product: what the areas list, in the order of the menu. */
export const screens: readonly Screen[] = [
  ...invoicingScreens,
  ...documentsScreens,
  ...workOrderScreens,
  ...carpetlineScreens,
  ...releaseScreens,
  ...billingScreens,
  ...coreScreens,
  ...identityScreens,
];
