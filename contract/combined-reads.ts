import { z } from 'zod'
import { defineEndpoint } from './core/endpoint.ts'
import { OneOrMore } from './core/values.ts'

/** So many reads one call takes at most: a page asks for its parts, and nobody for a list of records. */
export const maxCombinedReads = 16

/**
 * Answers each read as a call of its own would, in the order given: with its permission, its input and its refusals. Only the check of the
 * session is made once. What can't be told to one read alone (the session is over, the database is away) is told to all.
 */
export const getCombinedReads = defineEndpoint({
  method: 'GET',
  path: '/reads',
  summary: 'Several small reads of one page in one call',
  open: 'signedIn',
  query: z.object({
    /** Paths below /api/v1, each with its query, with commas between them. */
    paths: OneOrMore(z.string().max(1000).regex(/^\//)).pipe(z.array(z.string()).max(maxCombinedReads)),
  }),
  output: z.object({ answers: z.array(z.object({ status: z.number().int(), body: z.unknown() })) }),
})
