import type { Client } from 'pg'
import { toIsoDate } from '#rules/calendar.ts'
import type { SeedFirm } from './firm.ts'
import { clientsOfSignInSql, type DemoSignIn } from './sign-ins.ts'

type EstateTexts = { block: string; certificate: string; title: string; tax: string }
const spanishTexts: EstateTexts = {
  block: 'Lo comunica la familia',
  certificate: 'Original en la carpeta del cliente',
  title: 'Testamento en la notaría, pedido',
  tax: 'Exento en esta comunidad',
}
const textsByCountry: Record<SeedFirm['code'], EstateTexts> = {
  ES: spanishTexts,
  PT: {
    block: 'Comunicado pela família',
    certificate: 'Original na pasta do cliente',
    title: 'Habilitação de herdeiros pedida no cartório',
    tax: 'Isento entre cônjuges e filhos',
  },
  MX: { ...spanishTexts, tax: 'Exento entre familiares directos' },
}

/** Somebody who alone holds an active account of theirs and to whom nothing is on its way. */
const findDeceasedSql = `
  select c.client_id, u.id as user_id
    from ${clientsOfSignInSql}
   where u.email = $1 and client.kind = 'person' and not exists (select from payment_order o where o.client_id = c.client_id)
     and not exists (select from client_bank_change b where b.client_id = c.client_id)
     and not exists (select from approval p where p.subject_client_id = c.client_id)
     and exists (select from account a where a.client_id = c.client_id and a.status = 'active')
     and not exists (select from account_holder h join account_holder o on o.account_id = h.account_id and o.client_id <> h.client_id where h.client_id = c.client_id)
   order by c.name_sort desc, c.client_id limit 1`

/** Two others of the same manager who can be paid: one inherits a third and has said where, the other the rest. */
const findHeirsSql = `
  select c.client_id, k.id as bank_id
    from ${clientsOfSignInSql}
    join client_bank_account k on k.client_id = c.client_id and k.is_default
   where u.email = $1 and client.kind = 'person' and c.client_id <> $2 order by c.name_sort desc, c.client_id limit 2`

/** Of one client of the demo's manager the death is registered and agreed on: some papers are there, and one heir has still to say where. */
export const addEstates = async (owner: Client, firm: SeedFirm, signIns: readonly DemoSignIn[]): Promise<void> => {
  const email = signIns.find(({ role }) => role === 'manager')?.email
  const [deceased] = (await owner.query<{ client_id: string; user_id: string }>(findDeceasedSql, [email])).rows
  if (!deceased) return
  const texts = textsByCountry[firm.code]
  const at = `${toIsoDate(firm.today - 9)}T10:20:00Z`
  const { rows } = await owner.query<{ id: string }>(
    `with blocked as (update client set block_kind = 'death', block_reason = $3, blocked_at = $4 where id = $1),
          block as (insert into client_block (client_id, kind, reason, blocked_at, blocked_by) values ($1, 'death', $3, $4, $2))
     insert into estate (client_id, died_on, registered_at, registered_by) values ($1, $5, $4, $2) returning id`,
    [deceased.client_id, deceased.user_id, texts.block, at, toIsoDate(firm.today - 12)],
  )
  const estateId = rows[0]!.id
  await owner.query(
    `insert into estate_requirement (estate_id, kind, state, note, changed_at, changed_by)
     values ($1, 'certificate', 'accepted', $4, $3, $2), ($1, 'title', 'received', $5, $3, $2), ($1, 'tax', 'not_needed', $6, $3, $2)`,
    [estateId, deceased.user_id, at, texts.certificate, texts.title, texts.tax],
  )
  const heirs = (await owner.query<{ client_id: string; bank_id: string }>(findHeirsSql, [email, deceased.client_id]))
    .rows
  for (const [n, { client_id, bank_id }] of heirs.entries())
    await owner.query(
      `insert into estate_recipient (estate_id, client_id, role, share_numerator, share_denominator, bank_account_id)
       values ($1, $2, 'heir', $3, 3, $4)`,
      [estateId, client_id, n + 1, n === 0 ? bank_id : null],
    )
}
