import type { z } from 'zod';
import type { carpetMail } from '#contract/carpetline/orders.ts';
import { formatDay } from '#contract/dates.ts';
import type { Language } from '#contract/problem.ts';
import { fill } from '#contract/texts.ts';
import { brandUrl, html, mailFrame, type SiteOptions } from '#server/features/identity/index.ts';
import type { Context, Services } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { offUrl } from './mail-off.ts';
import en from '../locales/mail.en.json' with { type: 'json' };
import nl from '../locales/mail.nl.json' with { type: 'json' };
import type { Step, StoredOrder } from './orders.repository.ts';

/** The words of the mails and of the page that stops them. */
export const mailTexts: Readonly<Record<Language, typeof nl>> = { nl, en };

/** What an orderer is told of a step of his order. */
interface Told {
  readonly userId: string;
  /** The language of the order, for whom no portal told his own. */
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

/** Mails an orderer that his order moved. */
export const carpetMailJob = defineJob<Told>('carpetline-mail', { retries: 2, expireSeconds: 60 });

/**
 * Writes the mail of a step, in the transaction that makes it; nobody is told of what he did himself.
 */
export function tellOrderer(sites: SiteOptions) {
  return async (tx: Tx, ctx: Context, order: StoredOrder, { kind, day, reason }: Step): Promise<void> => {
    const { id: userId } = order.orderedBy;
    if (ctx.mail === null || userId === null || userId === ctx.caller.userId || kind === 'ordered') return;
    const { number, reference, deliveryDate, ordererLanguage: language } = order;
    const isShipped = order.transportFinishedProduct === 1;
    const at = (path: string) => brandUrl(sites, 'carpetline', path);
    const links = { link: at(`/carpetline/orders/${number}`), off: at(offUrl(ctx.secretKey, userId)) };
    await ctx.jobs.send(tx, carpetMailJob, {
      userId,
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

/** Works one mail: to whoever still may sign in, and did not switch it off. */
export async function sendCarpetMail({ db, mail }: Pick<Services, 'db' | 'mail'>, told: Told): Promise<void> {
  const person = await db
    .selectFrom('users')
    .where('users.id', '=', told.userId)
    .where('users.deleted_at', 'is', null)
    .where('users.is_active', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('carpet_mail_opt_outs as out').whereRef('out.user_id', '=', 'users.id'))),
    )
    .select(['email', 'first_name', 'last_name', 'language'])
    .executeTakeFirst();
  if (!mail || !person) return;
  const inHisLanguage = { ...told, language: person.language ?? told.language };
  await mail.send({
    to: person.email,
    ...carpetMailText(inHisLanguage, `${person.first_name} ${person.last_name}`.trim()),
  });
}

/** The words of a mail. */
export function carpetMailText({ language, kind, ...told }: Told, name: string) {
  const t = mailTexts[language];
  const values = {
    name,
    number: told.number,
    reference: told.reference === '' ? '' : ` (${told.reference})`,
    day: told.day === null ? '' : formatDay(told.day),
    delivery: told.deliveryDate === null ? '' : formatDay(told.deliveryDate),
    transport: told.isShipped ? t.ship : t.pickUp,
    reason: told.reason,
    what: t[kind],
  };
  const [subject, hello, words] = [
    fill(t.subject, values),
    fill(t.hello, values),
    fill(t.text[kind], values),
  ];
  const { link, off } = told;
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

/** Whether the caller is mailed about his orders. */
export async function findMail({ db, caller }: Pick<Context, 'db' | 'caller'>): Promise<Mail> {
  return { onChange: await isMailed(db, caller.userId) };
}

/** Whether somebody did not switch the mail about his orders off. */
export async function isMailed(db: Context['db'], userId: string): Promise<boolean> {
  const out = await db
    .selectFrom('carpet_mail_opt_outs')
    .where('user_id', '=', userId)
    .select('user_id')
    .executeTakeFirst();
  return out === undefined;
}

/** Switches the mail about the caller's orders on or off. */
export async function saveMail(
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  { onChange }: Mail,
): Promise<Mail> {
  await switchMail(db, caller.userId, onChange);
  return { onChange };
}

/** Switches the mail about somebody's orders on or off; whoever is gone for good has none. */
export async function switchMail(db: Context['db'], userId: string, isOn: boolean): Promise<void> {
  if (isOn) await db.deleteFrom('carpet_mail_opt_outs').where('user_id', '=', userId).execute();
  else
    await db
      .insertInto('carpet_mail_opt_outs')
      .columns(['user_id'])
      .expression((eb) => eb.selectFrom('users').where('id', '=', userId).select('id'))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
