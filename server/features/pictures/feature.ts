import * as contract from '#contract/pictures.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { removeOwnPicture, removePicture, setOwnPicture, setPicture } from './change-picture.ts'
import { sendPicture } from './send-picture.ts'

const routes: readonly Route[] = [
  serve(contract.getPicture, sendPicture),
  serve(contract.setPicture, setPicture),
  serve(contract.removePicture, removePicture),
  serve(contract.setOwnPicture, setOwnPicture),
  serve(contract.removeOwnPicture, removeOwnPicture),
]

export const feature: Feature = { routes }
