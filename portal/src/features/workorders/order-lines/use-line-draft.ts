import { useCallback, useState } from 'react';
import { z } from 'zod';
import { isAlike } from '#portal/kit/form/paths.ts';
import { useFormDraft } from '#portal/kit/form/use-form-draft.ts';
import { emptyLine, lineShape, type LineValues, type OrderLine, valuesOf } from './lines.rules.ts';

const typed = z.object({ key: z.string().optional(), line: lineShape });
type Typed = z.output<typeof typed>;
const draft = z.object({ typed: typed.nullable() });

/** The line that is being typed on a stored order, kept in this browser until it is saved, and offered again. */
export function useLineDraft(orderId: string, lines: readonly OrderLine[]) {
  const [now, setNow] = useState<Typed | null>(null);
  const [restored, setRestored] = useState<Typed | null>(null);
  const [round, setRound] = useState(0);
  const form = {
    values: { typed: now },
    isDirty: now !== null,
    replace(values: z.output<typeof draft>) {
      setRestored(values.typed);
      setRound((count) => count + 1);
    },
  };
  const bar = useFormDraft(
    form,
    `order.line.${orderId}`,
    draft,
    ({ typed: line }) => line?.line.description ?? '',
  );
  const keep = useCallback(
    (line: LineValues | null, key: string | undefined) => {
      const stored = lines.find(({ id }) => id === key);
      const isUntouched = line === null || isAlike(line, stored ? valuesOf(stored) : emptyLine);
      setNow(isUntouched ? null : { line, ...(key === undefined ? {} : { key }) });
    },
    [lines],
  );
  return { bar, keep, round, restored: restored && { line: restored.line, key: restored.key } };
}
