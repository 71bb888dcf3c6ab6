import { create } from 'xmlbuilder2';
import { centsToDecimal } from '#server/platform/xml/ubl.ts';
import { type Reference, sepaText } from './reference.rules.ts';

/** One transfer as the file says it. */
export interface Transfer {
  /** At most 35 characters; the creditor sees it. */
  readonly endToEndId: string;
  readonly amountInCents: number;
  readonly name: string;
  readonly iban: string;
  readonly address: PostalAddress;
  readonly reference: Reference;
}

/** The address of a creditor; empty where it is not known. */
export interface PostalAddress {
  readonly street: string;
  readonly postalCode: string;
  readonly city: string;
  readonly country: string;
}

/** A payment as the file says it. */
export interface PaymentOrder {
  /** At most 35 characters: the bank refuses the same one twice. */
  readonly messageId: string;
  /** `2026-11-24T13:42:00`. */
  readonly madeAt: string;
  readonly executionDay: string;
  readonly debtor: { readonly name: string; readonly iban: string; readonly bic: string };
  readonly transfers: readonly Transfer[];
}

const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

/** A SEPA credit transfer as pain.001.001.09 (§C17), one payment information for all transfers. */
export function painOf(order: PaymentOrder): string {
  const { debtor, transfers } = order;
  const totals = {
    NbOfTxs: String(transfers.length),
    CtrlSum: centsToDecimal(transfers.reduce((sum, { amountInCents }) => sum + amountInCents, 0)),
  };
  const name = nameOf(debtor.name);
  const document = {
    Document: {
      '@xmlns': namespace,
      CstmrCdtTrfInitn: {
        GrpHdr: { MsgId: order.messageId, CreDtTm: order.madeAt, ...totals, InitgPty: { Nm: name } },
        PmtInf: {
          PmtInfId: order.messageId,
          PmtMtd: 'TRF',
          ...totals,
          PmtTpInf: { SvcLvl: { Cd: 'SEPA' } },
          ReqdExctnDt: { Dt: order.executionDay },
          Dbtr: { Nm: name },
          DbtrAcct: { Id: { IBAN: debtor.iban } },
          DbtrAgt: {
            FinInstnId: debtor.bic === '' ? { Othr: { Id: 'NOTPROVIDED' } } : { BICFI: debtor.bic },
          },
          ChrgBr: 'SLEV',
          CdtTrfTxInf: transfers.map((transfer) => ({
            PmtId: { EndToEndId: transfer.endToEndId },
            Amt: { InstdAmt: { '@Ccy': 'EUR', '#': centsToDecimal(transfer.amountInCents) } },
            Cdtr: { Nm: nameOf(transfer.name), ...addressOf(transfer.address) },
            CdtrAcct: { Id: { IBAN: transfer.iban } },
            RmtInf: remittanceOf(transfer.reference),
          })),
        },
      },
    },
  };
  return create({ version: '1.0', encoding: 'UTF-8' }, document).end({ prettyPrint: true });
}

const nameOf = (name: string) => sepaText(name).slice(0, 70).trim();

// Structured or none: banks refuse an address in free lines, and a structured one without town and country.
function addressOf({ street, postalCode, city, country }: PostalAddress) {
  if (city === '' || !/^[A-Z]{2}$/.test(country)) return {};
  const [, name = street, number = ''] = /^(.*\D)\s+(\d+\s*\S{0,8})$/.exec(street.trim()) ?? [];
  return {
    PstlAdr: {
      ...given('StrtNm', name, 70),
      ...given('BldgNb', number, 16),
      ...given('PstCd', postalCode, 16),
      ...given('TwnNm', city, 35),
      Ctry: country,
    },
  };
}

function given(element: string, text: string, max: number): Readonly<Record<string, string>> {
  const plain = sepaText(text).slice(0, max).trim();
  return plain === '' ? {} : { [element]: plain };
}

function remittanceOf(reference: Reference) {
  if (reference.kind === 'free') return { Ustrd: reference.text };
  const issuer = reference.kind === 'dutch' ? 'CUR' : 'ISO';
  return {
    Strd: { CdtrRefInf: { Tp: { CdOrPrtry: { Cd: 'SCOR' }, Issr: issuer }, Ref: reference.text } },
  };
}
