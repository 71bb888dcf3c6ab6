import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { formatInstant } from '#contract/dates.ts';
import { MessageBar } from '../feedback/message-bar.tsx';
import { useText } from '../text.ts';
import type { FormDraft } from './use-form-draft.ts';

/** Offers what was filled in before and never saved: when, what it is about, and whether another tab still has it. */
export function DraftBar({ draft }: { readonly draft: FormDraft }) {
  const text = useText();
  if (draft.at === undefined) return null;
  const at = formatInstant(draft.at);
  return (
    <MessageBar
      meaning="info"
      icon={IconHistory}
      title={text(draft.isOpenElsewhere ? 'kit.form.draft.elsewhere' : 'kit.form.draft.found', { at })}
      actions={
        <>
          <Button size="xs" onClick={draft.restore}>
            {text(draft.isOpenElsewhere ? 'kit.form.draft.copy' : 'kit.form.draft.restore')}
          </Button>
          <Button size="xs" variant="subtle" onClick={draft.drop}>
            {text(draft.isOpenElsewhere ? 'kit.form.draft.leave' : 'kit.form.draft.drop')}
          </Button>
        </>
      }
    >
      {draft.about !== '' && <strong>{draft.about}. </strong>}
      {text(draft.isOpenElsewhere ? 'kit.form.draft.elsewhereHint' : 'kit.form.draft.hint')}
      {draft.count > 1 && ` ${text('kit.form.draft.oneOf', { count: String(draft.count) })}`}
    </MessageBar>
  );
}
