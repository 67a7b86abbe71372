import type { CancellationQuote, printCancellationQuote } from '#contract/cancellations.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import en from '#locales/en/cancellations.ts'
import es from '#locales/es/cancellations.ts'
import pt from '#locales/pt/cancellations.ts'
import { formatScaledDecimal } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { buildTextsGetter, fillPlaceholders } from '#server/core/texts.ts'
import { findDocumentSettings } from '#server/domain/document-language.ts'
import type { PdfPart } from '#server/reports/pdf/make-pdf.ts'
import { sendPdf } from '#server/reports/send-pdf.ts'
import { getValueFormatter, type ValueFormatter } from '#server/reports/value-formatter.ts'
import { findCancellationQuote } from './quote.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })
type Texts = ReturnType<typeof getTexts>
const isNonZeroAmount = (amount: string): boolean => /[1-9]/.test(amount)
/** The exact column added up, with all its digits. */
const sumDecimals = (values: readonly string[]): string =>
  formatScaledDecimal(
    values.reduce((sum, value) => sum + BigInt(value.replace('.', '')), 0n),
    8,
  )

const buildHeaderParts = (
  quote: CancellationQuote,
  t: Texts,
  { money, deduction: off, day }: ValueFormatter,
): PdfPart[] => {
  // A quote is good on its own day alone: what is executed was so then.
  const date = day(quote.quotedOn)
  const stateTexts = { open: t.paper.open, executed: t.paper.executed, retained: t.paper.over, expired: t.paper.over }
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
    { text: fillPlaceholders(stateTexts[quote.state], { date }) },
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
    { text: fillPlaceholders(t.quote.taxable, { amount: money(quote.taxable) }) + limited },
  ]
}

const buildInterestParts = (
  quote: CancellationQuote,
  t: Texts,
  { money, rate, exactDecimal: exact, day, number }: ValueFormatter,
): PdfPart[] => {
  const { lines } = quote
  if (lines.length === 0) return [{ heading: t.quote.interestTitle }, { text: t.quote.noInterest }]
  const withBonus = isNonZeroAmount(quote.bonusRate)
  const lead = fillPlaceholders(t.quote.interestHow, {
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
          day(line.from),
          day(line.to),
          number(line.days),
          money(line.capital),
          ...figures.map(([key]) => exact(line[key])),
        ]),
        foot: [
          '',
          '',
          '',
          t.paper.total,
          ...figures.map(([key]) => exact(sumDecimals(lines.map((line) => line[key])))),
        ],
      },
    },
  ]
}

const buildPostingParts = (
  { postings, taxes }: CancellationQuote,
  t: Texts,
  { money, rate, day }: ValueFormatter,
): PdfPart[] => {
  const end = true as const
  const posted: PdfPart[] = [
    { heading: t.quote.postings },
    {
      table: {
        columns: [{ label: t.quote.valueDate, fixed: true }, { label: t.quote.kind }, { label: t.quote.amount, end }],
        rows: postings.map(({ valueDate, kind, amount }) => [day(valueDate), t.quote.kinds[kind], money(amount)]),
      },
    },
  ]
  const taxed: PdfPart[] = [
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
    ...(taxes.some(({ base, amount }) => isNonZeroAmount(base) || isNonZeroAmount(amount)) ? taxed : []),
  ]
}

/** One quote as a document for the client, in the client's language: the figures that were kept, and the lines that explain them. */
export const printQuotePdf = async (
  ctx: Ctx,
  { params }: ParsedRequest<typeof printCancellationQuote>,
  raw: HttpContext,
): Promise<ResponseBody<typeof printCancellationQuote>> => {
  const quote = await findCancellationQuote(ctx, { params })
  const { idioma, firm } = await findDocumentSettings(ctx, quote.clientId)
  const t = getTexts(idioma)
  const written = getValueFormatter(idioma, tenantFacts[ctx.prefix].timeZone)
  const document = {
    title: fillPlaceholders(t.quote.title, { number: quote.accountNumber }),
    subtitle: quote.clientName,
    parts: [
      ...buildHeaderParts(quote, t, written),
      ...buildInterestParts(quote, t, written),
      ...buildPostingParts(quote, t, written),
    ],
    idioma,
    firm,
    on: quote.quotedOn,
  }
  return sendPdf(ctx, raw, document, { action: 'cancellation.printed', entity: 'cancellation', entityId: quote.id })
}
