import { mine } from './row-words.ts'

/** The panels of records: whose they are follows from the record, as the tests of the records feature ask for each kind. */
export const recordRows: Record<string, string> = {
  'GET /records/:entity/:recordId': mine,
  'GET /records/:entity/:recordId/comments': mine,
  'POST /records/:entity/:recordId/comments': mine,
  'PATCH /records/:entity/:recordId/comments/:commentId': mine,
  'POST /records/:entity/:recordId/comments/:commentId/remove': mine,
  'GET /records/:entity/:recordId/people': mine,
}
