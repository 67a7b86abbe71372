import { z } from 'zod'
import { WaitingSetting } from './approvals/waiting-setting.ts'
import { Reason } from './approvals.ts'
import { endpoint } from './core/endpoint.ts'
import { Id, Line } from './core/values.ts'

const access = { module: 'bt_Ajustes', action: 'edit' } as const
const params = z.object({ id: Id })
const text = (most: number) => Line(1, most)
/** As the caller saw it, whatever it was. */
const seen = z.string().max(400)

/** The calls of one kind of record: a change names what was there, and loses against one that came before; what is used can't be removed. */
const kindOf = <V extends z.ZodRawShape, B extends z.ZodRawShape>(kind: string, one: string, values: V, before: B) => ({
  add: endpoint({
    method: 'POST',
    path: `/reference/${kind}`,
    summary: `Add ${one}`,
    ...access,
    body: z.object(values),
    output: z.object({ id: Id }),
  }),
  change: endpoint({
    method: 'PATCH',
    path: `/reference/${kind}/:id`,
    summary: `Change ${one}`,
    ...access,
    params,
    body: z.object({ before: z.strictObject(before), after: z.strictObject(values) }),
    output: z.object({ id: Id }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `/reference/${kind}/:id`,
    summary: `Remove ${one} that nothing uses`,
    ...access,
    params,
    output: z.object({ removed: z.literal(true) }),
  }),
})

export const zones = kindOf('zones', 'a zone', { name: text(120) }, { name: seen })
const office = { name: text(120), zoneId: Id, city: text(120).nullable() }
const officeSeen = { name: seen, zoneId: Id, city: seen.nullable() }
export const offices = {
  ...kindOf('offices', 'an office', office, officeSeen),
  /** Another zone of an office in which people work waits for direction, with its reason: what is seen by zone follows. */
  change: endpoint({
    method: 'PATCH',
    path: '/reference/offices/:id',
    summary: 'Change an office',
    ...access,
    params,
    body: z.object({ before: z.strictObject(officeSeen), after: z.strictObject(office), reason: Reason.optional() }),
    output: z.object({ id: Id, approvalId: Id.nullable() }),
  }),
}
/** Letters and digits of the tax number, without separators. */
const TaxId = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-ZÑ0-9&]{5,20}$/)
export const subcompanies = kindOf(
  'subcompanies',
  'a subcompany',
  { name: text(160), taxId: TaxId.nullable() },
  { name: seen, taxId: seen.nullable() },
)

/** Why clients leave early: chosen for each quote of a cancellation. */
export const cancellationReasons = kindOf(
  'cancellation-reasons',
  'a reason of cancellations',
  { name: text(120).min(3) },
  { name: seen },
)

const count = z.number().int()
export const Zone = z.object({ id: Id, name: z.string(), offices: count, clients: count })
export const Office = z.object({
  id: Id,
  name: z.string(),
  zoneId: Id,
  zoneName: z.string(),
  city: z.string().nullable(),
  /** Those who have left count too: their records name it. */
  employees: count,
  accounts: count,
})
export const Subcompany = z.object({ id: Id, name: z.string(), taxId: z.string().nullable(), employees: count })
export const CancellationReason = z.object({ id: Id, name: z.string(), quotes: count })
export type Zone = z.infer<typeof Zone>
export type Office = z.infer<typeof Office>
export type Subcompany = z.infer<typeof Subcompany>
export type CancellationReason = z.infer<typeof CancellationReason>

export const getReference = endpoint({
  method: 'GET',
  path: '/reference',
  summary: 'Zones, offices, subcompanies and reasons, with how often each is used',
  module: 'bt_Ajustes',
  action: 'view',
  output: z.object({
    zones: z.array(Zone),
    offices: z.array(Office),
    subcompanies: z.array(Subcompany),
    cancellationReasons: z.array(CancellationReason),
    /** Zones of offices that wait for direction. */
    waiting: z.array(WaitingSetting),
  }),
})
export type Reference = z.infer<typeof getReference.output>
