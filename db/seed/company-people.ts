import type { Client } from 'pg'
import { toIsoDate } from '#rules/calendar.ts'
import { buildDni, buildPortugueseNif } from '#rules/identity-numbers.ts'
import { randomStreams, type SeedFirm } from './firm.ts'
import { drawGivenName, drawSurname } from './people.ts'
import { createRandom, drawBetween, type RandomSource } from './random.ts'

type CompanyPerson = {
  clientId: string
  role: 'representative' | 'owner'
  name: string
  surname: string
  identityKind: string
  identityNumber: string
  powers: 'sole' | 'joint' | null
  share: string | null
  validFrom: string | null
}

/** Numbers of people who are no clients: beyond those that clients get. */
const drawOutsiderIdentity = (firm: SeedFirm, n: number): readonly [kind: string, number: string] => {
  if (firm.code === 'ES') return ['dni', buildDni(75_000_000 + n)]
  return firm.code === 'PT'
    ? ['nif', buildPortugueseNif(31_000_000 + n)]
    : ['passport', `G${String(10_000_000 + n).padStart(8, '0')}`]
}

/** Whoever acts for a company, alone or of several one each time, and who owns more than a quarter of it. */
const buildPeople = (firm: SeedFirm, clientId: string, n: number, random: RandomSource): CompanyPerson[] => {
  const isShared = random() < 0.35
  const isJoint = isShared && random() < 0.25
  const validFrom = toIsoDate(firm.today - drawBetween(random, 200, 3000))
  return (isShared ? ['60.00', '40.00'] : ['100.00']).flatMap((share, at): CompanyPerson[] => {
    const [identityKind, identityNumber] = drawOutsiderIdentity(firm, n * 2 + at)
    const named = { name: drawGivenName(firm, random() < 0.4, random), surname: drawSurname(firm, random) }
    const person = { clientId, ...named, identityKind, identityNumber }
    return [
      { ...person, role: 'representative', powers: isJoint ? 'joint' : 'sole', share: null, validFrom },
      { ...person, role: 'owner', powers: null, share, validFrom: null },
    ]
  })
}

/** Representatives and owners of every company, so that somebody can sign for it. */
export const addCompanyPeople = async (owner: Client, firm: SeedFirm): Promise<void> => {
  const { rows } = await owner.query<{ id: string }>(
    `select id::text from client where kind = 'company' and merged_into_id is null order by id`,
  )
  const random = createRandom(firm.salt, randomStreams.companyPeople, 0)
  const people = rows.flatMap(({ id }, n) => buildPeople(firm, id, n, random))
  await owner.query(
    `insert into client_person (client_id, role, name, surname, identity_kind, identity_number, country, powers, share, valid_from)
     select p."clientId", p.role, p.name, p.surname, p."identityKind", p."identityNumber", $2, p.powers, p.share, p."validFrom"
       from json_to_recordset($1) p ("clientId" bigint, role client_person_role, name text, surname text, "identityKind" identity_kind,
                                     "identityNumber" text, powers signing_powers, share numeric, "validFrom" date)`,
    [JSON.stringify(people), firm.code],
  )
}
