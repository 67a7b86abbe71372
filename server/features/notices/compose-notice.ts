import { tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'
import en from '#locales/en/letters.ts'
import es from '#locales/es/letters.ts'
import mx from '#locales/mx/letters.ts'
import pt from '#locales/pt/letters.ts'
import { isoDay, parseDay } from '#rules/calendar.ts'
import { type Composed, letterOf, oneLine, type Part } from '#server/core/mail/letter.ts'
import { filled, textsIn } from '#server/core/texts.ts'
import { clientLanguage } from '#server/domain/paper.ts'
import { type Written, writtenIn } from '#server/reports/written.ts'
import type { NoticeFacts } from './notice-facts.ts'

const textsOf = textsIn({ es, en, pt, mx })
type Texts = ReturnType<typeof textsOf>
type Fact = readonly [string, string]

const lastFour = (number: string): string => `···· ${number.slice(-4)}`

/** An account's number as we give them; one that an import took over and that is a bank's own goes into no e-mail whole. */
const shownNumber = (number: string): string => {
  const bare = number.replace(/[\s-]/g, '')
  return /^([A-Z]{2}\d{2}[A-Z0-9]{11,30}|\d{16,})$/.test(bare) ? lastFour(bare) : oneLine(number)
}

/** Whom to talk to: who looks after the client, where they can be reached. */
const contactOf = ({ managerName, managerPhone, managerEmail }: NoticeFacts, t: Texts): string => {
  const ways = [managerPhone, managerEmail].filter(Boolean).join(', ')
  return managerName && ways ? filled(t.letter.contact, { name: managerName, ways }) : t.letter.contactOffice
}

const accountFacts = ({ accountNumber, productName }: NoticeFacts, { fields }: Texts): Fact[] => [
  [fields.account, shownNumber(accountNumber)],
  [fields.product, productName],
]

type Told = { subject: string; parts: Part[] }
type Tell = (facts: NoticeFacts, t: Texts, written: Written) => Told

const tellReceived: Tell = (facts, t, { money, day }) => ({
  subject: t.contribution.subject,
  parts: [
    { text: t.contribution.intro },
    {
      facts: [
        [t.fields.amount, money(facts.amount ?? '0.00')],
        ...accountFacts(facts, t),
        [t.fields.bookedOn, day(facts.aboutOn)],
        ...(facts.valueDate ? [[t.fields.valueDate, day(facts.valueDate)] as Fact] : []),
      ],
    },
  ],
})

const tellSent: Tell = (facts, t, { money, moneyIn, day }) => ({
  subject: t.payment.subject,
  parts: [
    { text: t.payment.intro[facts.paymentKind ?? 'withdrawal'] },
    {
      facts: [
        [t.fields.amount, money(facts.amount ?? '0.00')],
        ...(facts.payAmount && facts.payCurrency
          ? [[t.fields.payAmount, moneyIn(facts.payCurrency, facts.payAmount)] as Fact]
          : []),
        ...(facts.bankAccount ? [[t.fields.bankAccount, lastFour(facts.bankAccount)] as Fact] : []),
        ...accountFacts(facts, t),
        [t.fields.bookedOn, day(facts.aboutOn)],
      ],
    },
    { text: t.payment.arrives },
  ],
})

const tellMaturing: Tell = (facts, t, { money, day }) => {
  const { maturity } = t
  const { instruction, nextProduct, instructed, aboutOn } = facts
  const does: Record<NoticeFacts['instruction'], string> = {
    pay_out: t.maturity.instructions.pay_out,
    renew_principal: t.maturity.instructions.renew_principal,
    renew_all: t.maturity.instructions.renew_all,
    transfer: nextProduct
      ? filled(t.maturity.instructions.transfer, { product: nextProduct })
      : t.maturity.instructions.transferAny,
  }
  const values = { account: shownNumber(facts.accountNumber), date: day(aboutOn) }
  const eve = day(isoDay(parseDay(aboutOn) - 1))
  return {
    subject: filled(maturity.subject, values),
    parts: [
      { text: filled(maturity.intro, values) },
      {
        facts: [
          ...accountFacts(facts, t),
          [t.fields.balance, money(facts.balance)],
          [t.fields.expiresOn, day(aboutOn)],
          ...(instruction === 'pay_out' && facts.bankAccount
            ? [[t.fields.bankAccount, lastFour(facts.bankAccount)] as Fact]
            : []),
        ],
      },
      { text: `${instructed ? maturity.asked : maturity.unasked} ${does[instruction]}` },
      { text: filled(maturity.until, { eve }) },
    ],
  }
}

const tells: Record<NoticeFacts['kind'], Tell> = {
  contribution: tellReceived,
  payment: tellSent,
  maturity_30: tellMaturing,
  maturity_7: tellMaturing,
}

/** The e-mail in the client's language: no link, no bank account whole, no identity number. */
export const composeNotice = (facts: NoticeFacts, prefix: Prefix): Composed => {
  const idioma = clientLanguage(facts.idioma, prefix)
  const t = textsOf(idioma)
  const { subject, parts } = tells[facts.kind](facts, t, writtenIn(idioma, tenantFacts[prefix].timeZone))
  return letterOf(idioma, subject, [
    { text: filled(t.letter.greeting, { name: oneLine(facts.clientName) }) },
    ...parts,
    { text: contactOf(facts, t) },
    { text: facts.firm ?? 'Atalaya' },
    { text: t.letter.automatic },
  ])
}
