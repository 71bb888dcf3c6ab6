import { usePermission } from '#portal/kit/data/use-permission.ts';
import { ScreenLink } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import styles from './board.module.css';

/** A share of the judged documents as a percentage; a dash while none was judged. */
export function Share({ value }: { readonly value: number | null }) {
  const text = useText();
  if (value === null) return <span className="balie-empty">{text('documentsWork.board.noShare')}</span>;
  return (
    <span className="balie-number">
      {/* 99.6 % must not show as all of them. */}
      {value >= 1 ? 100 : Math.min(99, Math.round(value * 100))}%
    </span>
  );
}

interface FailuresProps {
  readonly failures: readonly { readonly id: string; readonly documentId: string; readonly reason: string }[];
}

/** The last failures, each a link to its document. */
export function Failures({ failures }: FailuresProps) {
  if (failures.length === 0) return <span className="balie-empty">–</span>;
  return (
    <span
      className={styles.failures}
      title={failures.map(({ documentId, reason }) => `${documentId}: ${reason}`).join('\n')}
    >
      {failures.map(({ id, documentId }) => (
        <FailureLink key={id} id={id} documentId={documentId} />
      ))}
    </span>
  );
}

function FailureLink({ id, documentId }: { readonly id: string; readonly documentId: string }) {
  const may = usePermission();
  if (!may('fmmanagement.documents.read')) return <span>{documentId}</span>;
  return (
    <ScreenLink to="documents:detail" params={{ documentId: id }} className="balie-link">
      {documentId}
    </ScreenLink>
  );
}
