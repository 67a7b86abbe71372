import { createHash } from 'node:crypto'

/** What a record of a bulk action is named by: of the call and the record, so that parts may be cut otherwise when they are sent again. */
export const buildRowKey = (key: string, id: string): string =>
  createHash('sha256').update(`${key}\n${id}`).digest('hex')
