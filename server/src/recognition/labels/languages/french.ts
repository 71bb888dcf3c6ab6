import type { LabelWords } from '../label.ts';
import { no } from '../parts.ts';

/** French labels. */
export const french: LabelWords = {
  number: String.raw`
    0.95 (?:num[ée]ro|n°|nº|no\.?) (?:de )?(?:la )?facture|facture${no}|facture num[ée]ro|(?:num\.?|r[ée]f[ée]rence|r[ée]f\.) (?:de )?(?:la )?facture
    0.95 (?:num[ée]ro|n°|nº) (?:de (?:la )?note de cr[ée]dit|de l.avoir|d.avoir)|(?:note de cr[ée]dit|avoir|facture d.avoir)${no}
    0.7  (?:num[ée]ro|n°|nº|no\.?) (?:du |de |de la |d.)?(?:document|pi[èe]ce|re[çc]u|note)|(?:pi[èe]ce|re[çc]u|document|note d.honoraires)${no}
  `,
  date: String.raw`
    0.85 factur[ée]e? le
    0.95 date (?:de )?(?:la )?fact(?:ure|uration|\.)?(?!\p{L})|date d.[ée]mission|date du document|fact(?:ure|\.)? du|[ée]mise? le|date (?:de )?(?:la )?note de cr[ée]dit
    0.8  en date du|[ée]tablie? le|[ée]dit[ée]e? le|date d.[ée]dition|date (?:de (?:la )?)?pi[èe]ce|fait [àa] \p{L}[\p{L}' -]{2,30},? le
  `,
  dueDate: String.raw`
    0.9  (?:date d.)?[ée]ch[ée]ance|date limite(?: de paiement)?|(?:[àa] (?:payer|r[ée]gler)|payable|paiement) (?:avant|pour|au plus tard)(?: le)?|pr[ée]lev[ée]e? le
  `,
  total: String.raw`
    0.85 [àa] (?:vous )?rembourser
    0.6  (?:la somme|le montant|un montant)(?: \p{L}+)? de
    0.93 net [àa] payer(?: ttc)?|montant (?:[àa] pr[ée]lever|pr[ée]lev[ée])|total [àa] r[ée]gler|(?:total|montant|somme) (?:net )?(?:[àa] payer|d[ûu]e?)|(?:total|montant)(?: de)?(?: la)?(?: facture)? (?:ttc|tvac|toutes taxes comprises|tva comprise)|montant total(?: ttc)?|total g[ée]n[ée]ral
    0.8  solde [àa] payer|reste [àa] payer|[àa] payer|facture ttc|(?:total|montant) (?:de )?(?:la |votre |cette )?facture|prix total
    0.93 (?:total|montant|net)(?: [àa] payer)? t\.?t\.?c\.?
    0.9  (?:total|montant|solde) en votre faveur(?: t\.?v\.?a\.?c\.?| ttc)?
    0.6  tva comprise|tvac|t\.?t\.?c\.?
  `,
  excl: String.raw`
    0.9  total ht
    0.85 (?:total|montant|base|net)(?: imposable)? (?:ht|htva|hors tva|h\.?t\.?v\.?a\.?|imposable)|sous-total(?: ht)?|hors tva|base(?: d.imposition)?
  `,
  otherNumber: String.raw`
    0.95 (?:n°|nº|num[ée]ro|code|r[ée]f[ée]rence|r[ée]f\.?|votre)(?: de| du| d.)? ?(?:client|commande|compte|contrat|dossier|tva|entreprise|livraison|r[ée]f[ée]rence|compteur|t[ée]l[ée]phone)|bon de (?:livraison|commande)|siren|siret|rcs|rpm|bce|client${no}|commande${no}
  `,
  otherDate: String.raw`
    0.85 commande du|livr[ée]e? le
    0.96 date (?:de|du|d.) ?(?:la )?(?:commande|livraison|prestation|d[ée]but|fin|contrat|exp[ée]dition|paiement)
    0.8  p[ée]riode
  `,
  otherAmount: String.raw`
    0.9  acompte(?:s)?(?: vers[ée]e?s?)?|d[ée]j[àa] (?:pay[ée]|r[ée]gl[ée])|remise|frais de port|prix(?: unitaire)?|p\.?u\.?|solde pr[ée]c[ée]dent
    0.92 [àa] reporter|report(?!\p{L})
  `,
};
