import { Button } from '@mantine/core';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { useText } from '#portal/kit/text.ts';

/** Explains the box 'Automatisch'. */
export function AutomaticHelp({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  return (
    <Dialog title={text('invoicing.automatic.title')} onClose={onClose}>
      <p>{text('invoicing.automatic.body')}</p>
      <p style={{ marginTop: 8, color: 'var(--balie-ink-2)' }}>{text('invoicing.automatic.remembered')}</p>
      <DialogButtons>
        <Button variant="filled" data-autofocus onClick={onClose}>
          {text('kit.close')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
