import { Button } from '@mantine/core';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { useState } from 'react';
import { useText } from '#portal/kit/text.ts';
import type { Destination } from './destination.ts';
import { DestinationFields } from './destination-fields.tsx';

interface DestinationDialogProps {
  readonly files: readonly File[];
  readonly onChoose: (destination: Destination) => void;
  readonly onClose: () => void;
}

// Most people upload several files for one company: the last choice is offered again.
// With the person's other data, so that it ends with them.
const lastChosen = new WeakMap<QueryClient, Destination>();

/** Asks for which company these files are. */
export function DestinationDialog({ files, onChoose, onClose }: DestinationDialogProps) {
  const text = useText();
  const client = useQueryClient();
  const [destination, setDestination] = useState<Destination>(lastChosen.get(client) ?? {});
  const [error, setError] = useState<string>();

  function choose() {
    if (destination.companyId === undefined) {
      setError(text('contract.field.company_id.required'));
      return;
    }
    lastChosen.set(client, destination);
    onChoose(destination);
  }

  return (
    <Dialog title={text('documents.destination.title', { count: files.length })} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          choose();
        }}
      >
        <DestinationFields
          value={destination}
          onChange={(next) => {
            setError(undefined);
            setDestination(next);
          }}
          anyAdministration={text('documents.destination.byDocument')}
          error={error}
        />
        <DialogButtons>
          <Button onClick={onClose}>{text('kit.cancel')}</Button>
          <Button type="submit" variant="filled">
            {text('documents.destination.upload')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
