import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import { type FigureKey, figures } from '#contract/figures/keys.ts'
import type * as contract from '#contract/figures.ts'
import en from '#locales/en/figures.ts'
import es from '#locales/es/figures.ts'
import mx from '#locales/mx/figures.ts'
import pt from '#locales/pt/figures.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { buildTextsGetter, fillPlaceholders } from '#server/core/texts.ts'
import { type FigureGroupRow, groupFigure, resolveRequest } from '#server/domain/figure-rows.ts'
import { findFirmAccount } from '#server/domain/firm-account.ts'
import type { PdfPart } from '#server/reports/pdf/make-pdf.ts'
import { sendPdf } from '#server/reports/send-pdf.ts'
import { getValueFormatter, type ValueFormatter } from '#server/reports/value-formatter.ts'
import { findFigure } from './figures.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt, mx })

type FigureAnswer = ResponseBody<typeof contract.getFigure>
type PdfWords = { t: ReturnType<typeof getTexts>; written: ValueFormatter }

const formatValue = ({ amount, count }: contract.FigureValue, { written }: PdfWords): string =>
  amount === null ? written.number(count) : written.money(amount)

/** The value, and what it was before and a year before. */
const renderComparison = ({ figure, period }: FigureAnswer, words: PdfWords): PdfPart[] => {
  const { t, written } = words
  const days = ({ from, to }: { from: string; to: string }): string => `${written.day(from)} – ${written.day(to)}`
  const compared = (['before', 'yearBefore'] as const).flatMap((key) => {
    const then = figure[key]
    if (!then) return []
    const change = figure.amount === null ? written.number(Number(then.change)) : written.money(then.change)
    const percent = then.percent === null ? '–' : written.rate(then.percent)
    return [[`${t[key]}: ${days(period[key])}`, formatValue(then, words), change, percent]]
  })
  const end = true as const
  return [
    { figures: [[t.value, formatValue(figure, words)]] },
    { text: fillPlaceholders(t.formulas[figure.key], { from: written.day(period.from), to: written.day(period.to) }) },
    ...(period.isUntilNow ? [{ text: t.untilNow }] : []),
    ...(compared.length === 0
      ? []
      : [
          { heading: t.compared },
          {
            table: {
              columns: [
                { label: t.period, share: 3 },
                ...[t.value, t.change, '%'].map((label) => ({ label, end, share: 1 })),
              ],
              rows: compared,
            },
          },
        ]),
  ]
}

type NamedSum = { name: string; amount: string; count: number }

/** What the groups come to by name, in the order in which they come. */
const sumByName = (groups: readonly FigureGroupRow[], nameOf: (group: FigureGroupRow) => string): NamedSum[] => {
  const sums = new Map<string, { cents: bigint; count: number }>()
  for (const group of groups) {
    const known = sums.get(nameOf(group)) ?? { cents: 0n, count: 0 }
    sums.set(nameOf(group), { cents: known.cents + toCents(group.amount), count: known.count + group.count })
  }
  return [...sums].map(([name, { cents, count }]) => ({ name, amount: centsToAmount(cents), count }))
}

/** Sums with their total; of a figure that counts, their numbers alone. */
const renderSums = (
  heading: string,
  label: string,
  sums: readonly NamedSum[],
  isMoney: boolean,
  { t, written }: PdfWords,
): PdfPart[] => {
  const end = true as const
  const line = (name: string, count: number, amount: string): string[] => [
    name,
    written.number(count),
    ...(isMoney ? [written.money(amount)] : []),
  ]
  const total = centsToAmount(sums.reduce((all, { amount }) => all + toCents(amount), 0n))
  const count = sums.reduce((all, one) => all + one.count, 0)
  return [
    { heading },
    {
      table: {
        columns: [
          { label, share: 2 },
          { label: t.count, end, share: 1 },
          ...(isMoney ? [{ label: t.amount, end, share: 1 }] : []),
        ],
        rows: sums.map((one) => line(one.name, one.count, one.amount)),
        foot: line(t.total, count, total),
      },
    },
  ]
}

/** How a range of several months went: a line over the months, and their table. */
const renderMonths = (groups: readonly FigureGroupRow[], key: FigureKey, words: PdfWords): PdfPart[] => {
  const { t, written } = words
  const { isMoney } = figures[key]
  const months = sumByName(groups, ({ month }) => month!).sort((one, other) => (one.name < other.name ? -1 : 1))
  if (months.length < 2) return []
  const named = months.map((one) => ({ ...one, name: one.name.slice(0, 7).split('-').reverse().join('/') }))
  const chart = {
    alt: `${t.figures[key]}: ${t.month}`,
    lines: [
      {
        name: t.figures[key],
        points: months.map(({ amount, count }, at) => ({ at, value: isMoney ? Number(amount) : count })),
      },
    ],
    value: (value: number) =>
      isMoney ? written.money(value.toFixed(2)).replace(/[.,]\d\d(?!\d)/, '') : written.number(value),
    place: (at: number) => named[at]?.name ?? '',
  }
  return [{ heading: t.month }, { chart }, ...renderSums(t.month, t.month, named, isMoney, words).slice(1)]
}

/** One figure as a document: what it is, its numbers, and what it is made of. Throws as `findFigure` does. */
export const printFigure = async (
  ctx: Ctx,
  request: ParsedRequest<typeof contract.printFigure>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.printFigure>> => {
  const { params, query } = request
  const key = params.figure
  const resolved = await resolveRequest(ctx, key, query)
  const isRange = figures[key].moment === 'range'
  const [answer, products, managers, months, account] = await Promise.all([
    findFigure(ctx, { params, query }),
    groupFigure(key, resolved, 'product'),
    groupFigure(key, resolved, 'manager'),
    isRange ? groupFigure(key, resolved, 'month') : [],
    findFirmAccount(ctx.db),
  ])
  const { idioma } = ctx.person
  const words: PdfWords = { t: getTexts(idioma), written: getValueFormatter(idioma, tenantFacts[ctx.prefix].timeZone) }
  const { t, written } = words
  const { figure, period, scope } = answer
  const { isMoney } = figures[key]
  const from = written.day(period.from)
  const to = written.day(period.to)
  const reach = scope.person
    ? scope.view === 'team'
      ? t.reach.team
      : t.reach.person
    : scope.isWholeFirm
      ? t.reach.firm
      : t.reach.own
  const parts = figure.parts.map(({ part, amount, count }) => ({
    name: t.parts[part],
    amount: amount ?? '0.00',
    count,
  }))
  const byProduct = products.filter(({ productId }) => productId !== null)
  const content = {
    title: t.figures[key],
    subtitle: `${fillPlaceholders(reach, { name: scope.person?.name ?? '' })} · ${fillPlaceholders(t.moments[figures[key].moment], { from, to })}`,
    parts: [
      ...renderComparison(answer, words),
      ...(parts.length === 0 ? [] : renderSums(t.partsTitle, t.part, parts, isMoney, words)),
      ...renderMonths(months, key, words),
      ...(byProduct.length === 0
        ? []
        : renderSums(
            t.rows.product,
            t.rows.product,
            sumByName(byProduct, ({ productName }) => productName!),
            isMoney,
            words,
          )),
      ...(managers.length === 0
        ? []
        : renderSums(
            t.rows.manager,
            t.rows.manager,
            sumByName(managers, ({ managerName }) => managerName ?? '–'),
            isMoney,
            words,
          )),
    ],
    idioma,
    firm: account?.name,
    on: ctx.businessDate,
  }
  return sendPdf(ctx, raw, content, { action: 'figures.exported', entity: 'figure', after: { figure: key, ...period } })
}
