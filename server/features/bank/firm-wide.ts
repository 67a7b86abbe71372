import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { isFirmWide } from '#server/core/rights.ts'

/** What the bank says is about the whole firm: to whoever sees a part of it, it is not there. */
export const refuseUnlessFirmWide = (ctx: Pick<Ctx, 'reaches'>): void => {
  if (!isFirmWide(ctx)) throw refuse('notFound')
}
