import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'

/** The books are the whole firm's: a balance or a month can't be told for some of its clients. Whoever has a narrower scope has no right to them. */
export const assertFirmWide = ({ reaches }: Pick<Ctx, 'reaches'>): void => {
  if (!reaches.every(({ all }) => all)) throw refuse('permission.missing')
}
