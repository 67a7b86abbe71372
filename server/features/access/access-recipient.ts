import { type Kysely, sql } from 'kysely'
import type { ChangeFacts } from '#contract/all-fields.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { DB } from '#db/types.ts'
import { toSearchText } from '#rules/search-text.ts'
import type { Ctx } from '#server/core/ctx.ts'

/** How long a change of the record's e-mail is shown to whoever approves access by it. */
const emailChangeDays = 30

export type OtherPrefixAccess = { fullName: string; prefixes: string[] }

/** The user of another prefix who has the e-mail: they keep their name and their password. */
export const findOtherPrefixAccess = async (db: Kysely<DB>, email: string): Promise<OtherPrefixAccess | null> => {
  const { rows } =
    await sql<OtherPrefixAccess>`select full_name, prefixes from registry.user_elsewhere(${email})`.execute(db)
  return rows[0] ?? null
}

/** When, and by whom, the record's e-mail was changed within those days. What it was, nobody knows any more: the audit doesn't keep it. */
const findEmailChange = async (db: Kysely<DB>, { prefix }: Pick<Ctx, 'prefix'>, employeeId: string, now: number) => {
  const since = new Date(now - emailChangeDays * 86_400_000).toISOString()
  const { rows } = await sql<{ on: string; by: string | null }>`
    select to_char(a.at at time zone ${tenantFacts[prefix].timeZone}, 'YYYY-MM-DD') as on, n.full_name as by
      from audit_event a left join lateral registry.people_named(array[a.user_id]) n on true
     where a.entity = 'employee' and a.entity_id = ${employeeId} and a.action = 'employee.changed' and a.at >= ${since}
       and a.after ? 'email' order by a.id`.execute(db)
  const last = rows.at(-1)
  if (!last) return null
  return { on: last.on, by: [...new Set(rows.flatMap(({ by }) => by ?? []))].join(', ') }
}

/** What whoever approves access has to know of the e-mail that it goes to, beside the e-mail. */
export const findRecipientFacts = async (
  ctx: Pick<Ctx, 'db' | 'prefix'>,
  { employeeId, elsewhere, name }: { employeeId: string; elsewhere: OtherPrefixAccess | null; name: string },
  now: number,
): Promise<ChangeFacts> => {
  const changed = await findEmailChange(ctx.db, ctx, employeeId, now)
  return {
    ...(elsewhere && {
      existingUser: elsewhere.fullName,
      worksFor: elsewhere.prefixes,
      nameDiffers: toSearchText(elsewhere.fullName) !== toSearchText(name),
    }),
    ...(changed && { emailChangedOn: changed.on, emailChangedBy: changed.by }),
  }
}
