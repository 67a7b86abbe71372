import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { isFirmWide } from '#server/core/rights.ts'

/** The books are the whole firm's: a balance or a month can't be told for some of its clients. Whoever has a narrower scope has no right to them. */
export const assertFirmWide = (ctx: Pick<Ctx, 'reaches'>): void => {
  if (!isFirmWide(ctx)) throw refuse('permission.missing')
}
