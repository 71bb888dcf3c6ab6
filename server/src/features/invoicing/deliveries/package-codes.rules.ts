import { kindsWrittenBy, type LineCodeKind, lineCodeKinds } from '#contract/invoicing/package-codes.ts';
import type { ExportedInvoice, ExportedLine } from '../exports/exported-invoice.ts';
import { creditorObstacles, type ExportObstacle } from './exported-batch.ts';

/** Codes of the package by kind and code of ours. */
export type PackageCodes = ReadonlyMap<LineCodeKind, ReadonlyMap<string, string>>;

const fields = {
  account: 'ledgerNumber',
  costcenter: 'costCenter',
  costUnit: 'costUnit',
  vatCode: 'vatCode',
} as const satisfies Record<LineCodeKind, keyof ExportedLine>;

/** An invoice with the codes of the package in the place of ours (decision 0162); ours stay where it has no other. */
export function withPackageCodes(invoice: ExportedInvoice, codes: PackageCodes): ExportedInvoice {
  if (codes.size === 0) return invoice;
  const codeOf = (kind: LineCodeKind, line: ExportedLine) =>
    codes.get(kind)?.get(line[fields[kind]]) ?? line[fields[kind]];
  return {
    ...invoice,
    lines: invoice.lines.map((line) => ({
      ...line,
      ledgerNumber: codeOf('account', line),
      costCenter: codeOf('costcenter', line),
      costUnit: codeOf('costUnit', line),
      vatCode: codeOf('vatCode', line),
    })),
  };
}

/** The codes on invoices that a coupling writes and that have none of the package, each once; the invoices have ours still. */
export function unmappedIn(
  invoices: readonly ExportedInvoice[],
  codes: PackageCodes,
  { coupling, administrationId }: { readonly coupling: string; readonly administrationId: string },
): readonly ExportObstacle[] {
  const kinds = kindsWrittenBy(coupling);
  const lines = invoices.flatMap((invoice) => invoice.lines).filter((line) => hasAccount(coupling, line));
  const onLines = lineCodeKinds
    .filter((kind) => kinds.includes(kind))
    .flatMap((kind) => {
      const named = new Map(
        lines.map((line) => [line[fields[kind]], kind === 'account' ? line.ledgerName : ''] as const),
      );
      return [...named]
        .filter(([code]) => code !== '' && codes.get(kind)?.has(code) !== true)
        .map(([code, name]): ExportObstacle => ({
          code: `unmapped-${kind}`,
          about: `${code} ${name}`.trim(),
          aboutId: administrationId,
        }));
    });
  return kinds.includes('creditor') ? [...onLines, ...creditorObstacles({ invoices })] : onLines;
}

// King books what is due on the number of the creditor, and not on an account.
function hasAccount(coupling: string, { kind }: ExportedLine): boolean {
  return coupling !== 'king' || kind !== 'creditor';
}
