import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { dayTilesByRole, type getMyDay } from '#contract/my-day.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { DayTileRow } from '#server/core/day-tile.ts'
import type { HttpContext } from '#server/core/routes.ts'

const toRow = (row: DayTileRow) => ({
  code: null,
  person: null,
  phone: null,
  amount: null,
  date: null,
  state: null,
  change: null,
  ...row,
})

/** The tiles of the caller's role that their permissions show, each with the scope of its own module. */
export const findMyDay = async (
  ctx: Ctx,
  _input: ParsedRequest<typeof getMyDay>,
  raw: HttpContext,
): Promise<ResponseBody<typeof getMyDay>> => {
  const { rights, role } = ctx.person
  const sources = dayTilesByRole[role].flatMap((key) =>
    raw.deps.dayTiles.filter((source) => source.key === key && rights.may(source.module, 'view')),
  )
  const tiles = await Promise.all(
    sources.map(async ({ key, module, find }) => {
      const found = await find({ ...ctx, scopes: rights.getScopes(module, 'view') }, raw)
      return { key, ...found, rows: found.rows.map(toRow) }
    }),
  )
  return { tiles }
}
