import * as contract from '#contract/own-record.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { changeOwnRecord, showOwnSecrets } from './change-own-record.ts'
import { findOwnRecord } from './own-record.queries.ts'

export const ownRecordRoutes: readonly Route[] = [
  serve(contract.getOwnRecord, findOwnRecord),
  serve(contract.showOwnSecrets, showOwnSecrets),
  serve(contract.changeOwnRecord, changeOwnRecord),
]
