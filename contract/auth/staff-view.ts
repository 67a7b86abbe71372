import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { SingleLineText } from '../core/values.ts'

/** A member of staff in whose view I may work. */
const StaffViewOption = z.object({
  cvl: z.string(),
  name: z.string(),
  position: z.string(),
  officeName: z.string(),
})

/** Holders of the permission choose among the staff in its scope; the first fifty by name. */
export const listStaffViews = defineEndpoint({
  method: 'GET',
  path: '/session/views',
  summary: 'Members of staff in whose view I may work',
  module: 'bt_CambioCVL',
  action: 'view',
  usesOwnRights: true,
  query: z.object({ search: z.string().trim().max(80).optional() }),
  output: z.object({ views: z.array(StaffViewOption), more: z.boolean() }),
})

/** All tabs of the session have to look again: what they believe of it is past. */
export const enterStaffView = defineEndpoint({
  method: 'POST',
  path: '/session/view',
  changes: [],
  allowedInViewReason: 'changes the view, or leaves it',
  summary: 'Work in the view of a CVL from now on',
  module: 'bt_CambioCVL',
  action: 'view',
  usesOwnRights: true,
  body: z.object({ cvl: SingleLineText(1, 20) }),
  output: z.object({ actingCvl: z.string() }),
})

export const leaveStaffView = defineEndpoint({
  method: 'DELETE',
  path: '/session/view',
  changes: [],
  allowedInViewReason: 'changes the view, or leaves it',
  summary: 'Back to my own view',
  open: 'signedIn',
  output: z.object({ actingCvl: z.null() }),
})
