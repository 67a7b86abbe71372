import { type Kysely, sql } from 'kysely'
import { type ClientPerson, minOwnerShare } from '#contract/client-data.ts'
import type { ClientKind, DB } from '#db/types.ts'
import { parseIdentityNumber } from '#rules/identity-documents.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { clientPeopleJsonSql } from '#server/domain/client-people-json.ts'
import { isMinor } from '#server/domain/guarded-client-changes.ts'

export type StoredPerson = ClientPerson & { id: string }

/** Whoever acts for a client or owns them, in the order in which they were written down. */
export const findClientPeople = async (db: Kysely<DB>, clientId: string): Promise<StoredPerson[]> => {
  const { rows } = await sql<{ people: StoredPerson[] }>`
    select ${clientPeopleJsonSql(sql`${clientId}::bigint`)} as people`.execute(db)
  return rows[0]!.people
}

type PeopleContext = { kind: ClientKind; birthDate: string | null; today: string }

/** What their role asks for, and nothing of other roles. */
const toRoleFields = (person: ClientPerson): ClientPerson => ({
  ...person,
  powers: person.role === 'representative' ? person.powers : null,
  guardianship: person.role === 'guardian' ? person.guardianship : null,
  share: person.role === 'owner' ? person.share : null,
  position: person.role === 'contact_person' ? person.position : null,
  phone: person.role === 'contact_person' ? person.phone : null,
  email: person.role === 'contact_person' ? person.email : null,
})

const findPersonErrors = (person: ClientPerson, { kind }: PeopleContext): Record<string, string> => {
  const wrong: Record<string, string> = {}
  if ((person.role === 'guardian') !== (kind === 'person')) wrong.role = 'invalid'
  if (person.role === 'representative' && !person.powers) wrong.powers = 'required'
  if (person.role === 'guardian' && !person.guardianship) wrong.guardianship = 'required'
  if (person.role === 'contact_person' && !person.phone && !person.email) wrong.phone = 'required'
  if (person.role === 'owner' && !person.share) wrong.share = 'required'
  if (person.role === 'owner' && person.share && Number(person.share) <= minOwnerShare) wrong.share = 'ownerShare'
  if (person.identityNumber && !person.identityKind) wrong.identityKind = 'required'
  if (person.identityKind && !person.identityNumber) wrong.identityNumber = 'required'
  if (person.identityKind && person.identityNumber && !parseIdentityNumber(person.identityNumber, person.identityKind))
    wrong.identityNumber = 'identityNumber'
  if (person.validFrom && person.validTo && person.validTo < person.validFrom) wrong.validTo = 'order'
  return wrong
}

/** Of cents of a per cent: shares have two decimals at most. */
const sumShares = (people: readonly ClientPerson[]): number =>
  people.reduce((sum, { share }) => sum + Math.round(Number(share ?? 0) * 100), 0)

const hasCurrent = (people: readonly ClientPerson[], role: ClientPerson['role'], today: string): boolean =>
  people.some((person) => person.role === role && (person.validTo === null || person.validTo >= today))

/** Who has to be named: a guardian of a minor, a representative of a company. */
const findMissingRole = (people: readonly ClientPerson[], context: PeopleContext): string | undefined => {
  if (context.kind === 'company')
    return hasCurrent(people, 'representative', context.today) ? undefined : 'representativeRequired'
  return isMinor(context) && !hasCurrent(people, 'guardian', context.today) ? 'guardianRequired' : undefined
}

/** The people as they are kept. Throws `request.invalid` with what doesn't fit, as `people.0.share`. */
export const checkClientPeople = (people: readonly ClientPerson[], context: PeopleContext): ClientPerson[] => {
  const checked = people.map(toRoleFields)
  const wrong = Object.fromEntries(
    checked.flatMap((person, at) =>
      Object.entries(findPersonErrors(person, context)).map(([field, code]) => [`people.${at}.${field}`, code]),
    ),
  )
  const lastOwner = checked.findLastIndex(({ role }) => role === 'owner')
  if (sumShares(checked) > 10_000) wrong[`people.${lastOwner}.share`] ??= 'hundredAtMost'
  const missing = findMissingRole(checked, context)
  if (missing && Object.keys(wrong).length === 0) wrong.people = missing
  if (Object.keys(wrong).length > 0) throw buildRefusal('request.invalid', { fields: wrong })
  return checked.map((person) => ({
    ...person,
    identityNumber:
      person.identityKind && person.identityNumber
        ? (parseIdentityNumber(person.identityNumber, person.identityKind)?.number ?? null)
        : null,
  }))
}

const isSamePerson = (one: StoredPerson, { id, ...other }: ClientPerson): boolean =>
  Object.entries(other).every(([field, value]) => one[field as keyof StoredPerson] === value)

/** Makes them the client's people: new ones are added, changed ones written, those who aren't named go. Answers whether anything changed. */
export const saveClientPeople = async (
  tx: Kysely<DB>,
  clientId: string,
  people: readonly ClientPerson[],
): Promise<boolean> => {
  const known = new Map((await findClientPeople(tx, clientId)).map((person) => [person.id, person]))
  const kept = new Set(people.flatMap(({ id }) => (id && known.has(id) ? [id] : [])))
  const gone = [...known.keys()].filter((id) => !kept.has(id))
  if (gone.length > 0) await tx.deleteFrom('clientPerson').where('id', 'in', gone).execute()
  let changes = gone.length
  for (const person of people) {
    const { id, ...values } = person
    const before = id === undefined ? undefined : known.get(id)
    if (before && isSamePerson(before, person)) continue
    changes++
    if (before) await tx.updateTable('clientPerson').set(values).where('id', '=', before.id).execute()
    else
      await tx
        .insertInto('clientPerson')
        .values({ ...values, clientId })
        .execute()
  }
  return changes > 0
}

/** How many there are of each role, as the audit says it: names are theirs. */
export const countPeople = (people: readonly ClientPerson[]) => ({
  representatives: people.filter(({ role }) => role === 'representative').length,
  owners: people.filter(({ role }) => role === 'owner').length,
  guardians: people.filter(({ role }) => role === 'guardian').length,
  contactPeople: people.filter(({ role }) => role === 'contact_person').length,
})
