import * as contract from '#contract/pictures.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { removeOwnPicture, removePicture, setOwnPicture, setPicture } from './change-picture.ts'
import { sendPicture } from './send-picture.ts'

export const pictureRoutes: readonly Route[] = [
  serve(contract.getPicture, sendPicture),
  serve(contract.setPicture, setPicture),
  serve(contract.removePicture, removePicture),
  serve(contract.setOwnPicture, setOwnPicture),
  serve(contract.removeOwnPicture, removeOwnPicture),
]
