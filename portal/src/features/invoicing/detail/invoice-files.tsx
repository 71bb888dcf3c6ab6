import { Button } from '@mantine/core';
import { IconArrowsSplit2, IconFileCode, IconFileText } from '@tabler/icons-react';
import { invoices } from '#contract/invoicing/invoices.ts';
import { collectionUrl } from '#contract/resource.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { openInTab } from '#portal/kit/data/open-in-tab.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { useInvoiceVerb } from '../invoices/invoice-verbs.ts';
import styles from './invoice-files.module.css';

const icons = { picture: IconFileText, data: IconFileCode };

/** The picture and the e-invoice of an invoice that came in as two files, which can be taken apart (§C21). */
export function InvoiceFiles({ invoice }: { readonly invoice: Invoice }) {
  const text = useText();
  const http = useHttp();
  const may = usePermission();
  const verb = useInvoiceVerb();
  const { id, files, rowVersion, approvalState, statusValue } = invoice;
  const isOpen = statusValue !== 'ReadyForProcessing' && statusValue !== 'Processed';
  const mayTakeApart = may('fmmodule.invoices.update') && isOpen && approvalState !== 'rejected';

  async function show(role: Invoice['files'][number]['role']) {
    try {
      await openInTab(http, `${collectionUrl(invoices, {})}/${id}/files/${role}`);
    } catch (error) {
      notify({ meaning: 'bad', title: errorWords(error, text).title });
    }
  }

  async function takeApart() {
    const isSure = await confirm({
      title: text('invoicing.files.question'),
      body: text('invoicing.files.consequence'),
      verb: text('invoicing.files.takeApart'),
    });
    if (!isSure) return;
    try {
      await verb.mutateAsync({ id, verb: 'take-apart', body: { rowVersion } });
      notify({ meaning: 'ok', title: text('invoicing.files.apart') });
    } catch (error) {
      const { title, hint } = errorWords(error, text);
      notify({ meaning: 'bad', title: hint ?? title });
    }
  }

  return (
    <Card title={text('invoicing.files.title')}>
      <ul className={styles.files}>
        {files.map(({ role, filename }) => {
          const Icon = icons[role];
          return (
            <li key={role}>
              <Icon size={18} stroke={1.75} aria-hidden />
              <button type="button" className={`balie-link ${styles.name}`} onClick={() => void show(role)}>
                {filename}
              </button>
              <span className="balie-empty">{text(`invoicing.files.${role}`)}</span>
            </li>
          );
        })}
      </ul>
      {mayTakeApart && (
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconArrowsSplit2 size={16} stroke={1.75} aria-hidden />}
          loading={verb.isPending}
          onClick={() => void takeApart()}
        >
          {text('invoicing.files.takeApart')}
        </Button>
      )}
    </Card>
  );
}
