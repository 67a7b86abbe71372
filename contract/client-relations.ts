import { z } from 'zod'
import { relationKinds } from './client-relations/kinds.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { BusinessDate, Cvl, Id, Money } from './core/values.ts'

const moduleKey = 'bt_Clientes'
const clientParams = z.object({ clientId: Id })
const relationParams = clientParams.extend({ relationId: Id })
const subjects = ['audit', 'clients'] as const

/** The other client outside the caller's scope has a name, and nothing else. */
const RelatedClient = z.object({
  id: Id.nullable(),
  cvl: Cvl.nullable(),
  /** 'Nombre Apellidos'. */
  name: z.string(),
  /** Of active accounts, each under its primary holder: sums count an account once. */
  capital: Money.nullable(),
  balance: Money.nullable(),
})

const ClientRelation = z.object({
  id: Id,
  /** What the other client is to this one. */
  kind: z.enum(relationKinds),
  other: RelatedClient,
  since: BusinessDate.nullable(),
  /** The last day; null while it lasts. */
  until: BusinessDate.nullable(),
})
export type ClientRelation = z.infer<typeof ClientRelation>

export const getClientRelations = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/relations',
  summary: 'Family and companies of a client, and what the household holds',
  module: moduleKey,
  action: 'view',
  combinable: true,
  params: clientParams,
  output: z.object({
    relations: z.array(ClientRelation),
    /** The client with spouse, partner, parents and children. Null where there are none. */
    household: z
      .object({
        members: z.array(RelatedClient.extend({ kind: z.enum(relationKinds).nullable() })),
        capital: Money,
        balance: Money,
        /** Members outside the caller's scope: their money isn't in the sums. */
        hidden: z.number().int(),
      })
      .nullable(),
  }),
})
export type ClientHousehold = NonNullable<z.infer<typeof getClientRelations.output>['household']>

/**
 * 404 where the caller doesn't see both clients. 409 `relation.exists` where it lasts already, `relation.coupled` where it makes a couple and one of
 * the two has a spouse or partner.
 */
export const addClientRelation = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/relations',
  changes: subjects,
  summary: 'Note what another client is to this one',
  module: moduleKey,
  action: 'edit',
  params: clientParams,
  body: z.strictObject({ otherId: Id, kind: z.enum(relationKinds), since: BusinessDate.nullable() }),
  output: z.object({ id: Id }),
})

export const endClientRelation = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/relations/:relationId/end',
  changes: subjects,
  summary: 'End a relation of a client on a day',
  module: moduleKey,
  action: 'edit',
  params: relationParams,
  body: z.strictObject({ until: BusinessDate }),
  output: z.object({ id: Id }),
})

export const removeClientRelation = defineEndpoint({
  method: 'DELETE',
  path: '/clients/:clientId/relations/:relationId',
  changes: subjects,
  summary: 'Remove a relation that was noted by mistake',
  module: moduleKey,
  action: 'edit',
  params: relationParams,
  output: z.object({ id: Id }),
})
