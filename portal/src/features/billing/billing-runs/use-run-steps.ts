import { formatMoney, formatNumber } from '#contract/money.ts';
import { confirm, showMessage } from '#portal/kit/feedback/dialog-store.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { ProblemError } from '#portal/kit/data/http.ts';
import { useText } from '#portal/kit/text.ts';
import { periodName } from '../periods/periods.rules.ts';
import type { Run } from './billing-run.ts';
import { useRunVerb, useVerification, type RunVerb } from './use-run-verbs.ts';

/** The steps of a run with their questions and outcomes in words. */
export function useRunSteps(run: Run) {
  const text = useText();
  const language = useLanguage();
  const verb = useRunVerb(run);
  const verification = useVerification(run.id);

  function showFailure(error: unknown) {
    const { title, hint } = errorWords(error, text);
    const detail = error instanceof ProblemError ? error.body.detail : undefined;
    void showMessage({ meaning: 'bad', title, body: detail ?? hint });
  }

  async function take(step: RunVerb) {
    try {
      await verb.mutateAsync(step);
    } catch (error) {
      showFailure(error);
    }
  }

  async function finalise() {
    if (run.missing.length > 0) {
      const names = run.missing.map((name) => text(`billing.missing.${name}`)).join(', ');
      return void showMessage({
        meaning: 'bad',
        title: text('billing.billingRuns.senderLacks'),
        body: names,
      });
    }
    const isSure = await confirm({
      title: text('billing.billingRuns.finaliseTitle', { name: periodName(run.period, language) }),
      body: [
        text('billing.billingRuns.finaliseBody', {
          count: run.invoiceCount,
          shown: formatNumber(run.invoiceCount, language),
          amount: formatMoney(run.totalAmount, 'EUR', language),
        }),
        ...(run.withoutAddress.length === 0
          ? []
          : [text('billing.billingRuns.finaliseLeavesOut', { names: run.withoutAddress.join(', ') })]),
        ...(run.inactive.length === 0
          ? []
          : [text('billing.billingRuns.finaliseInactive', { names: run.inactive.join(', ') })]),
      ].join(' '),
      verb: text('billing.billingRuns.finalise'),
    });
    if (isSure) await take('finalise');
  }

  async function verify() {
    try {
      const { matches } = await verification.mutateAsync();
      notify({
        title: text(matches ? 'billing.billingRuns.intact' : 'billing.billingRuns.broken'),
        meaning: matches ? 'ok' : 'bad',
      });
    } catch (error) {
      showFailure(error);
    }
  }

  return {
    take,
    finalise,
    verify,
    going: verb.isPending ? verb.variables : undefined,
    isVerifying: verification.isPending,
  };
}
