import * as contract from '#contract/records.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { addComment } from './add-comment.ts'
import { findComments } from './comments.queries.ts'
import { editComment } from './edit-comment.ts'
import { getRecordPanels } from './panels.queries.ts'
import { searchPeople } from './people.ts'
import { removeComment } from './remove-comment.ts'

const routes: readonly Route[] = [
  serve(contract.getRecordPanels, getRecordPanels),
  serve(contract.listComments, findComments),
  serve(contract.addComment, addComment),
  serve(contract.editComment, editComment),
  serve(contract.removeComment, removeComment),
  serve(contract.searchPeople, searchPeople),
]

export const feature: Feature = { routes }
