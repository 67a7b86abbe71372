import { z } from 'zod'
import { endpoint } from '#contract/core/endpoint.ts'
import { Cvl, Id, Instant } from '#contract/core/values.ts'

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

export type Relation = (typeof relations)[number]

/** What somebody is to me whom I am that to. */
export const inverseRelations: Record<Relation, Relation> = {
  spouse: 'spouse',
  partner: 'partner',
  parent: 'child',
  child: 'parent',
  sibling: 'sibling',
  other: 'other',
}

/** A colleague who has declared me, whom I haven't: it counts for them, and for me once I declare it too. */
export const Declarer = z.object({
  id: Id,
  cvl: Cvl,
  name: z.string(),
  /** What I am to them. */
  relation: z.enum(relations),
  declaredAt: Instant,
})
export type Declarer = z.infer<typeof Declarer>

/** How many days a relation goes on counting after its end. Longer than a change can wait: nobody ends it to decide. */
export const relativeDays = 30

const mine = { module: 'bt_AreaPersonal', asMyself: true } as const

export const listRelatives = endpoint({
  method: 'GET',
  path: '/me/relatives',
  summary: 'Relatives that I have declared, and colleagues who have declared me',
  ...mine,
  action: 'view',
  output: z.object({ relatives: z.array(Relative), declarers: z.array(Declarer), mayDeclare: z.boolean() }),
})

/** I decide nothing of theirs from then on; a colleague is told, and decides nothing of mine once they declare me too. Tells whether a CVL is somebody's, so it is limited and audited. */
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
