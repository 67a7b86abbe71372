import { z } from 'zod'
import { defineEndpoint, type UploadLimits } from './core/endpoint.ts'
import { Id } from './core/values.ts'

/** What a profile picture may be sent as. Which it is, the content decides; what is kept is made anew from its pixels. */
const pictureUpload: UploadLimits = {
  maxBytes: 5_000_000,
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
}

const employeeParams = z.object({ employeeId: Id })
/** A new picture has a new id: the id shows whether a stored copy is current. */
const PictureChangeResult = z.object({ pictureId: z.uuid().nullable() })

/** For viewers who see the person among the employees or in their team, and for the person. A webp of 512 × 512, as an attachment. */
export const getProfilePicture = defineEndpoint({
  method: 'GET',
  path: '/staff/:employeeId/picture',
  about: [],
  summary: 'Profile picture of a member of staff',
  open: 'signedIn',
  params: employeeParams,
  output: z.unknown(),
})

export const setProfilePicture = defineEndpoint({
  method: 'POST',
  path: '/staff/:employeeId/picture',
  changes: ['personal', 'staff'],
  summary: 'Set the profile picture of a member of staff',
  module: 'bt_RRHH',
  action: 'edit',
  params: employeeParams,
  upload: pictureUpload,
  output: PictureChangeResult,
})

export const removeProfilePicture = defineEndpoint({
  method: 'DELETE',
  path: '/staff/:employeeId/picture',
  changes: ['personal', 'staff'],
  summary: 'Remove the profile picture of a member of staff',
  module: 'bt_RRHH',
  action: 'edit',
  params: employeeParams,
  output: PictureChangeResult,
})

export const setOwnProfilePicture = defineEndpoint({
  method: 'POST',
  path: '/me/picture',
  changes: ['personal', 'staff'],
  summary: 'Set my profile picture',
  module: 'bt_AreaPersonal',
  action: 'edit',
  usesOwnRights: true,
  upload: pictureUpload,
  output: PictureChangeResult,
})

export const removeOwnProfilePicture = defineEndpoint({
  method: 'DELETE',
  path: '/me/picture',
  changes: ['personal', 'staff'],
  summary: 'Remove my profile picture',
  module: 'bt_AreaPersonal',
  action: 'edit',
  usesOwnRights: true,
  output: PictureChangeResult,
})
