import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { FigureKey } from '#contract/figures/keys.ts'
import { figures } from '#contract/figures/keys.ts'
import { maturityDays, type PanelTile, panelTileRows } from '#contract/firm-panel/tiles.ts'
import type { getFirmPanel } from '#contract/firm-panel.ts'
import { parseDay, toIsoDate } from '#rules/calendar.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { sumFigureParts } from '#server/domain/figure-rows.ts'
import {
  type FigurePeople,
  type FigureRequest,
  findFigureScope,
  resolvePeople,
  withFigureScope,
} from '#server/domain/figure-scope.ts'
import { findMoneyInAndOut } from '#server/domain/flow-months.ts'
import { findRetentions, getTwelveMonthsUpTo } from '#server/domain/retention.ts'

type PanelQuery = ParsedRequest<typeof getFirmPanel>['query']
type TileValue = ResponseBody<typeof getFirmPanel>['tiles'][number]

/** A figure of a tile as it is asked for; null of data that the caller may not see. */
export const buildTileRequest = (
  ctx: Ctx,
  people: FigurePeople,
  figure: FigureKey,
  { from, to }: { from: string; to: string },
): FigureRequest | null => {
  const seen = withFigureScope(ctx, figure)
  return seen && { ctx: seen, people, from, to }
}

/** Of the clients in reach of the panel and of the maturities; null for whom those aren't to see. */
export const withRetentionScope = (ctx: Ctx): Pick<Ctx, 'db' | 'scopes' | 'businessDate' | 'requestId'> | null => {
  const { rights } = ctx.person
  if (!rights.may('bt_Vencimientos', 'view')) return null
  return {
    db: ctx.db,
    businessDate: ctx.businessDate,
    requestId: ctx.requestId,
    scopes: [...ctx.scopes, ...rights.getScopes('bt_Vencimientos', 'view')],
  }
}

const shiftDay = (day: string, days: number): string => toIsoDate(parseDay(day) + days)

/** From the day after to the last one that counts. */
export const getMaturityRange = (day: string) => ({ from: shiftDay(day, 1), to: shiftDay(day, maturityDays) })

const sumFigure = async (figure: FigureKey, request: FigureRequest | null) => {
  if (!request) return null
  const parts = await sumFigureParts(figure, request)
  return {
    amount: centsToAmount(parts.reduce((sum, { amount }) => sum + toCents(amount), 0n)),
    count: parts.reduce((sum, { count }) => sum + count, 0),
  }
}

const findFigureTile = async (
  key: Exclude<PanelTile, 'retention'>,
  request: FigureRequest | null,
): Promise<TileValue[]> => {
  const { figure } = panelTileRows[key]
  const sum = await sumFigure(figure, request)
  return sum ? [{ key, value: figures[figure].isMoney ? sum.amount : String(sum.count), count: sum.count }] : []
}

const findFlowTiles = async (request: FigureRequest | null): Promise<TileValue[]> => {
  if (!request) return []
  const sums = await findMoneyInAndOut(request)
  const { count } = sums
  return [
    { key: 'in', value: centsToAmount(sums.in), count: count.in },
    { key: 'out', value: centsToAmount(sums.out), count: count.out },
    { key: 'net', value: centsToAmount(sums.in + sums.out), count: count.in + count.out },
  ]
}

const findRetentionTile = async (ctx: Ctx, people: FigurePeople): Promise<TileValue[]> => {
  const seen = withRetentionScope(ctx)
  if (!seen) return []
  const [found] = await findRetentions(seen, people, [getTwelveMonthsUpTo(ctx.businessDate)])
  return [{ key: 'retention', value: found!.retention, count: null }]
}

/** Throws 404 for whom the caller doesn't see. */
export const findFirmPanel = async (
  ctx: Ctx,
  { query }: { query: PanelQuery },
): Promise<ResponseBody<typeof getFirmPanel>> => {
  const people = await resolvePeople(ctx, query)
  const today = ctx.businessDate
  const day = { from: today, to: today }
  const month = { from: `${today.slice(0, 7)}-01`, to: today }
  const ahead = getMaturityRange(today)
  const ask = (figure: FigureKey, range: { from: string; to: string }) => buildTileRequest(ctx, people, figure, range)
  const [scope, uninstructed, ...tiles] = await Promise.all([
    findFigureScope(ctx, query),
    sumFigure('uninstructed', ask('uninstructed', ahead)),
    findFigureTile('capital', ask('totalCapital', day)),
    findFigureTile('clients', ask('clients', day)),
    findFlowTiles(ask('flows', month)),
    findFigureTile('requests', ask('withdrawalRequests', day)),
    findFigureTile('maturities', ask('expirations', ahead)),
    findRetentionTile(ctx, people),
  ])
  return { scope, day: today, tiles: tiles.flat(), uninstructed }
}
