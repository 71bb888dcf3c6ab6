import { z } from 'zod';
import type { exportedCouplings } from './deliveries.ts';

/** The codes that stand on lines of a booking. */
export const lineCodeKinds = ['account', 'costcenter', 'costUnit', 'vatCode'] as const;
/** One of the kinds. */
export type LineCodeKind = (typeof lineCodeKinds)[number];

/** The codes of ours that a package may call otherwise. A creditor has no code of ours: its id stands in the place. */
export const packageCodeKinds = [...lineCodeKinds, 'creditor'] as const;
/** One of the kinds. */
export type PackageCodeKind = (typeof packageCodeKinds)[number];

/** The codes that the files of a coupling hold. */
const writtenKinds: Readonly<Record<(typeof exportedCouplings)[number], readonly PackageCodeKind[]>> = {
  csv: ['account', 'costcenter'],
  ubl: ['account'],
  xml: packageCodeKinds,
  afas: ['account'],
  'afas-online': ['account'],
  snelstart_online: ['account', 'costcenter', 'creditor'],
  snelstartgateway: ['account', 'costcenter', 'creditor'],
  exact: packageCodeKinds,
  king: ['account', 'creditor'],
  accountview: packageCodeKinds,
  navision: ['account'],
  dummy: ['account', 'costcenter'],
};

/** The codes that the files of a coupling hold; none without an exporter. */
export function kindsWrittenBy(coupling: string): readonly PackageCodeKind[] {
  return Object.entries(writtenKinds).find(([name]) => name === coupling)?.[1] ?? [];
}

/** A code of ours and that of the package. */
export const packageCode = z.object({
  /** Our code; of a creditor its id. */
  ours: z.string(),
  name: z.string(),
  /** That of the package; empty: ours goes along, and of a creditor none. */
  theirs: z.string(),
  /** Approved invoices that are not Processed and hold it. */
  invoiceCount: z.int(),
});

/** `GET delivery-settings/{id}/codes`: the codes of one kind, also those without one of the package. */
export const packageCodesQuery = z.object({ kind: z.enum(packageCodeKinds).default('account') });

/** `PUT delivery-settings/{id}/codes`: writes codes of the package; an empty one takes it away. The others stay. */
export const savePackageCodesCommand = z.object({
  kind: z.enum(packageCodeKinds),
  codes: z
    .array(z.object({ ours: z.string().trim().min(1).max(40), theirs: z.string().trim().max(40) }))
    .min(1)
    .max(5000),
});

/** `POST delivery-settings/{id}/codes/file`: how many codes the file changed. */
export const readPackageCodesResult = z.object({ changedCount: z.int() });
