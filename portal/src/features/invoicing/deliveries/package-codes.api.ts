import { z } from 'zod';
import { deliverySettings, obstaclesResult } from '#contract/invoicing/deliveries.ts';
import {
  packageCode,
  type PackageCodeKind,
  readPackageCodesResult,
  type savePackageCodesCommand,
} from '#contract/invoicing/package-codes.ts';
import { collectionUrl } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';

export const deliverySettingsHooks = resourceHooks(deliverySettings);

/** A code of ours with that of the package. */
export type PackageCode = z.output<typeof packageCode>;
/** What keeps invoices from being delivered. */
export type Obstacle = z.output<typeof obstaclesResult>[number];

/** Below the settings of an administration. */
export const settingsUrl = (id: string, part: string) =>
  `${collectionUrl(deliverySettings, {})}/${encodeURIComponent(id)}/${part}`;
const codes = z.array(packageCode);

export function usePackageCodes(id: string, kind: PackageCodeKind) {
  return useAnswer([deliverySettings.path, 'codes', id, kind], settingsUrl(id, `codes?kind=${kind}`), codes);
}

export function useSavePackageCodes(id: string) {
  return useVerb({
    call: (body: z.input<typeof savePackageCodesCommand>) => ({
      method: 'PUT' as const,
      url: settingsUrl(id, 'codes'),
      body,
    }),
    result: codes,
    invalidates: [deliverySettings],
  });
}

export function useReadPackageCodes(id: string) {
  return useVerb({
    call(file: File) {
      const body = new FormData();
      body.append('file', file, file.name);
      return { url: settingsUrl(id, 'codes/file'), body };
    },
    result: readPackageCodesResult,
    invalidates: [deliverySettings],
  });
}

export function useObstacles(id: string) {
  return useAnswer([deliverySettings.path, 'obstacles', id], settingsUrl(id, 'obstacles'), obstaclesResult);
}
