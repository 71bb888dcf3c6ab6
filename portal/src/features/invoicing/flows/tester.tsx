import { Button, Select } from '@mantine/core';
import { IconCheck, IconTargetArrow, IconUsers, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { type FlowContent, flowDocumentTypes } from '#contract/invoicing/approval-flows.ts';
import { formatMoney } from '#contract/money.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { personInitials } from '#portal/kit/format/initials.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import { invoiceHooks } from '../invoices/invoice.ts';
import { Euros } from './condition-row.tsx';
import { type Flow, type FlowPreview, useFlowChoices, useFlowPreview } from './flow.api.ts';
import { fourEyesId } from './four-eyes-card.tsx';
import type { FlowWords } from './flow-words.ts';
import styles from './flow.module.css';

interface TesterProps {
  readonly flow: Flow;
  /** What stands in the editor: the rules that the answer is about. */
  readonly content: FlowContent;
  readonly words: FlowWords;
  /** Told the rule that the invoice follows. */
  readonly onMatched: (rule: number) => void;
}

const nothing = {
  creditorId: '',
  amount: 0,
  document: 'invoice',
  administrationId: '',
  booked: '',
  invoiceId: '',
};

/** Who would get an invoice like this, by the draft, and why. */
export function Tester({ flow, content, words, onMatched }: TesterProps) {
  const text = useText();
  const mayRead = usePermission()('fmmodule.invoices.read');
  const [asked, setAsked] = useState(nothing);
  const [isReal, setReal] = useState(false);
  const [kind, code] = [asked.booked.slice(0, 1), asked.booked.slice(1)];
  const { data: preview } = useFlowPreview(flow, {
    creditorId: asked.creditorId,
    amount: asked.amount,
    document: flowDocumentTypes.find((one) => one === asked.document) ?? 'invoice',
    administrationId: asked.administrationId,
    costcenter: kind === 'c' ? code : '',
    ledger: kind === 'l' ? code : '',
    invoiceId: isReal ? asked.invoiceId : '',
  });
  const matched = preview?.rules.at(-1)?.rule;
  useEffect(() => {
    if (matched !== undefined) onMatched(matched);
  }, [matched, onMatched]);

  return (
    <section aria-label={text('invoicing.flow.test.title')} className={styles.tester}>
      <header className={styles.sideHead}>
        <h2>{text('invoicing.flow.test.title')}</h2>
        {mayRead && (
          <Button variant="subtle" size="xs" onClick={() => setReal(!isReal)}>
            {text(isReal ? 'invoicing.flow.test.byHand' : 'invoicing.flow.test.openInvoice')}
          </Button>
        )}
      </header>
      {isReal ? (
        <OpenInvoices
          companyId={flow.companyId}
          value={asked.invoiceId}
          onChange={(invoiceId) => setAsked({ ...asked, invoiceId })}
        />
      ) : (
        <Fields flow={flow} asked={asked} onChange={setAsked} />
      )}
      {preview && (
        <>
          <Reasons preview={preview} content={content} words={words} />
          <People preview={preview} />
        </>
      )}
    </section>
  );
}

interface FieldsProps {
  readonly flow: Flow;
  readonly asked: typeof nothing;
  readonly onChange: (asked: typeof nothing) => void;
}

function Fields({ flow, asked, onChange }: FieldsProps) {
  const text = useText();
  const [words, setWords] = useState('');
  const { data: choices } = useFlowChoices(flow.id, words);
  const options = (list: readonly { readonly id: string; readonly name: string }[] = []) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  const booked = [
    ...(choices?.costcenters ?? []).map(({ code }) => ({
      value: `c${code}`,
      label: `${text('invoicing.flow.kind.costcenter')} ${code}`,
    })),
    ...(choices?.ledgers ?? []).map(({ code, name }) => ({ value: `l${code}`, label: `${code} ${name}` })),
  ];
  return (
    <div className={styles.testFields}>
      <Select
        label={text('invoicing.flow.kind.creditor')}
        data={options(choices?.creditors)}
        value={asked.creditorId || null}
        searchable
        clearable
        onSearchChange={setWords}
        placeholder={text('invoicing.flow.test.any')}
        nothingFoundMessage={text('kit.form.nothingFound')}
        onChange={(value) => onChange({ ...asked, creditorId: value ?? '' })}
      />
      <div className={styles.pair}>
        <div>
          <span className="mantine-InputWrapper-label">{text('invoicing.flow.test.amount')}</span>
          <Euros
            label={text('invoicing.flow.test.amount')}
            cents={asked.amount}
            onChange={(amount) => onChange({ ...asked, amount: amount ?? 0 })}
          />
        </div>
        <Select
          label={text('invoicing.flow.kind.document')}
          data={flowDocumentTypes.map((type) => ({
            value: type,
            label: text(`invoicing.flow.document.${type}`),
          }))}
          value={asked.document}
          allowDeselect={false}
          onChange={(value) => onChange({ ...asked, document: value ?? 'invoice' })}
        />
      </div>
      <Select
        label={text('invoicing.flow.kind.administration')}
        data={options(choices?.administrations)}
        value={asked.administrationId || null}
        clearable
        placeholder={text('invoicing.flow.test.any')}
        onChange={(value) => onChange({ ...asked, administrationId: value ?? '' })}
      />
      {booked.length > 0 && (
        <Select
          label={text('invoicing.flow.test.booked')}
          data={booked}
          value={asked.booked || null}
          searchable
          clearable
          limit={100}
          placeholder={text('invoicing.flow.test.any')}
          onChange={(value) => onChange({ ...asked, booked: value ?? '' })}
        />
      )}
    </div>
  );
}

interface OpenInvoicesProps {
  readonly companyId: string;
  readonly value: string;
  readonly onChange: (id: string) => void;
}

function OpenInvoices({ companyId, value, onChange }: OpenInvoicesProps) {
  const text = useText();
  const language = useLanguage();
  const page = invoiceHooks.useList({ top: 50, extra: { status: 'Concept', companyId } }, {});
  return (
    <Select
      label={text('invoicing.flow.test.invoice')}
      data={(page.data?.result ?? []).map((row) => ({
        value: row.id,
        label: `${row.documentId}, ${row.creditor.name}, ${formatMoney(row.totalAmount, row.currency, language)}`,
      }))}
      value={value || null}
      searchable
      placeholder={text('kit.form.choose')}
      nothingFoundMessage={text('kit.form.nothingFound')}
      onChange={(id) => onChange(id ?? '')}
    />
  );
}

interface ReasonsProps {
  readonly preview: FlowPreview;
  readonly content: FlowContent;
  readonly words: FlowWords;
}

function Reasons({ preview, content, words }: ReasonsProps) {
  const text = useText();
  const chosen = preview.rules.at(-1);
  if (!chosen) return null;
  const conditionsOf = (rule: number) => content.rules[rule - 1]?.conditions ?? [];
  return (
    <div className={styles.reasons} role="status">
      <p>
        <IconTargetArrow size={16} stroke={1.75} aria-hidden />
        <strong>
          {chosen.rule === 0
            ? text('invoicing.flow.test.otherwise')
            : text('invoicing.flow.test.fits', { rule: chosen.rule, name: chosen.name })}
        </strong>
      </p>
      {conditionsOf(chosen.rule).map((condition, index) => (
        <p key={index}>
          <IconCheck size={16} stroke={1.75} aria-hidden className={styles.yes} />
          {words.conditionOf(condition)}
        </p>
      ))}
      {preview.rules
        .filter(({ holds }) => !holds)
        .map(({ rule, conditions }) => {
          const failed = conditionsOf(rule)[conditions.findIndex(({ holds }) => !holds)];
          return (
            <p key={rule} className="balie-empty">
              <IconX size={16} stroke={1.75} aria-hidden />
              {text('invoicing.flow.test.fitsNot', {
                rule,
                why: failed ? words.conditionOf(failed) : text('invoicing.flow.gap.conditions'),
              })}
            </p>
          );
        })}
    </div>
  );
}

function People({ preview: { steps, fourEyes } }: { readonly preview: FlowPreview }) {
  const text = useText();
  return (
    <>
      <h3>{text('invoicing.flow.test.approves')}</h3>
      {steps.length === 0 && <p>{text('invoicing.flow.anybody')}</p>}
      <ol className={styles.asked}>
        {steps.map(({ mode, origin, people }, index) => (
          <li key={index}>
            <span className={styles.number}>{index + 1}</span>
            <span>
              {people.map(({ id, fullName, substitute, mayApprove }) => (
                <span key={id} className={styles.askedPerson}>
                  <span className={styles.person}>
                    <span className={styles.initials} aria-hidden>
                      {personInitials(substitute?.fullName ?? fullName)}
                    </span>
                    <strong>{substitute?.fullName ?? fullName}</strong>
                  </span>
                  {substitute && (
                    <small>
                      {text('invoicing.flow.test.onBehalf', { name: fullName })}{' '}
                      <DateText value={substitute.untilDay} />
                    </small>
                  )}
                  {!mayApprove && (
                    <small className={styles.bad}>{text('invoicing.flow.mayNotApprove')}</small>
                  )}
                </span>
              ))}
              {people.length > 1 && <small>{text(`invoicing.flow.test.${mode}`)}</small>}
              {origin === 'four-eyes' && <small>{text('invoicing.approvals.origin.four-eyes')}</small>}
            </span>
          </li>
        ))}
      </ol>
      {fourEyes === 'met' && (
        <p className={styles.met}>
          <IconUsers size={16} stroke={1.75} aria-hidden />
          {text('invoicing.flow.test.met')}
        </p>
      )}
      {fourEyes === 'nobody' && (
        <p className={styles.bad}>
          {text('invoicing.flow.test.nobody')}{' '}
          <a className="balie-link" href={`#${fourEyesId}`}>
            {text('invoicing.flow.test.setting')}
          </a>
        </p>
      )}
    </>
  );
}
