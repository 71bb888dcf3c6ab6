import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { administrations } from '#contract/core/administrations.ts';
import { mailboxTestAnswer } from '#contract/core/mailbox-test.ts';
import { collectionUrl } from '#contract/resource.ts';
import { fieldSentences } from '#portal/kit/data/error-store.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useText } from '#portal/kit/text.ts';
import type { AdministrationValues } from './administrations-fields.tsx';

type MailboxValues = Pick<AdministrationValues, 'mailHostname' | 'mailUsername' | 'mailbox' | 'mailPassword'>;

interface MailboxTestProps {
  readonly companyId: string;
  readonly administrationId: string;
  readonly values: MailboxValues;
}

/** Opens the mailbox with what the form holds now, and says what is wrong; within 10 seconds. */
export function MailboxTest({ companyId, administrationId, values }: MailboxTestProps) {
  const text = useText();
  const test = useMailboxTest(companyId, administrationId);
  return (
    <div>
      <Button
        size="xs"
        loading={test.isPending}
        leftSection={<IconPlugConnected size={16} stroke={1.75} aria-hidden />}
        onClick={() => test.mutate(values)}
      >
        {text('core.administrations.testMailbox')}
      </Button>
      <div role="status" style={{ marginTop: 8 }}>
        {test.isPending && <span className="balie-empty">{text('core.administrations.testing')}</span>}
        {test.data && <MessageBar meaning={test.data.isRight ? 'ok' : 'bad'}>{test.data.message}</MessageBar>}
        {test.error && <Refused error={test.error} />}
      </div>
    </div>
  );
}

function useMailboxTest(companyId: string, id: string) {
  return useVerb({
    call: ({ mailHostname, mailUsername, mailbox, mailPassword }: MailboxValues) => ({
      url: `${collectionUrl(administrations, { companyId })}/${encodeURIComponent(id)}/test-mailbox`,
      body: {
        mailHostname: mailHostname ?? '',
        mailUsername: mailUsername ?? '',
        mailbox: mailbox ?? '',
        ...(mailPassword ? { mailPassword } : {}),
      },
    }),
    result: mailboxTestAnswer.shape.result,
  });
}

// Missing fields are named here, under the button, and not at the fields: nothing was saved.
function Refused({ error }: { readonly error: Error }) {
  const text = useText();
  const sentences = fieldSentences(error);
  const { title, hint } = errorWords(error, text);
  return (
    <MessageBar meaning="bad" title={sentences.length > 0 ? undefined : title}>
      {sentences.length > 0 ? `${sentences.join('. ')}.` : hint}
    </MessageBar>
  );
}
