import { z } from 'zod'
import type { DataSubject } from './data-subjects.ts'
import { defineEndpoint, type EndpointAccess } from './endpoint.ts'
import { Id } from './values.ts'

/** So many records one call of a bulk action takes: the page sends the next ones when it has the results of these. */
export const maxBulkRows = 50
/** So many records are chosen for one bulk action. */
export const maxBulkSelection = 5000

/** What became of a record. `code`: why nothing was done with it, as a call about it alone would be refused; null where it was done. */
const BulkResult = z.object({ id: Id, code: z.string().nullable() })
export type BulkResult = z.infer<typeof BulkResult>

type BulkSpec<B extends z.ZodRawShape, P extends z.ZodObject | undefined> = {
  path: string
  summary: string
  changes: readonly DataSubject[]
  params?: P
  /** What is asked for once, for all records. */
  fields: B
} & EndpointAccess

/**
 * Declares a call that does one thing with several records. Each is done by itself, as a call about it alone would do it: in a transaction of its
 * own, with the caller's rights to it. The one that is refused keeps no other back.
 */
export const defineBulkAction = <B extends z.ZodRawShape, P extends z.ZodObject | undefined = undefined>({
  fields,
  params,
  ...spec
}: BulkSpec<B, P>) =>
  defineEndpoint({
    method: 'POST',
    ...spec,
    params: params as P,
    body: z.object({ ids: z.array(Id).min(1).max(maxBulkRows), ...fields }),
    output: z.object({ results: z.array(BulkResult) }),
  })

/** The same for an action that mails: sent again with its key, each record is answered as the first time. */
export const defineBulkSend = <B extends z.ZodRawShape>(spec: BulkSpec<B, undefined>) => ({
  ...defineBulkAction(spec),
  idempotent: true as const,
})
