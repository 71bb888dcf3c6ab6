import type { z } from 'zod';
import { type carpetMail, Transport } from '#contract/carpetline/orders.ts';
import { formatDay } from '#contract/dates.ts';
import type { Language } from '#contract/problem.ts';
import { fill } from '#contract/texts.ts';
import { brandUrl, html, mailFrame, type SiteOptions } from '#server/features/identity/index.ts';
import type { Context, Services } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { unsubscribeUrl } from './unsubscribe-links.ts';
import en from '../locales/mail.en.json' with { type: 'json' };
import nl from '../locales/mail.nl.json' with { type: 'json' };
import * as repository from './mail.repository.ts';
import type { Step, StoredOrder } from './orders.repository.ts';

/** The texts of the mails and of the page that stops them. */
export const mailTexts: Readonly<Record<Language, typeof nl>> = { nl, en };

/** What the mail about a step of an order says. */
interface OrderMail {
  readonly userId: string;
  /** The company that makes it, which the mail comes from; absent in jobs of earlier versions. */
  readonly companyId?: string;
  /** The language of the order, for users who chose none. */
  readonly language: Language;
  /** Address of the order in the portal of the carpet brand. */
  readonly link: string | null;
  /** Address of the page that stops these mails. */
  readonly off: string | null;
  readonly kind: Exclude<Step['kind'], 'ordered'>;
  readonly number: number;
  readonly reference: string;
  readonly day: string | null;
  readonly deliveryDate: string | null;
  readonly isShipped: boolean;
  readonly reason: string;
}

/** Mails a user about a step of their order. */
export const carpetMailJob = defineJob<OrderMail>('carpetline-mail', { retries: 2, expireSeconds: 60 });

/** Queues the mail about a step, in the transaction of the step; users get no mail about their own steps. */
export function notifyOrderer(sites: SiteOptions) {
  return async (tx: Tx, ctx: Context, order: StoredOrder, { kind, day, reason }: Step): Promise<void> => {
    const { id: userId } = order.orderedBy;
    if (ctx.mail === null || userId === null || userId === ctx.caller.userId || kind === 'ordered') return;
    const { number, reference, deliveryDate, ordererLanguage: language } = order;
    const isShipped = order.transportFinishedProduct === Transport.Ship;
    const at = (path: string) => brandUrl(sites, 'carpetline', path);
    const links = {
      link: at(`/carpetline/orders/${number}`),
      off: at(unsubscribeUrl(ctx.secretKey, userId)),
    };
    await ctx.jobs.send(tx, carpetMailJob, {
      userId,
      companyId: order.companyId,
      language,
      ...links,
      kind,
      number,
      reference,
      day,
      deliveryDate,
      isShipped,
      reason,
    });
  };
}

/** Sends one mail, if its recipient still may sign in and did not unsubscribe. */
export async function sendCarpetMail(
  { db, mail }: Pick<Services, 'db' | 'mail'>,
  order: OrderMail,
): Promise<void> {
  const person = await repository.findRecipient(db, order.userId);
  if (!mail || !person) return;
  const name = `${person.first_name} ${person.last_name}`.trim();
  const language = person.language ?? order.language;
  const fromName = order.companyId === undefined ? '' : await repository.companyName(db, order.companyId);
  await mail.send({ to: person.email, fromName, ...carpetMailText({ ...order, language }, name) });
}

/** The text of a mail. */
export function carpetMailText({ language, kind, ...order }: OrderMail, name: string) {
  const t = mailTexts[language];
  const values = {
    name,
    number: order.number,
    reference: order.reference === '' ? '' : ` (${order.reference})`,
    day: order.day === null ? '' : formatDay(order.day),
    delivery: order.deliveryDate === null ? '' : formatDay(order.deliveryDate),
    transport: order.isShipped ? t.ship : t.pickUp,
    reason: order.reason,
    what: t[kind],
  };
  const [subject, hello, words] = [
    fill(t.subject, values),
    fill(t.hello, values),
    fill(t.text[kind], values),
  ];
  const { link, off } = order;
  const last = off === null ? t.footer : `${t.footer} ${t.off}: ${off}`;
  return {
    subject,
    text: `${[hello, words, ...(link === null ? [] : [`${t.open}: ${link}`]), last].join('\n\n')}\n`,
    html: mailFrame({
      language,
      variant: 'carpetline',
      subject,
      brand: 'Carpetline',
      paragraphs: [hello, words],
      button: link === null ? null : { url: link, text: t.open },
      after: '',
      footer: off === null ? t.footer : html`${t.footer} <a href="${off}" style="color:#626a76">${t.off}</a>`,
    }),
    ...(off === null ? {} : { unsubscribe: off }),
  };
}

type Mail = z.output<typeof carpetMail>;
type OfCaller = Pick<Context, 'db' | 'caller'>;

/** Whether the caller gets mails about their orders. */
export async function findMail({ db, caller }: OfCaller): Promise<Mail> {
  return { onChange: await repository.isSubscribed(db, caller.userId) };
}

/** Switches the mails about the caller's orders on or off. */
export async function saveMail({ db, caller }: OfCaller, { onChange }: Mail): Promise<Mail> {
  await repository.setSubscribed(db, caller.userId, onChange);
  return { onChange };
}
