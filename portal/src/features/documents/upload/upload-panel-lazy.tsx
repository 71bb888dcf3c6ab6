import { lazy, Suspense } from 'react';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { whenIdle } from '#portal/kit/when-idle.ts';
import type { UploadPanelProps } from './upload-panel.tsx';

const Panel = lazy(async () => {
  await whenIdle();
  return { default: (await import('./upload-panel.tsx')).UploadPanel };
});

const ToComplete = lazy(async () => {
  await whenIdle();
  return { default: (await import('./to-complete-bar.tsx')).ToCompleteBar };
});

/** The documents being uploaded and read, for who may see them; loaded when the browser is idle, after the list. */
export function UploadPanel(props: UploadPanelProps) {
  const may = usePermission();
  if (!may('fmmodule.documents.read')) return null;
  return (
    <Suspense>
      {/* Staff have the list of all customers in their menu. */}
      {may('fmmanagement.documents.update') && !may('fmmanagement.documents.read.system') && <ToComplete />}
      <Panel {...props} />
    </Suspense>
  );
}
