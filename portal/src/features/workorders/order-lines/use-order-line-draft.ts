import { useState } from 'react';
import { z } from 'zod';
import { useFormDraft } from '#portal/kit/form/use-form-draft.ts';
import { lineValues, type LineValues } from './order-lines.rules.ts';

/** A line in the editor; a new one has no key. */
const openLine = z.object({ key: z.string().optional(), line: lineValues });
type OpenLine = z.output<typeof openLine>;
const draftValues = z.object({ typed: openLine.nullable() });

/** The line that is being typed on a stored order, kept in this browser until it is saved, and offered again. */
export function useOrderLineDraft(orderId: string) {
  const [typed, setTyped] = useState<OpenLine | null>(null);
  const [restored, setRestored] = useState<OpenLine | null>(null);
  const draft = useFormDraft(
    { values: { typed }, isDirty: typed !== null, replace: (values) => setRestored(values.typed) },
    `order.line.${orderId}`,
    draftValues,
    (values) => values.typed?.line.description ?? '',
  );
  const onTyped = (line: LineValues | null, key: string | undefined) => setTyped(line && { line, key });
  return { draft, onTyped, startsWith: restored && { values: restored.line, key: restored.key } };
}
