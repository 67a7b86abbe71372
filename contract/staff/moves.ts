import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { BusinessDate, Id, MultiLineText } from '../core/values.ts'

const moduleKey = 'bt_RRHH'
const employeeParams = z.object({ employeeId: Id })

export const moveEmployee = defineEndpoint({
  method: 'POST',
  path: '/staff/:employeeId/moves',
  changes: ['access', 'approvals', 'clients', 'handovers', 'staff'],
  summary:
    'Another supervisor from a day on: at once, planned, or proposed to whoever decides what somebody comes to see by it',
  module: moduleKey,
  action: 'edit',
  params: employeeParams,
  body: z.object({
    /** Their supervisor as the caller sees it. */
    fromId: Id.nullable(),
    supervisorId: Id.nullable(),
    effectiveOn: BusinessDate,
    /** Required where a second person decides. */
    reason: MultiLineText(1, 500).nullable(),
  }),
  output: z.object({ state: z.enum(['done', 'planned', 'pending']), approvalId: Id.nullable() }),
})

export const cancelEmployeeMove = defineEndpoint({
  method: 'DELETE',
  path: '/staff/:employeeId/moves/:moveId',
  changes: ['access', 'approvals', 'clients', 'handovers', 'staff'],
  summary: 'Take back a planned change of supervisor',
  module: moduleKey,
  action: 'edit',
  params: z.object({ employeeId: Id, moveId: Id }),
  output: z.object({}),
})

/** Their last day, today or later. 409 while they have clients or a team then: `fields` says how many. */
export const terminateEmployee = defineEndpoint({
  method: 'POST',
  path: '/staff/:employeeId/termination',
  changes: ['access', 'approvals', 'clients', 'handovers', 'staff'],
  summary: 'Set the last day of a member of staff',
  module: moduleKey,
  action: 'delete',
  params: employeeParams,
  body: z.object({
    version: z.number().int(),
    lastDay: BusinessDate,
    reason: MultiLineText(3, 500),
  }),
  output: z.object({ version: z.number().int() }),
})

export const cancelTermination = defineEndpoint({
  method: 'DELETE',
  path: '/staff/:employeeId/termination',
  changes: ['access', 'approvals', 'clients', 'handovers', 'staff'],
  summary: 'Take back a last day that is not over',
  module: moduleKey,
  action: 'delete',
  params: employeeParams,
  output: z.object({ version: z.number().int() }),
})
