import { z } from 'zod'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { Cvl, Id, Instant } from '#contract/core/values.ts'

export const familyRelations = ['spouse', 'partner', 'parent', 'child', 'sibling', 'other'] as const

export const Relative = z.object({
  id: Id,
  kind: z.enum(['employee', 'client']),
  cvl: Cvl,
  /** Of a colleague. Of a client only the given CVL is returned. */
  name: z.string().nullable(),
  relation: z.enum(familyRelations),
  declaredAt: Instant,
  endedAt: Instant.nullable(),
})
export type Relative = z.infer<typeof Relative>

export type FamilyRelation = (typeof familyRelations)[number]

/** The relation seen from the other side. */
export const inverseFamilyRelations: Record<FamilyRelation, FamilyRelation> = {
  spouse: 'spouse',
  partner: 'partner',
  parent: 'child',
  child: 'parent',
  sibling: 'sibling',
  other: 'other',
}

/** A colleague who has declared me, whom I haven't: it counts for them, and for me once I declare it too. */
export const DeclaringColleague = z.object({
  id: Id,
  cvl: Cvl,
  name: z.string(),
  /** What I am to them. */
  relation: z.enum(familyRelations),
  declaredAt: Instant,
})
export type DeclaringColleague = z.infer<typeof DeclaringColleague>

/** How many days a relation counts after its end. Longer than a change can wait: nobody ends it to decide. */
export const relativeGraceDays = 30

const personalAreaAccess = { module: 'bt_AreaPersonal', usesOwnRights: true } as const

export const listRelatives = defineEndpoint({
  method: 'GET',
  path: '/me/relatives',
  summary: 'Relatives that I have declared, and colleagues who have declared me',
  ...personalAreaAccess,
  action: 'view',
  output: z.object({ relatives: z.array(Relative), declarers: z.array(DeclaringColleague), mayDeclare: z.boolean() }),
})

/** I decide nothing of theirs from then on; a colleague is notified, and decides nothing of mine once they declare me too. It reveals whether a CVL exists, so it is limited and audited. */
export const declareRelative = defineEndpoint({
  method: 'POST',
  path: '/me/relatives',
  changes: ['approvals', 'personal'],
  summary: 'Declare that a colleague or a client is a relative',
  ...personalAreaAccess,
  action: 'edit',
  body: z.object({ cvl: Cvl, relation: z.enum(familyRelations) }),
  output: z.object({ id: Id }),
})

export const endRelative = defineEndpoint({
  method: 'POST',
  path: '/me/relatives/:relativeId/end',
  changes: ['approvals', 'personal'],
  summary: `Say that somebody is my relative no more; it counts for another ${relativeGraceDays} days`,
  ...personalAreaAccess,
  action: 'edit',
  params: z.object({ relativeId: Id }),
  output: z.object({ ended: z.literal(true) }),
})
