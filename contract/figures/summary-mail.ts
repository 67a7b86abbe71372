import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { BusinessDate, Id } from '../core/values.ts'
import { teamViews } from '../team.ts'

/** Nobody has more people above them. */
const maxReceivers = 20

const SummaryReceiver = z.object({
  /** Of the user. */
  id: Id,
  name: z.string(),
  isSelf: z.boolean(),
})
export type SummaryReceiver = z.infer<typeof SummaryReceiver>

export const listSummaryReceivers = defineEndpoint({
  method: 'GET',
  path: '/daily-summary/receivers',
  about: ['access', 'staff'],
  summary: 'Who can be sent the summary of a day: oneself first, then those above who see one of their own',
  module: 'bt_ResumenDiario',
  action: 'export',
  output: z.object({ receivers: z.array(SummaryReceiver) }),
})

/** 404 of whom the caller doesn't see, and of a receiver who isn't theirs. `request.tooMany` of who sends too often. */
export const sendDailySummary = defineEndpoint({
  method: 'POST',
  path: '/daily-summary/send',
  changes: ['personal'],
  idempotent: true,
  summary: 'Send the summary of a day by e-mail: each receiver gets counts and sums of what they see themselves',
  module: 'bt_ResumenDiario',
  action: 'export',
  body: z.strictObject({
    day: BusinessDate,
    of: Id.nullable(),
    view: z.enum(teamViews),
    receivers: z.array(Id).min(1).max(maxReceivers),
  }),
  output: z.object({ queued: z.number().int() }),
})
