import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatInstant } from '#contract/dates.ts';
import type { Originals } from '#contract/invoicing/archive.ts';
import { formatNumber } from '#contract/money.ts';
import { cx } from '#portal/kit/cx.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { useOriginals } from './archive.api.ts';
import styles from './archive.module.css';

/** Below the archive: when all originals were last whole, or how many are not. */
export function OriginalsLine({ companyId }: { readonly companyId: string | undefined }) {
  const href = usePathTo()('archive-originals:index');
  const words = useWords();
  const { data } = useOriginals(companyId);
  if (!data) return null;
  const isBad = data.damaged.length > 0;
  const Icon = isBad ? IconAlertTriangle : IconShieldCheck;
  return (
    <p className={cx(styles.originals, isBad && styles.bad)} role="status">
      <Icon size={16} stroke={1.75} aria-hidden />
      <Link to={href} search={companyId === undefined ? {} : { companyId }}>
        {words(data)}
      </Link>
    </p>
  );
}

function useWords() {
  const text = useText();
  const language = useLanguage();
  return ({ damaged, wholeAt, seenCount, round }: Originals): string => {
    if (damaged.length > 0) return text('invoicing.archive.damaged', { count: damaged.length });
    if (wholeAt !== null)
      return text('invoicing.archive.allWhole', {
        files: formatNumber(seenCount, language),
        at: formatInstant(wholeAt),
      });
    if (round === null) return text('invoicing.archive.notChecked');
    const [checked, planned] = [round.checked, round.planned].map((value) => formatNumber(value, language));
    return text('invoicing.archive.checking', { checked: checked ?? '', planned: planned ?? '' });
  };
}
