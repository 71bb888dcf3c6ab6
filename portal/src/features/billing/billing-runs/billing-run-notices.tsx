import { IconAlertTriangle } from '@tabler/icons-react';
import { formatNumber } from '#contract/money.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { ScreenLink } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { isCounting, type Run } from './billing-run.ts';

/** What prevents a run from being made final, and how many invoices are incomplete. */
export function RunNotices({ run }: { readonly run: Run }) {
  const text = useText();
  const language = useLanguage();
  if (isCounting(run)) return null;
  const withoutUbl = run.incompleteCount - run.withoutAddress.length;
  return (
    <>
      {run.state !== 'final' && run.missing.length > 0 && (
        <MessageBar
          meaning="warn"
          icon={IconAlertTriangle}
          title={text('billing.billingRuns.senderLacks')}
          actions={
            <ScreenLink to="billing-settings:index" className="balie-link">
              {text('billing.billingSettings.fillIn')}
            </ScreenLink>
          }
        >
          {run.missing.map((name) => text(`billing.missing.${name}`)).join(', ')}
        </MessageBar>
      )}
      {run.withoutAddress.length > 0 && (
        <MessageBar
          meaning="warn"
          icon={IconAlertTriangle}
          title={text('billing.billingRuns.withoutAddress', { count: run.withoutAddress.length })}
        >
          {text('billing.billingRuns.withoutAddressHint', { names: run.withoutAddress.join(', ') })}
        </MessageBar>
      )}
      {run.inactive.length > 0 && (
        <MessageBar
          meaning="warn"
          icon={IconAlertTriangle}
          title={text('billing.billingRuns.inactive', { count: run.inactive.length })}
        >
          {text('billing.billingRuns.inactiveHint', { names: run.inactive.join(', ') })}
        </MessageBar>
      )}
      {run.leftOut.length > 0 && (
        <MessageBar
          meaning="warn"
          icon={IconAlertTriangle}
          title={text('billing.billingRuns.leftOut', { count: run.leftOut.length })}
        >
          {text('billing.billingRuns.leftOutHint', { names: run.leftOut.join(', ') })}
        </MessageBar>
      )}
      {withoutUbl > 0 && (
        <MessageBar
          meaning="warn"
          icon={IconAlertTriangle}
          title={text('billing.billingRuns.incomplete', {
            count: withoutUbl,
            shown: formatNumber(withoutUbl, language),
          })}
        >
          {text('billing.billingRuns.incompleteHint')}
        </MessageBar>
      )}
    </>
  );
}
