import * as contract from '#contract/personal-area.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { changeOwnRecord, showOwnSecrets } from './change-own-record.ts'
import { findOwnRecord } from './own-record.queries.ts'

const routes: readonly Route[] = [
  serve(contract.getOwnRecord, findOwnRecord),
  serve(contract.showOwnSecrets, showOwnSecrets),
  serve(contract.changeOwnRecord, changeOwnRecord),
]

export const feature: Feature = { routes }
