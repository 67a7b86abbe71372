import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Idioma } from '#contract/core/values.ts'
import { buildGrowthPoints } from '#contract/product-studies/growth.ts'
import type * as contract from '#contract/product-studies.ts'
import en from '#locales/en/product-studies.ts'
import enProducts from '#locales/en/products.ts'
import es from '#locales/es/product-studies.ts'
import esProducts from '#locales/es/products.ts'
import mx from '#locales/mx/product-studies.ts'
import pt from '#locales/pt/product-studies.ts'
import ptProducts from '#locales/pt/products.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { buildTextsGetter, fillPlaceholders } from '#server/core/texts.ts'
import { findFirmAccount } from '#server/domain/firm-account.ts'
import { calculateStudy } from '#server/domain/product-studies.ts'
import type { PdfPart } from '#server/reports/pdf/make-pdf.ts'
import { sendPdf } from '#server/reports/send-pdf.ts'
import { getValueFormatter, type ValueFormatter } from '#server/reports/value-formatter.ts'

const getTexts = buildTextsGetter({ es, en, pt, mx })
const getProductTexts = buildTextsGetter({ es: esProducts, en: enProducts, pt: ptProducts })

/** A variant with its number, as it is named throughout. */
type NamedVariant = {
  name: string
  variant: contract.StudyVariant
  studied: contract.ProjectedVariant
  projection: contract.VariantProjection | null
}
type StudyTexts = { t: ReturnType<typeof getTexts>; p: ReturnType<typeof getProductTexts>; written: ValueFormatter }

const toNamedVariants = (
  variants: readonly contract.StudyVariant[],
  studied: readonly contract.ProjectedVariant[],
): NamedVariant[] =>
  variants.map((variant, at) => ({
    name: `${at + 1}. ${studied[at]!.product.name}`,
    variant,
    studied: studied[at]!,
    projection: studied[at]!.projection,
  }))

const formatMonths = ({ p }: StudyTexts, count: number): string =>
  fillPlaceholders(count === 1 ? p.months_one : p.months_other, { count: String(count) })

/** Each figure in a row, each variant in a column. */
const renderComparisonTable = (namedVariants: readonly NamedVariant[], words: StudyTexts): PdfPart => {
  const { t, written } = words
  const { money, rate, day } = written
  const of = (content: (projection: contract.VariantProjection) => string) =>
    namedVariants.map(({ projection }) => (projection ? content(projection) : '–'))
  return {
    table: {
      columns: [{ label: '' }, ...namedVariants.map(({ name }) => ({ label: name, end: true as const, share: 1 }))],
      rows: [
        [t.fields.amount, ...namedVariants.map(({ variant }) => money(variant.amount))],
        [t.fields.term, ...namedVariants.map(({ variant }) => formatMonths(words, variant.months))],
        [t.fields.rate, ...namedVariants.map(({ projection }) => (projection ? rate(projection.rate) : '–'))],
        [t.fields.effectiveRate, ...of(({ effectiveRate }) => rate(effectiveRate))],
        [t.fields.extraRate, ...namedVariants.map(({ variant }) => rate(variant.extraRate))],
        [t.results.daily, ...of(({ dailyInterest }) => money(dailyInterest))],
        [t.results.monthly, ...of(({ monthlyInterest }) => money(monthlyInterest))],
        [t.results.totalEarned, ...of(({ totalEarned }) => money(totalEarned))],
        [t.years.to, ...of(({ endsOn }) => day(endsOn))],
      ],
      foot: [t.results.finalAmount, ...of(({ finalAmount }) => money(finalAmount))],
    },
  }
}

/** What the figures suppose, and what the product wouldn't take. */
const formatRemarks = (
  { name, variant, projection, studied: { product, outside } }: NamedVariant,
  words: StudyTexts,
): string => {
  const { t, p, written } = words
  const { payout, dayCount, capitalised, termMonths } = product
  const how = fillPlaceholders(capitalised ? t.results.capitalised : t.results.paidOut, {
    payout: p.payouts[payout],
    dayCount,
  })
  const months = { months: formatMonths(words, termMonths ?? 0) }
  const isOther = termMonths !== null && termMonths !== variant.months
  const term = isOther
    ? fillPlaceholders(variant.months > termMonths ? t.variant.renewed : t.variant.shorter, months)
    : ''
  const limits = { minimum: t.variant.minimum, maximum: t.variant.maximum }
  const limit = outside ? fillPlaceholders(limits[outside.limit], { amount: written.money(outside.amount) }) : ''
  const missing = projection ? '' : `${t.paper.noRate}.`
  return [`${name}.`, missing, how, term, limit].filter(Boolean).join(' ')
}

const renderGrowthChart = (namedVariants: readonly NamedVariant[], { t, written }: StudyTexts): PdfPart[] => {
  const lines = namedVariants.flatMap(({ name, variant, projection }) =>
    projection
      ? [
          {
            name,
            points: buildGrowthPoints(variant.amount, projection.years).map(({ months, value }) => ({
              at: months / 12,
              value,
            })),
          },
        ]
      : [],
  )
  if (lines.length === 0) return []
  const chart = {
    alt: t.growth.label,
    lines,
    value: (value: number) => written.money(value.toFixed(2)).replace(/[.,]\d\d(?!\d)/, ''),
    place: (at: number) => String(at),
  }
  return [{ heading: t.growth.title, lead: t.growth.lead }, { chart }]
}

const renderYearTable = ({ name, projection }: NamedVariant, { t, written }: StudyTexts): PdfPart[] => {
  if (!projection) return []
  const { money, day, number } = written
  const end = true as const
  return [
    { heading: name, lead: t.years.title },
    {
      table: {
        columns: [
          { label: t.years.year, end },
          { label: t.years.from, fixed: true },
          { label: t.years.to, fixed: true },
          { label: t.years.opening, end },
          { label: t.years.interest, end },
          { label: t.years.extraInterest, end },
          { label: t.years.closing, end },
        ],
        rows: projection.years.map(({ year, from, to, opening, interest, extraInterest, closing }) => [
          number(year),
          day(from),
          day(to),
          money(opening),
          money(interest),
          money(extraInterest),
          money(closing),
        ]),
        foot: ['', '', '', t.years.total, money(projection.interest), money(projection.extraInterest), ''],
      },
    },
  ]
}

/** A study as a document: its variants beside each other, how their money grows, and year by year. */
export const printStudy = async (
  ctx: Ctx,
  { body }: ParsedRequest<typeof contract.printStudy>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.printStudy>> => {
  const [{ startsOn, variants }, account] = await Promise.all([calculateStudy(ctx, body), findFirmAccount(ctx.db)])
  const idioma: Idioma = ctx.person.idioma
  const words = {
    t: getTexts(idioma),
    p: getProductTexts(idioma),
    written: getValueFormatter(idioma, tenantFacts[ctx.prefix].timeZone),
  }
  const namedVariants = toNamedVariants(body.variants, variants)
  const content = {
    title: words.t.title,
    subtitle: fillPlaceholders(words.t.context, { date: words.written.day(startsOn) }),
    parts: [
      { heading: words.t.paper.comparison },
      renderComparisonTable(namedVariants, words),
      ...namedVariants.map((one): PdfPart => ({ text: formatRemarks(one, words) })),
      ...renderGrowthChart(namedVariants, words),
      ...namedVariants.flatMap((one) => renderYearTable(one, words)),
    ],
    idioma,
    firm: account?.name,
    on: ctx.businessDate,
  }
  const after = { variants: namedVariants.length }
  return sendPdf(ctx, raw, content, { action: 'study.printed', entity: 'product', after })
}
