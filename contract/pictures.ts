import { z } from 'zod'
import { endpoint, type Upload } from './core/endpoint.ts'
import { Id } from './core/values.ts'

/** What a profile picture may be sent as. Which it is, the content decides; what is kept is made anew from its pixels. */
const picture: Upload = { maxBytes: 5_000_000, types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] }

const params = z.object({ employeeId: Id })
/** A new picture has a new id: whoever knows the id knows whether what they have is still it. */
const Changed = z.object({ pictureId: z.uuid().nullable() })

/** For whoever may see the person among the employees or in their team, and for themselves. A webp of 512 × 512, as an attachment. */
export const getPicture = endpoint({
  method: 'GET',
  path: '/staff/:employeeId/picture',
  summary: 'Profile picture of a member of staff',
  open: 'signedIn',
  params,
  output: z.unknown(),
})

export const setPicture = endpoint({
  method: 'POST',
  path: '/staff/:employeeId/picture',
  summary: 'Set the profile picture of a member of staff',
  module: 'bt_RRHH',
  action: 'edit',
  params,
  upload: picture,
  output: Changed,
})

export const removePicture = endpoint({
  method: 'DELETE',
  path: '/staff/:employeeId/picture',
  summary: 'Remove the profile picture of a member of staff',
  module: 'bt_RRHH',
  action: 'edit',
  params,
  output: Changed,
})

export const setOwnPicture = endpoint({
  method: 'POST',
  path: '/me/picture',
  summary: 'Set my profile picture',
  module: 'bt_AreaPersonal',
  action: 'edit',
  asMyself: true,
  upload: picture,
  output: Changed,
})

export const removeOwnPicture = endpoint({
  method: 'DELETE',
  path: '/me/picture',
  summary: 'Remove my profile picture',
  module: 'bt_AreaPersonal',
  action: 'edit',
  asMyself: true,
  output: Changed,
})
