import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'

/** What the bank says is about the whole firm: whoever sees a part of it has no part of a statement. */
export const isFirmWide = ({ reaches }: Pick<Ctx, 'reaches'>): boolean => reaches.every(({ all }) => all)

/** To anybody else it is not there. */
export const refuseUnlessFirmWide = (ctx: Pick<Ctx, 'reaches'>): void => {
  if (!isFirmWide(ctx)) throw refuse('notFound')
}
