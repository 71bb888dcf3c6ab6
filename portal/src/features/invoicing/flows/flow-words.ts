import { formatMoney } from '#contract/money.ts';
import type { FlowCondition, FlowContent, FlowStep } from '#contract/invoicing/approval-flows.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import type { FlowChoices } from './flow.api.ts';

/** The parts of a flow in words. */
export type FlowWords = ReturnType<typeof useFlowWords>;

/** Says what conditions and steps of a flow are, with the names of what they refer to. */
export function useFlowWords(choices: FlowChoices | undefined) {
  const text = useText();
  const language = useLanguage();
  const money = (cents: number) => formatMoney(cents, 'EUR', language);
  const names = new Map(
    [...(choices?.people ?? []), ...(choices?.administrations ?? []), ...(choices?.creditors ?? [])].map(
      ({ id, name }) => [id, name],
    ),
  );
  const nameOf = (id: string) => names.get(id) ?? text('kit.unknown');
  const or = (list: readonly string[]) => new Intl.ListFormat(language, { type: 'disjunction' }).format(list);

  function valueOf(condition: FlowCondition): string {
    switch (condition.kind) {
      case 'amount': {
        const { above, upTo } = condition;
        if (above !== null && upTo !== null)
          return text('invoicing.flow.amount.between', { above: money(above), upTo: money(upTo) });
        if (above !== null) return text('invoicing.flow.amount.aboveOf', { above: money(above) });
        return upTo === null ? '…' : text('invoicing.flow.amount.upToOf', { upTo: money(upTo) });
      }
      case 'creditor':
      case 'administration':
        return or(condition.ids.map(nameOf));
      case 'costcenter':
      case 'ledger':
        return or(condition.codes);
      case 'document':
        return or(condition.types.map((type) => text(`invoicing.flow.document.${type}`)));
    }
  }
  const kindOf = ({ kind }: Pick<FlowCondition, 'kind'>) => text(`invoicing.flow.kind.${kind}`);
  const isOf = (condition: FlowCondition) => (condition.kind === 'amount' ? '' : text('invoicing.flow.is'));
  const conditionOf = (condition: FlowCondition) =>
    [kindOf(condition), isOf(condition), valueOf(condition)].filter(Boolean).join(' ');
  const modeOf = ({ mode, userIds }: FlowStep) =>
    userIds.length > 1 ? text(`invoicing.flow.mode.${mode}`) : '';
  const stepOf = (step: FlowStep) =>
    [modeOf(step), step.userIds.map(nameOf).join(', ')].filter(Boolean).join(' ');

  /** A version as lines, for comparing two. */
  function linesOf({ rules, otherwise, fourEyes }: FlowContent): string[] {
    const steps = (list: readonly FlowStep[]) =>
      list.length === 0 ? text('invoicing.flow.anybody') : list.map(stepOf).join(' → ');
    return [
      ...rules.map(
        (rule, index) =>
          `${index + 1}. ${rule.name}: ${rule.conditions.map(conditionOf).join(', ')}. ${steps(rule.steps)}`,
      ),
      `${text('invoicing.flow.otherwise')}: ${steps(otherwise)}`,
      fourEyes === null
        ? text('invoicing.flow.fourEyes.off')
        : text('invoicing.flow.fourEyes.line', {
            above: money(fourEyes.above),
            name: fourEyes.secondApproverId === null ? '–' : nameOf(fourEyes.secondApproverId),
          }),
    ];
  }
  return { money, nameOf, kindOf, isOf, valueOf, conditionOf, modeOf, linesOf };
}
