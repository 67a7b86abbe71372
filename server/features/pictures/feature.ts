import * as contract from '#contract/pictures.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { removeOwnPicture, removePicture, setOwnPicture, setPicture } from './change-picture.ts'
import { sendPicture } from './send-picture.ts'

const routes: readonly Route[] = [
  buildRoute(contract.getProfilePicture, sendPicture),
  buildRoute(contract.setProfilePicture, setPicture),
  buildRoute(contract.removeProfilePicture, removePicture),
  buildRoute(contract.setOwnProfilePicture, setOwnPicture),
  buildRoute(contract.removeOwnProfilePicture, removeOwnPicture),
]

export const feature: Feature = { routes }
