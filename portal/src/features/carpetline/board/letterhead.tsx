import type { z } from 'zod';
import { carpetLetterhead, carpetLetterheadWrite } from '#contract/carpetline/orders.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { wrongFields } from '#portal/kit/form/field-text.ts';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { FormPage } from '#portal/kit/form/form-page.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { storedAs, useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useGo, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';

type Values = z.output<typeof carpetLetterhead>;
const path = 'carpetline/letterhead';
const url = `/api/${path}`;

/** The sender on packing slips and confirmations. */
export function LetterheadPage() {
  const stored = useAnswer([path], url, carpetLetterhead);
  return <Loaded of={stored}>{(letterhead) => <LetterheadForm initial={letterhead} />}</Loaded>;
}

function LetterheadForm({ initial }: { readonly initial: Values }) {
  const text = useText();
  const go = useGo();
  const pathTo = usePathTo();
  const save = useVerb({
    call: (body: Values) => ({ url, method: 'PUT', body }),
    result: carpetLetterhead,
    invalidates: [{ path }],
  });
  const form = useResourceForm({
    initial,
    check: (values) => wrongFields(text, carpetLetterheadWrite, values),
    save: (values: Values) => save.mutateAsync(values),
    onSaved: () => {
      go('carpet-board:index');
      notify({ title: text('carpetline.letterhead.saved'), meaning: 'ok' });
    },
    fromStored: storedAs(carpetLetterhead, (values) => values),
  });
  const field = fieldsOf(form, 'carpetline.letterhead');
  return (
    <FormPage
      form={form}
      title={text('carpetline.letterhead.title')}
      back={{ href: pathTo('carpet-board:index'), label: text('carpetline.board.title') }}
    >
      <p>{text('carpetline.letterhead.hint')}</p>
      <TextField {...field('name')} maxLength={255} />
      <TextField {...field('street')} isOptional maxLength={255} />
      <FormRow>
        <TextField {...field('zipCode')} isOptional maxLength={16} />
        <TextField {...field('city')} isOptional maxLength={100} />
      </FormRow>
      <FormRow>
        <TextField {...field('phone')} isOptional type="tel" maxLength={40} />
        <TextField {...field('email')} isOptional type="email" maxLength={254} />
      </FormRow>
      <FormRow>
        <TextField {...field('website')} isOptional maxLength={255} />
        <TextField {...field('kvkNumber')} isOptional maxLength={20} />
      </FormRow>
    </FormPage>
  );
}
