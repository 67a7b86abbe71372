import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'

/** In another's view one only looks: nobody gives a second person's word, or lends it, in somebody else's name. */
export const refuseInView = ({ person }: Ctx): void => {
  if (person.actingCvl !== null) throw refuse('cvl.readOnly')
}
