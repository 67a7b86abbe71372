import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'

/** In another's view one only looks: nobody gives a second person's word, lends it, or puts work off, in somebody else's name. */
export const assertNotInStaffView = ({ person }: Ctx): void => {
  if (person.actingCvl !== null) throw buildRefusal('cvl.readOnly')
}
