import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Idioma } from '#contract/core/values.ts'
import { growthOf } from '#contract/product-studies/growth.ts'
import type { Projection, printStudy as print, StudiedVariant, Variant } from '#contract/product-studies.ts'
import en from '#locales/en/product-studies.ts'
import enProducts from '#locales/en/products.ts'
import es from '#locales/es/product-studies.ts'
import esProducts from '#locales/es/products.ts'
import mx from '#locales/mx/product-studies.ts'
import pt from '#locales/pt/product-studies.ts'
import ptProducts from '#locales/pt/products.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { Raw } from '#server/core/serve.ts'
import { filled, textsIn } from '#server/core/texts.ts'
import { findFirmAccount } from '#server/domain/firm-account.ts'
import type { Part } from '#server/reports/pdf/make-pdf.ts'
import { sendPdf } from '#server/reports/send-pdf.ts'
import { type Written, writtenIn } from '#server/reports/written.ts'
import { studyOf } from './study.queries.ts'

const textsOf = textsIn({ es, en, pt, mx })
const productTexts = textsIn({ es: esProducts, en: enProducts, pt: ptProducts })

/** A variant with its number, as it is named throughout. */
type Named = { name: string; variant: Variant; studied: StudiedVariant; projection: Projection | null }
type Words = { t: ReturnType<typeof textsOf>; p: ReturnType<typeof productTexts>; written: Written }

const namedOf = (variants: readonly Variant[], studied: readonly StudiedVariant[]): Named[] =>
  variants.map((variant, at) => ({
    name: `${at + 1}. ${studied[at]!.product.name}`,
    ...{ variant, studied: studied[at]!, projection: studied[at]!.projection },
  }))

const monthsIn = ({ p }: Words, count: number): string =>
  filled(count === 1 ? p.months_one : p.months_other, { count: String(count) })

/** Each figure in a row, each variant in a column. */
const comparison = (named: readonly Named[], words: Words): Part => {
  const { t, written } = words
  const { money, rate, day } = written
  const of = (told: (projection: Projection) => string) =>
    named.map(({ projection }) => (projection ? told(projection) : '–'))
  return {
    table: {
      columns: [{ label: '' }, ...named.map(({ name }) => ({ label: name, end: true as const, share: 1 }))],
      rows: [
        [t.fields.amount, ...named.map(({ variant }) => money(variant.amount))],
        [t.fields.term, ...named.map(({ variant }) => monthsIn(words, variant.months))],
        [t.fields.rate, ...named.map(({ projection }) => (projection ? rate(projection.rate) : '–'))],
        [t.fields.effectiveRate, ...of(({ effectiveRate }) => rate(effectiveRate))],
        [t.fields.extraRate, ...named.map(({ variant }) => rate(variant.extraRate))],
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
const remarks = ({ name, variant, projection, studied: { product, outside } }: Named, words: Words): string => {
  const { t, p, written } = words
  const { payout, dayCount, capitalised, termMonths } = product
  const how = filled(capitalised ? t.results.capitalised : t.results.paidOut, { payout: p.payouts[payout], dayCount })
  const months = { months: monthsIn(words, termMonths ?? 0) }
  const isOther = termMonths !== null && termMonths !== variant.months
  const term = isOther ? filled(variant.months > termMonths ? t.variant.renewed : t.variant.shorter, months) : ''
  const limits = { minimum: t.variant.minimum, maximum: t.variant.maximum }
  const limit = outside ? filled(limits[outside.limit], { amount: written.money(outside.amount) }) : ''
  const missing = projection ? '' : `${t.paper.noRate}.`
  return [`${name}.`, missing, how, term, limit].filter(Boolean).join(' ')
}

const growth = (named: readonly Named[], { t, written }: Words): Part[] => {
  const lines = named.flatMap(({ name, variant, projection }) =>
    projection
      ? [
          {
            name,
            points: growthOf(variant.amount, projection.years).map(({ months, value }) => ({ at: months / 12, value })),
          },
        ]
      : [],
  )
  if (lines.length === 0) return []
  const chart = {
    ...{ alt: t.growth.label, lines },
    value: (value: number) => written.money(value.toFixed(2)).replace(/[.,]\d\d(?!\d)/, ''),
    place: (at: number) => String(at),
  }
  return [{ heading: t.growth.title, lead: t.growth.lead }, { chart }]
}

const yearTable = ({ name, projection }: Named, { t, written }: Words): Part[] => {
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
          ...[number(year), day(from), day(to), money(opening), money(interest), money(extraInterest), money(closing)],
        ]),
        foot: ['', '', '', t.years.total, money(projection.interest), money(projection.extraInterest), ''],
      },
    },
  ]
}

/** A study as a document: its variants beside each other, how their money grows, and year by year. */
export const printStudy = async (ctx: Ctx, { body }: Parsed<typeof print>, raw: Raw): Promise<Answer<typeof print>> => {
  const [{ startsOn, variants }, account] = await Promise.all([studyOf(ctx, body), findFirmAccount(ctx.db)])
  const idioma: Idioma = ctx.person.idioma
  const words = {
    t: textsOf(idioma),
    p: productTexts(idioma),
    written: writtenIn(idioma, tenantFacts[ctx.prefix].timeZone),
  }
  const named = namedOf(body.variants, variants)
  const told = {
    title: words.t.title,
    subtitle: filled(words.t.context, { date: words.written.day(startsOn) }),
    parts: [
      { heading: words.t.paper.comparison },
      comparison(named, words),
      ...named.map((one): Part => ({ text: remarks(one, words) })),
      ...growth(named, words),
      ...named.flatMap((one) => yearTable(one, words)),
    ],
    ...{ idioma, firm: account?.name, on: ctx.businessDate },
  }
  const after = { variants: named.length }
  return sendPdf(ctx, raw, told, { action: 'study.printed', entity: 'product', after })
}
