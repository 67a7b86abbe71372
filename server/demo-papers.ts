import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import type { Prefix } from '#contract/core/values.ts'
import type { FileStorage } from './core/file-storage.ts'
import { createGreyPicture, encodePng, fillArea, writeLine } from './demo-picture.ts'

const cardWidth = 856
const cardHeight = 540

type DemoClient = {
  id: string
  name: string
  surname: string
  number: string
  validUntil: string | null
  permanent: boolean
  kycStatus: 'pending' | 'approved'
  userId: string
  day: Date
}

const identityKindByPrefix = { dino: 'dni', dino_uab: 'cc', cfl: 'ine' } as const satisfies Record<Prefix, string>
const countryByPrefix = { dino: 'ES', dino_uab: 'PT', cfl: 'MX' } as const satisfies Record<Prefix, string>

/** A card with a photograph and what is known of its holder; the back has lines that look like those for machines. */
const drawCard = (client: DemoClient, heading: string, side: 'front' | 'back'): Buffer => {
  const card = createGreyPicture(cardWidth, cardHeight, 0xe4)
  fillArea(card, [0, 0, cardWidth, 70], 0xb8)
  writeLine(card, heading, 24, 20, 4)
  if (side === 'back') {
    fillArea(card, [0, 330, cardWidth, 210], 0xf4)
    const bare = `${client.surname}<<${client.name}`.replace(/ /g, '<')
    const lines = [`ID${heading.slice(0, 3)}${client.number}`, client.validUntil?.replace(/-/g, '') ?? '', bare]
    for (const [at, line] of lines.entries()) writeLine(card, line.padEnd(30, '<').slice(0, 30), 40, 350 + at * 60, 4)
    return encodePng(card)
  }
  fillArea(card, [40, 110, 230, 300], 0xc8)
  fillArea(card, [105, 170, 100, 110], 0x80)
  fillArea(card, [75, 290, 160, 120], 0x70)
  const facts = [client.surname, client.name, client.number, client.validUntil ?? '']
  for (const [at, fact] of facts.entries()) writeLine(card, fact.slice(0, 22), 310, 130 + at * 75, 4)
  return encodePng(card)
}

/** A few clients of the demo's manager whose identity waits, or was approved. */
const findDemoClients = async (owner: Client, prefix: Prefix): Promise<DemoClient[]> => {
  const { rows } = await owner.query<DemoClient>(
    `with author as (select user_id, created_at from ${prefix}.record_comment where entity = 'client' order by id limit 1),
          seen as (select c.id, c.kyc_status, row_number() over (partition by c.kyc_status order by c.id) as place
                     from ${prefix}.client c where c.kind = 'person' and c.identity_number is not null and c.kyc_status in ('pending', 'approved')
                      and (c.dni_permanent or c.dni_valid_until is not null)
                      and exists (select from ${prefix}.client_list l join ${prefix}.employee e on e.id = l.manager_id
                                    join registry.membership m on m.cvl = e.cvl and m.prefix = $1 and m.user_id = (select user_id from author)
                                   where l.client_id = c.id))
     select c.id::text as id, c.name, c.surname, c.identity_number as number, c.dni_valid_until::text as "validUntil", c.dni_permanent as permanent,
            c.kyc_status::text as "kycStatus", author.user_id::text as "userId", author.created_at as day
       from seen join ${prefix}.client c on c.id = seen.id cross join author where seen.place <= 2 order by c.id`,
    [prefix],
  )
  return rows
}

/** $1 the client, $2 the stored file, $3 size, $4 sum, $5 who. */
const insertFileSql = (prefix: Prefix): string => `
  insert into ${prefix}.stored_file (id, purpose, entity, entity_id, file_name, content_type, bytes, sha256, created_by)
  values ($2, 'kyc.side.picture', 'client', $1, 'documento.png', 'image/png', $3, $4, $5)`

const insertDocumentSql = (prefix: Prefix): string => `
  insert into ${prefix}.kyc_document (client_id, subject, state, identity_kind, issuing_country, identity_number, valid_until, permanent,
    front_file_id, back_file_id, status_before, uploaded_at, uploaded_by, checked_at, checked_by, decided_at, decided_by)
  values ($1, 'identity', $2::text::${prefix}.kyc_document_state, $3::text::${prefix}.identity_kind, $4, $5, $6, $7, $8, $9, 'missing', $10, $11,
    case when $2 = 'approved' then $10::timestamptz end, case when $2 = 'approved' then $11::bigint end,
    case when $2 = 'approved' then $10::timestamptz end, null)`

/** Gives a few clients of the demo's manager a card with both sides, in the state that the firm says of them. */
export const addDemoPapers = async (owner: Client, files: FileStorage, prefix: Prefix): Promise<void> => {
  const heading = { dino: 'ESPANA DNI', dino_uab: 'PORTUGAL CC', cfl: 'MEXICO INE' }[prefix]
  for (const client of await findDemoClients(owner, prefix)) {
    const ids: string[] = []
    for (const side of ['front', 'back'] as const) {
      const content = drawCard(client, heading, side)
      const id = await files.put(prefix, content)
      const sum = createHash('sha256').update(content).digest()
      await owner.query(insertFileSql(prefix), [client.id, id, content.length, sum, client.userId])
      ids.push(id)
    }
    await owner.query(insertDocumentSql(prefix), [
      client.id,
      client.kycStatus,
      identityKindByPrefix[prefix],
      countryByPrefix[prefix],
      client.number,
      client.validUntil,
      client.permanent,
      ...ids,
      client.day,
      client.userId,
    ])
  }
}
