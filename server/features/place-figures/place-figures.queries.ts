import { clientChannels } from '#contract/clients.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { getPlaceFigures, PlaceSums } from '#contract/place-figures.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { divideFigure, type FigureDivisionRow, resolveRequest } from '#server/domain/figure-rows.ts'
import { findFigureScope, resolvePeriod } from '#server/domain/figure-scope.ts'

type Division = 'place' | 'channel' | 'productId'
type Divided = Record<'clients' | 'capital' | 'captation', readonly FigureDivisionRow[]>

const nothing: PlaceSums = { clients: 0, accounts: 0, capital: '0.00', balance: '0.00', captation: '0.00' }

/** What stands in each line of a division, by its key. */
const sumLines = (divided: Divided, by: Division): Map<string, PlaceSums> => {
  const lines = new Map<string, PlaceSums>()
  const add = (rows: readonly FigureDivisionRow[], toSums: (row: FigureDivisionRow) => Partial<PlaceSums>): void => {
    for (const row of rows) {
      const key = row[by]
      if (key !== null) lines.set(key, { ...(lines.get(key) ?? nothing), ...toSums(row) })
    }
  }
  add(divided.clients, ({ count }) => ({ clients: count }))
  add(divided.capital, ({ count, amount, balance }) => ({ accounts: count, capital: amount, balance }))
  add(divided.captation, ({ amount }) => ({ captation: amount }))
  return lines
}

const addAmounts = (one: string, other: string): string => centsToAmount(toCents(one) + toCents(other))

const addSums = (one: PlaceSums, other: PlaceSums): PlaceSums => ({
  clients: one.clients + other.clients,
  accounts: one.accounts + other.accounts,
  capital: addAmounts(one.capital, other.capital),
  balance: addAmounts(one.balance, other.balance),
  captation: addAmounts(one.captation, other.captation),
})

/** Throws 404 for whom the caller doesn't see, and where they see no data of clients. */
export const findPlaceFigures = async (
  ctx: Ctx,
  { query }: Pick<ParsedRequest<typeof getPlaceFigures>, 'query'>,
): Promise<ResponseBody<typeof getPlaceFigures>> => {
  const period = resolvePeriod(ctx, query)
  // All of them are made of the data of clients: what one may be asked for, the others may, too.
  const request = await resolveRequest(ctx, 'clients', query)
  const [scope, products, clients, capital, captation] = await Promise.all([
    findFigureScope(ctx, query),
    ctx.db.selectFrom('product').select(['id', 'name']).orderBy('name').orderBy('id').execute(),
    divideFigure('clients', request),
    divideFigure('totalCapital', request),
    divideFigure('captation', request),
  ])
  const divided = { clients, capital, captation }
  const places = [...sumLines(divided, 'place')].sort(([one], [other]) => (one < other ? -1 : 1))
  const byChannel = sumLines(divided, 'channel')
  const byProduct = sumLines(divided, 'productId')
  return {
    scope,
    period,
    total: places.reduce((sum, [, sums]) => addSums(sum, sums), nothing),
    places: places.map(([place, sums]) => ({ place, ...sums })),
    channels: clientChannels.flatMap((channel) => {
      const sums = byChannel.get(channel)
      return sums ? [{ channel, ...sums }] : []
    }),
    products: products.flatMap((product) => {
      const sums = byProduct.get(product.id)
      if (!sums) return []
      const { accounts, capital, balance, captation } = sums
      return [{ product, accounts, capital, balance, captation }]
    }),
  }
}
