import type { CancellationQuote, printCancellation } from '#contract/cancellations.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import en from '#locales/en/cancellations.ts'
import es from '#locales/es/cancellations.ts'
import pt from '#locales/pt/cancellations.ts'
import { asDecimal } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { Raw } from '#server/core/serve.ts'
import { filled, textsIn } from '#server/core/texts.ts'
import { findPaper } from '#server/domain/paper.ts'
import type { Part } from '#server/reports/pdf/make-pdf.ts'
import { sendPdf } from '#server/reports/send-pdf.ts'
import { type Written, writtenIn } from '#server/reports/written.ts'
import { findCancellation } from './quote.queries.ts'

const textsOf = textsIn({ es, en, pt })
type Texts = ReturnType<typeof textsOf>
const isSome = (amount: string): boolean => /[1-9]/.test(amount)
/** The exact column added up, with all its digits. */
const total = (values: readonly string[]): string =>
  asDecimal(
    values.reduce((sum, value) => sum + BigInt(value.replace('.', '')), 0n),
    8,
  )

const headParts = (quote: CancellationQuote, t: Texts, { money, off, day }: Written): Part[] => {
  // A quote is good on its own day alone: what is executed was so then.
  const date = day(quote.quotedOn)
  const standing = { open: t.paper.open, executed: t.paper.executed, retained: t.paper.over, expired: t.paper.over }
  const limited = quote.penaltyLimited ? ` ${t.quote.limited}` : ''
  return [
    {
      figures: [
        [t.quote.net, money(quote.net)],
        [t.quote.penalty, money(quote.penalty)],
        [t.quote.withheld, money(quote.withheld)],
        [t.quote.capital, money(quote.capital)],
      ],
    },
    { text: filled(standing[quote.state], { date }) },
    {
      facts: [
        [t.fields.client, `${quote.clientName} (${quote.clientCvl})`],
        [t.fields.account, quote.accountNumber],
        [t.fields.product, quote.productName],
        [t.fields.quotedOn, day(quote.quotedOn)],
        [t.fields.opened, day(quote.openedOn)],
        [t.fields.expires, day(quote.expiresOn)],
        ...(quote.quotedByName ? [[t.fields.quotedBy, quote.quotedByName] as const] : []),
      ],
    },
    { heading: t.quote.how },
    {
      sum: [
        [t.quote.capital, money(quote.capital)],
        [t.quote.gross, money(quote.gross), true],
        [t.quote.posted, off(quote.posted), true],
        [t.quote.due, money(quote.due)],
        [t.quote.penalty, off(quote.penalty)],
        [t.quote.withheld, off(quote.withheld)],
        [t.quote.net, money(quote.net)],
      ],
    },
    { text: filled(t.quote.taxable, { amount: money(quote.taxable) }) + limited },
  ]
}

const interestParts = (quote: CancellationQuote, t: Texts, { money, rate, exact, day, number }: Written): Part[] => {
  const { lines } = quote
  if (lines.length === 0) return [{ heading: t.quote.interestTitle }, { text: t.quote.noInterest }]
  const withBonus = isSome(quote.bonusRate)
  const lead = filled(t.quote.interestHow, {
    rate: rate(quote.rate),
    points: rate(quote.penaltyPoints),
    penalised: rate(quote.penalisedRate),
    dayCount: quote.dayCount,
  })
  const figures = [
    ['interest', t.quote.atContract],
    ['penalised', t.quote.penalised],
    ['penalty', t.quote.difference],
    ...(withBonus ? [['bonus', t.quote.bonus] as const] : []),
  ] as const
  const end = true as const
  return [
    { heading: t.quote.interestTitle, lead },
    {
      table: {
        columns: [
          { label: t.quote.from, fixed: true },
          { label: t.quote.until, fixed: true },
          { label: t.quote.days, end },
          { label: t.fields.capital, end },
          ...figures.map(([, label]) => ({ label, end })),
        ],
        rows: lines.map((line) => [
          ...[day(line.from), day(line.to), number(line.days), money(line.capital)],
          ...figures.map(([key]) => exact(line[key])),
        ]),
        foot: ['', '', '', t.paper.total, ...figures.map(([key]) => exact(total(lines.map((line) => line[key]))))],
      },
    },
  ]
}

const booksParts = ({ postings, taxes }: CancellationQuote, t: Texts, { money, rate, day }: Written): Part[] => {
  const end = true as const
  const posted: Part[] = [
    { heading: t.quote.postings },
    {
      table: {
        columns: [{ label: t.quote.valueDate, fixed: true }, { label: t.quote.kind }, { label: t.quote.amount, end }],
        rows: postings.map(({ valueDate, kind, amount }) => [day(valueDate), t.quote.kinds[kind], money(amount)]),
      },
    },
  ]
  const taxed: Part[] = [
    { heading: t.quote.taxes },
    {
      table: {
        columns: [
          { label: t.quote.holder },
          { label: t.quote.base, end },
          { label: t.quote.rate, end },
          { label: t.quote.source },
          { label: t.quote.taxed, end },
        ],
        rows: taxes.map((tax) => [tax.name, money(tax.base), rate(tax.rate), tax.source, money(tax.amount)]),
      },
    },
  ]
  return [
    ...(postings.length > 0 ? posted : []),
    ...(taxes.some(({ base, amount }) => isSome(base) || isSome(amount)) ? taxed : []),
  ]
}

/** One quote as a document for the client, in the client's language: the figures that were kept, and the lines that explain them. */
export const printQuote = async (
  ctx: Ctx,
  { params }: Parsed<typeof printCancellation>,
  raw: Raw,
): Promise<Answer<typeof printCancellation>> => {
  const quote = await findCancellation(ctx, { params })
  const { idioma, firm } = await findPaper(ctx, quote.clientId)
  const t = textsOf(idioma)
  const written = writtenIn(idioma, tenantFacts[ctx.prefix].timeZone)
  const told = {
    title: filled(t.quote.title, { number: quote.accountNumber }),
    subtitle: quote.clientName,
    parts: [...headParts(quote, t, written), ...interestParts(quote, t, written), ...booksParts(quote, t, written)],
    ...{ idioma, firm, on: quote.quotedOn },
  }
  return sendPdf(ctx, raw, told, { action: 'cancellation.printed', entity: 'cancellation', entityId: quote.id })
}
