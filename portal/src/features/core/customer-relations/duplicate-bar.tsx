import { Anchor } from '@mantine/core';
import type { LikelyDuplicate } from '#contract/core/customer-relations.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';

/** Warns that this relation may exist already, with links; it can be saved all the same. */
export function DuplicateBar({ duplicates }: { readonly duplicates: readonly LikelyDuplicate[] }) {
  const text = useText();
  const pathTo = usePathTo();
  return (
    <div role="status">
      {duplicates.length > 0 && (
        <MessageBar meaning="warn" title={text('core.duplicates.title', { count: duplicates.length })}>
          {duplicates.map(({ id, tag, name, reasons }) => (
            <div key={id}>
              {/* In a tab of its own: what is typed here stays. */}
              <Anchor
                inherit
                c="inherit"
                underline="always"
                href={pathTo('customer-relations:detail', { customerRelationId: id })}
                target="_blank"
                rel="noopener"
              >
                {tag === '' ? name : `${tag} ${name}`}
              </Anchor>{' '}
              ({reasons.map((reason) => text(`core.duplicates.${reason}`)).join(', ')})
            </div>
          ))}
        </MessageBar>
      )}
    </div>
  );
}
