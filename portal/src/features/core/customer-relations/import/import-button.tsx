import { ActionIcon } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyPart } from '#portal/kit/lazy-part.tsx';
import { useText } from '#portal/kit/text.ts';

const ImportDialog = lazyPart(async () => (await import('./import-dialog.tsx')).ImportDialog);

/** Opens the import of relations. */
export function ImportButton({ companyId }: { readonly companyId: string | undefined }) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionIcon
        variant="default"
        size={34}
        aria-label={text('core.import.title')}
        title={text('core.import.title')}
        onClick={() => setOpen(true)}
      >
        <IconFileUpload size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      {isOpen && <ImportDialog companyId={companyId} onClose={() => setOpen(false)} />}
    </>
  );
}
