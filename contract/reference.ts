import { z } from 'zod'
import { PendingSettingChange } from './approvals/pending-setting-change.ts'
import { Reason } from './approvals.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { Id, SingleLineText } from './core/values.ts'

const editAccess = { module: 'bt_Ajustes', action: 'edit' } as const
const idParams = z.object({ id: Id })
const buildBoundedText = (maxLength: number) => SingleLineText(1, maxLength)
/** As the caller saw it, whatever it was. */
const PreviousText = z.string().max(400)

/** The calls of one kind of record: a change names what was there, and loses against one that came before; what is used can't be removed. */
const defineReferenceEndpoints = <V extends z.ZodRawShape, B extends z.ZodRawShape>(
  kind: string,
  one: string,
  values: V,
  before: B,
) => ({
  add: defineEndpoint({
    method: 'POST',
    path: `/reference/${kind}`,
    changes: ['approvals', 'reference'],
    summary: `Add ${one}`,
    ...editAccess,
    body: z.object(values),
    output: z.object({ id: Id }),
  }),
  change: defineEndpoint({
    method: 'PATCH',
    path: `/reference/${kind}/:id`,
    changes: ['approvals', 'reference'],
    summary: `Change ${one}`,
    ...editAccess,
    params: idParams,
    body: z.object({ before: z.strictObject(before), after: z.strictObject(values) }),
    output: z.object({ id: Id }),
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `/reference/${kind}/:id`,
    changes: ['approvals', 'reference'],
    summary: `Remove ${one} that nothing uses`,
    ...editAccess,
    params: idParams,
    output: z.object({ removed: z.literal(true) }),
  }),
})

export const zoneEndpoints = defineReferenceEndpoints(
  'zones',
  'a zone',
  { name: buildBoundedText(120) },
  { name: PreviousText },
)
const officeFields = { name: buildBoundedText(120), zoneId: Id, city: buildBoundedText(120).nullable() }
const previousOfficeFields = { name: PreviousText, zoneId: Id, city: PreviousText.nullable() }
export const officeEndpoints = {
  ...defineReferenceEndpoints('offices', 'an office', officeFields, previousOfficeFields),
  /** Another zone of an office in which people work waits for direction, with its reason: what is seen by zone follows. */
  change: defineEndpoint({
    method: 'PATCH',
    path: '/reference/offices/:id',
    changes: ['approvals', 'reference'],
    summary: 'Change an office',
    ...editAccess,
    params: idParams,
    body: z.object({
      before: z.strictObject(previousOfficeFields),
      after: z.strictObject(officeFields),
      reason: Reason.optional(),
    }),
    output: z.object({ id: Id, approvalId: Id.nullable() }),
  }),
}
/** Letters and digits of the tax number, without separators. */
const TaxId = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-ZÑ0-9&]{5,20}$/)
export const subcompanyEndpoints = defineReferenceEndpoints(
  'subcompanies',
  'a subcompany',
  { name: buildBoundedText(160), taxId: TaxId.nullable() },
  { name: PreviousText, taxId: PreviousText.nullable() },
)

/** Why clients leave early: chosen for each quote of a cancellation. */
export const cancellationReasonEndpoints = defineReferenceEndpoints(
  'cancellation-reasons',
  'a reason of cancellations',
  { name: buildBoundedText(120).min(3) },
  { name: PreviousText },
)

const listedName = { name: buildBoundedText(120) }
const previousName = { name: PreviousText }
export const contactTypeEndpoints = defineReferenceEndpoints(
  'contact-types',
  'a type of contact',
  listedName,
  previousName,
)
/** What was done with a contact. */
export const contactWorkEndpoints = defineReferenceEndpoints('contact-works', 'a work done', listedName, previousName)
/** By whom a contact was recommended. */
export const contactReferenceEndpoints = defineReferenceEndpoints(
  'contact-references',
  'a reference of contacts',
  listedName,
  previousName,
)
/** From where the data of a contact come. */
export const contactSourceEndpoints = defineReferenceEndpoints(
  'contact-sources',
  'a source of contacts',
  listedName,
  previousName,
)

const RecordCount = z.number().int()
export const Zone = z.object({ id: Id, name: z.string(), offices: RecordCount, clients: RecordCount })
export const Office = z.object({
  id: Id,
  name: z.string(),
  zoneId: Id,
  zoneName: z.string(),
  city: z.string().nullable(),
  /** Those who have left count too: their records name it. */
  employees: RecordCount,
  accounts: RecordCount,
})
export const Subcompany = z.object({ id: Id, name: z.string(), taxId: z.string().nullable(), employees: RecordCount })
export const CancellationReason = z.object({ id: Id, name: z.string(), quotes: RecordCount })
export const ContactListEntry = z.object({ id: Id, name: z.string(), contacts: RecordCount })
export type Zone = z.infer<typeof Zone>
export type Office = z.infer<typeof Office>
export type Subcompany = z.infer<typeof Subcompany>
export type CancellationReason = z.infer<typeof CancellationReason>

export const getReferenceData = defineEndpoint({
  method: 'GET',
  path: '/reference',
  about: ['accounts', 'cancellations', 'clients', 'contacts', 'reference', 'staff'],
  summary: 'Zones, offices, subcompanies and reasons, with how often each is used',
  module: 'bt_Ajustes',
  action: 'view',
  output: z.object({
    zones: z.array(Zone),
    offices: z.array(Office),
    subcompanies: z.array(Subcompany),
    cancellationReasons: z.array(CancellationReason),
    contactTypes: z.array(ContactListEntry),
    contactWorks: z.array(ContactListEntry),
    contactReferences: z.array(ContactListEntry),
    contactSources: z.array(ContactListEntry),
    /** Zones of offices that wait for direction. */
    waiting: z.array(PendingSettingChange),
  }),
})
export type ReferenceData = z.infer<typeof getReferenceData.output>
