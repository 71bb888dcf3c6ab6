import { TextInput } from '@mantine/core';
import { useText } from '#portal/kit/text.ts';

interface Numbered {
  readonly administrationId: string;
  readonly administration: string;
  readonly number: string;
}

interface CreditorNumbersProps {
  readonly administrations: readonly { readonly id: string; readonly name: string }[];
  readonly numbers: readonly Numbered[];
  /** One sentence for all of them. */
  readonly error: string | undefined;
  readonly onChange: (numbers: readonly Numbered[]) => void;
}

/** The number by which each administration's bookkeeping knows a creditor; empty where it does not. */
export function CreditorNumbers({ administrations, numbers, error, onChange }: CreditorNumbersProps) {
  const text = useText();
  const numberOf = (id: string) => numbers.find((one) => one.administrationId === id)?.number ?? '';
  return (
    <>
      {administrations.map(({ id, name }, index) => (
        <TextInput
          key={id}
          label={text('invoicing.creditors.numberOf', { administration: name })}
          maxLength={40}
          value={numberOf(id)}
          error={index === 0 ? error : error !== undefined}
          onChange={({ currentTarget }) =>
            onChange([
              ...numbers.filter((one) => one.administrationId !== id),
              { administrationId: id, administration: name, number: currentTarget.value },
            ])
          }
        />
      ))}
    </>
  );
}
