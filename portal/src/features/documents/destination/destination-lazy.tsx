import { lazy, Suspense } from 'react';
import type { DestinationFieldsProps } from './destination-fields.tsx';

const Fields = lazy(async () => ({ default: (await import('./destination-fields.tsx')).DestinationFields }));

/** Asks for company and administration; loaded when it is first drawn. */
export function DestinationFields(props: DestinationFieldsProps) {
  return (
    <Suspense fallback={<div style={{ minHeight: 130 }} />}>
      <Fields {...props} />
    </Suspense>
  );
}
