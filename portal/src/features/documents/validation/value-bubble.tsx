import { Button } from '@mantine/core';
import type { DocumentProperty } from '#contract/documents/properties.ts';
import { Key } from '#portal/kit/format/key.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import type { PageBubble } from '../pages/document-viewer.tsx';
import { choicesOf } from '../values/correction-panel.tsx';
import { isProperty } from '../values/is-property.ts';
import { PropertyValue } from '../values/property-value.tsx';
import { showValue } from '../values/value.rules.ts';
import values from '../values/values.module.css';
import type { ItemState } from './use-item-work.ts';

/** Which value stands here, and whether it is right: the same choices as in its row. */
function ValueBubble({ work, property }: { readonly work: ItemState; readonly property: DocumentProperty }) {
  const text = useText();
  const language = useLanguage();
  const found = work.properties.find((one) => one.property === property);
  const currency = work.properties.find((one) => one.property === 'currency')?.value || 'EUR';
  const choices = choicesOf(found);
  const hasKeys = work.values.editing === undefined;
  return (
    <div
      className={values.bubble}
      role="group"
      aria-label={text('documentsWork.pick.question', {
        property: text(`documentsWork.property.${property}`),
      })}
    >
      <strong>{text(`documentsWork.property.${property}`)}</strong>
      <p>{text('documentsWork.pick.right')}</p>
      <div className={values.bubbleChoices}>
        {choices.map((choice, index) => (
          <Button
            key={choice.value}
            size="xs"
            // The row beside the page has the same choices for the keyboard.
            tabIndex={-1}
            variant={index === 0 ? 'light' : 'default'}
            disabled={work.values.saving !== undefined}
            rightSection={hasKeys && <Key>{index + 1}</Key>}
            aria-label={text('documentsWork.correct.choose', {
              value: showValue(property, choice.value, language, currency),
            })}
            onClick={() => work.choose(property, index + 1)}
          >
            <PropertyValue property={property} value={choice.value} currency={currency} />
          </Button>
        ))}
      </div>
    </div>
  );
}

/** Beside the value in hand, or the one that is being corrected, where it stands on the page. */
export function valueBubbleOf(work: ItemState): PageBubble | undefined {
  const { values, review } = work;
  const property =
    values.editing ?? (review.at !== undefined && review.isLeft(review.at) ? review.at : undefined);
  const mark = values.marks.find(({ id }) => id === property);
  if (mark === undefined || !isProperty(property)) return undefined;
  return { page: mark.page, box: mark.box, content: <ValueBubble work={work} property={property} /> };
}
