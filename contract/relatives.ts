import { z } from 'zod'
import { endpoint } from './core/endpoint.ts'
import { Cvl, Id, Instant } from './core/values.ts'

export const relations = ['spouse', 'partner', 'parent', 'child', 'sibling', 'other'] as const

export const Relative = z.object({
  id: Id,
  kind: z.enum(['employee', 'client']),
  cvl: Cvl,
  /** Of a colleague. Of a client nothing is told but the CVL that was given. */
  name: z.string().nullable(),
  relation: z.enum(relations),
  declaredAt: Instant,
  endedAt: Instant.nullable(),
})
export type Relative = z.infer<typeof Relative>

/** How many days a relation goes on counting after its end. Longer than a change can wait: nobody ends it to decide. */
export const relativeDays = 30

const mine = { module: 'bt_AreaPersonal', asMyself: true } as const

export const listRelatives = endpoint({
  method: 'GET',
  path: '/me/relatives',
  summary: 'Relatives that I have declared',
  ...mine,
  action: 'view',
  output: z.object({ relatives: z.array(Relative), mayDeclare: z.boolean() }),
})

/** Neither decides on the other's records from then on. Tells whether a CVL is somebody's, so it is limited and audited. */
export const declareRelative = endpoint({
  method: 'POST',
  path: '/me/relatives',
  summary: 'Declare that a colleague or a client is a relative',
  ...mine,
  action: 'edit',
  body: z.object({ cvl: Cvl, relation: z.enum(relations) }),
  output: z.object({ id: Id }),
})

export const endRelative = endpoint({
  method: 'POST',
  path: '/me/relatives/:relativeId/end',
  summary: `Say that somebody is my relative no more; it counts for another ${relativeDays} days`,
  ...mine,
  action: 'edit',
  params: z.object({ relativeId: Id }),
  output: z.object({ ended: z.literal(true) }),
})
