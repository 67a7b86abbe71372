import { z } from 'zod'
import { ProposalResult, Reason, viewAccess } from '#contract/approvals.ts'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { BusinessDate, Id, Instant } from '#contract/core/values.ts'

export const substitutionStates = ['coming', 'current', 'over'] as const

export const Substitution = z.object({
  id: Id,
  absentName: z.string(),
  substituteName: z.string(),
  fromOn: BusinessDate,
  /** The last day. */
  toOn: BusinessDate,
  reason: z.string(),
  state: z.enum(substitutionStates),
  /** When it was ended before its last day. */
  endedAt: Instant.nullable(),
  mayEnd: z.boolean(),
})
export type Substitution = z.infer<typeof Substitution>

/** The longest that somebody may be stood in for, in days. */
export const maxSubstitutionDays = 366

export const listSubstitutions = defineEndpoint({
  method: 'GET',
  path: '/approvals/substitutions',
  summary: 'Who stands in for whom: of those within my reach, and for whom I do',
  ...viewAccess,
  output: z.object({ substitutions: z.array(Substitution) }),
})

/** `id` is the substitution's where it was done; naming one for somebody else who decides about money or rights waits for their agreement, or direction's. */
export const createSubstitution = defineEndpoint({
  method: 'POST',
  path: '/approvals/substitutions',
  changes: ['approvals'],
  summary: 'Name who decides for somebody who is away',
  module: 'bt_Aprobaciones',
  action: 'create',
  body: z.object({ absentId: Id, substituteId: Id, fromOn: BusinessDate, toOn: BusinessDate, reason: Reason }),
  output: ProposalResult.extend({ id: Id.nullable() }),
})

export const endSubstitution = defineEndpoint({
  method: 'POST',
  path: '/approvals/substitutions/:substitutionId/end',
  changes: ['approvals'],
  summary: 'End it before its last day',
  module: 'bt_Aprobaciones',
  action: 'create',
  params: z.object({ substitutionId: Id }),
  output: z.object({ ended: z.literal(true) }),
})

const SubstitutionOption = z.object({ id: Id, name: z.string(), cvl: z.string() })

export const getSubstitutionOptions = defineEndpoint({
  method: 'GET',
  path: '/approvals/substitutions/choices',
  about: ['access', 'staff'],
  summary: 'Whose absence I may tell, and who may stand in: whoever works here and signs in',
  module: 'bt_Aprobaciones',
  action: 'create',
  output: z.object({
    absent: z.array(SubstitutionOption),
    substitutes: z.array(SubstitutionOption),
    ownId: Id.nullable(),
  }),
})
