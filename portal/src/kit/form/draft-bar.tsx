import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { formatInstant } from '#contract/dates.ts';
import { MessageBar } from '../feedback/message-bar.tsx';
import { useText } from '../text.ts';
import type { FormDraft } from './use-form-draft.ts';

/** Offers what was filled in before and never saved. */
export function DraftBar({ draft }: { readonly draft: FormDraft }) {
  const text = useText();
  if (draft.at === undefined) return null;
  return (
    <MessageBar
      meaning="info"
      icon={IconHistory}
      title={text('kit.form.draft.found', { at: formatInstant(draft.at) })}
      actions={
        <>
          <Button size="xs" onClick={draft.restore}>
            {text('kit.form.draft.restore')}
          </Button>
          <Button size="xs" variant="subtle" onClick={draft.drop}>
            {text('kit.form.draft.drop')}
          </Button>
        </>
      }
    >
      {text('kit.form.draft.hint')}
    </MessageBar>
  );
}
