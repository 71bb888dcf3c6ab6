import { IconAlertTriangle } from '@tabler/icons-react';
import { StatusChip } from '#portal/kit/format/status-chip.tsx';
import { useText } from '#portal/kit/text.ts';

/** What a customer's data lacks for a UBL; nothing where it is complete. */
export function MissingChip({ missing }: { readonly missing: readonly string[] }) {
  const text = useText();
  if (missing.length === 0) return null;
  const names = missing.map((name) => text(`billing.missing.${name}`)).join(', ');
  return (
    <span title={names}>
      <StatusChip
        meaning="warn"
        icon={IconAlertTriangle}
        word={text('billing.runInvoices.lacks', { names })}
      />
    </span>
  );
}
