import { usePermission } from '#portal/kit/data/use-permission.ts';
import { seesToComplete, seesUploads } from './ask-uploads.ts';
import { ToCompleteBar } from './to-complete-bar.tsx';
import { UploadPanel, type UploadPanelProps } from './upload-panel.tsx';

/**
 * The documents being uploaded and read, and those to complete, for who may see them. They stand above the list: what
 * they show is asked for with the rows (`askUploads`), so that nothing moves.
 */
export function Uploads(props: UploadPanelProps) {
  const may = usePermission();
  if (!seesUploads(may)) return null;
  return (
    <>
      {seesToComplete(may) && <ToCompleteBar />}
      <UploadPanel {...props} />
    </>
  );
}
