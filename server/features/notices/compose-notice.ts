import { tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'
import en from '#locales/en/letters.ts'
import es from '#locales/es/letters.ts'
import mx from '#locales/mx/letters.ts'
import pt from '#locales/pt/letters.ts'
import { shiftDay } from '#rules/calendar.ts'
import { type ComposedMail, type MailPart, renderMail, toSingleLine } from '#server/core/mail/mail-layout.ts'
import { buildTextsGetter, fillPlaceholders } from '#server/core/texts.ts'
import { getClientLanguage } from '#server/domain/document-language.ts'
import { getValueFormatter, type ValueFormatter } from '#server/reports/value-formatter.ts'
import type { NoticeFacts } from './notice-facts.ts'

const getTexts = buildTextsGetter({ es, en, pt, mx })
type Texts = ReturnType<typeof getTexts>
type LetterFact = readonly [string, string]

const maskToLastFour = (number: string): string => `···· ${number.slice(-4)}`

/** An account's number as we give them; one that an import took over and that is a bank's own goes into no e-mail whole. */
const formatAccountNumber = (number: string): string => {
  const bare = number.replace(/[\s-]/g, '')
  return /^([A-Z]{2}\d{2}[A-Z0-9]{11,30}|\d{16,})$/.test(bare) ? maskToLastFour(bare) : toSingleLine(number)
}

/** Whom to talk to: who looks after the client, where they can be reached. */
const formatContact = ({ managerName, managerPhone, managerEmail }: NoticeFacts, t: Texts): string => {
  const ways = [managerPhone, managerEmail].filter(Boolean).join(', ')
  return managerName && ways ? fillPlaceholders(t.letter.contact, { name: managerName, ways }) : t.letter.contactOffice
}

const buildAccountFacts = ({ accountNumber, productName }: NoticeFacts, { fields }: Texts): LetterFact[] => [
  [fields.account, formatAccountNumber(accountNumber)],
  [fields.product, productName],
]

type NoticeContent = { subject: string; parts: MailPart[] }
type NoticeWriter = (facts: NoticeFacts, t: Texts, written: ValueFormatter) => NoticeContent

const writeContributionNotice: NoticeWriter = (facts, t, { money, day }) => ({
  subject: t.contribution.subject,
  parts: [
    { text: t.contribution.intro },
    {
      facts: [
        [t.fields.amount, money(facts.amount ?? '0.00')],
        ...buildAccountFacts(facts, t),
        [t.fields.bookedOn, day(facts.aboutOn)],
        ...(facts.valueDate ? [[t.fields.valueDate, day(facts.valueDate)] as LetterFact] : []),
      ],
    },
  ],
})

const writePaymentNotice: NoticeWriter = (facts, t, { money, moneyIn, day }) => ({
  subject: t.payment.subject,
  parts: [
    { text: t.payment.intro[facts.paymentKind ?? 'withdrawal'] },
    {
      facts: [
        [t.fields.amount, money(facts.amount ?? '0.00')],
        ...(facts.payAmount && facts.payCurrency
          ? [[t.fields.payAmount, moneyIn(facts.payCurrency, facts.payAmount)] as LetterFact]
          : []),
        ...(facts.bankAccount ? [[t.fields.bankAccount, maskToLastFour(facts.bankAccount)] as LetterFact] : []),
        ...buildAccountFacts(facts, t),
        [t.fields.bookedOn, day(facts.aboutOn)],
      ],
    },
    { text: t.payment.arrives },
  ],
})

const writeMaturityNotice: NoticeWriter = (facts, t, { money, day }) => {
  const { maturity } = t
  const { instruction, nextProduct, instructed, aboutOn } = facts
  const does: Record<NoticeFacts['instruction'], string> = {
    pay_out: t.maturity.instructions.pay_out,
    renew_principal: t.maturity.instructions.renew_principal,
    renew_all: t.maturity.instructions.renew_all,
    transfer: nextProduct
      ? fillPlaceholders(t.maturity.instructions.transfer, { product: nextProduct })
      : t.maturity.instructions.transferAny,
  }
  const values = { account: formatAccountNumber(facts.accountNumber), date: day(aboutOn) }
  const eve = day(shiftDay(aboutOn, -1))
  return {
    subject: fillPlaceholders(maturity.subject, values),
    parts: [
      { text: fillPlaceholders(maturity.intro, values) },
      {
        facts: [
          ...buildAccountFacts(facts, t),
          [t.fields.balance, money(facts.balance)],
          [t.fields.expiresOn, day(aboutOn)],
          ...(instruction === 'pay_out' && facts.bankAccount
            ? [[t.fields.bankAccount, maskToLastFour(facts.bankAccount)] as LetterFact]
            : []),
        ],
      },
      { text: `${instructed ? maturity.asked : maturity.unasked} ${does[instruction]}` },
      { text: fillPlaceholders(maturity.until, { eve }) },
    ],
  }
}

const noticeWriters: Record<NoticeFacts['kind'], NoticeWriter> = {
  contribution: writeContributionNotice,
  payment: writePaymentNotice,
  maturity_30: writeMaturityNotice,
  maturity_7: writeMaturityNotice,
}

/** The e-mail in the client's language: no link, no bank account whole, no identity number. */
export const composeNotice = (facts: NoticeFacts, prefix: Prefix): ComposedMail => {
  const idioma = getClientLanguage(facts.idioma, prefix)
  const t = getTexts(idioma)
  const { subject, parts } = noticeWriters[facts.kind](
    facts,
    t,
    getValueFormatter(idioma, tenantFacts[prefix].timeZone),
  )
  return renderMail(idioma, subject, [
    { text: fillPlaceholders(t.letter.greeting, { name: toSingleLine(facts.clientName) }) },
    ...parts,
    { text: formatContact(facts, t) },
    { text: facts.firm ?? 'Atalaya' },
    { text: t.letter.automatic },
  ])
}
