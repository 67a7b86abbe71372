import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { consentLanguages, consentPurposes } from '#contract/consents/purposes.ts'
import { toIsoDate } from '#rules/calendar.ts'
import { seedConsentTexts } from './consent-texts.ts'
import type { SeedFirm } from './firm.ts'
import { clientsOfSignInSql, type DemoSignIn } from './sign-ins.ts'

const insertVersionSql = `
  insert into consent_version (purpose, version, proposed_at, published_at) values ($1, 1, $2::date - 400, $2::date - 399) returning id`

/** Of so many clients of the demo's manager in each state. */
const clientsPerState = 4

/**
 * What the state of a client says, as rows: signatures from before the firm kept these records, and links on their way. What opens those is known to
 * nobody: they can be sent anew.
 */
const insertConsentsSql = `
  with picked as (
    select * from (
      select client.id, client.email, client.idioma, client.lopd_status::text as state, client.registered_on,
             row_number() over (partition by client.lopd_status order by client.id) as place
        from ${clientsOfSignInSql} where u.email = $1) x
     where place <= $3 and state <> 'not_sent' and email is not null
  ), links as (
    insert into public_link (kind, client_id, token_digest, recipient, idioma, created_at, created_by, expires_at)
    select 'consent', p.id, 'demo-' || p.id, p.email, p.idioma, ($2::date - (p.place % 5)::int) + time '10:00',
           (select id from registry.app_user where email = $1), ($2::date + 14 - (p.place % 5)::int) + time '10:00'
      from picked p where p.state in ('sent', 'viewed')
    returning id, client_id, created_at, created_by, recipient
  ), opened as (
    insert into consent (client_id, purpose, state, link_id, version_id, language, sent_at, sent_by, viewed_at, recipient)
    select l.client_id, v.purpose, p.state::consent_state, l.id, v.id, case p.idioma when 'english' then 'en' when 'portuguese' then 'pt' else 'es' end,
           l.created_at, l.created_by, case p.state when 'viewed' then l.created_at + interval '3 hours' end, l.recipient
      from links l join picked p on p.id = l.client_id join consent_version v on v.purpose in ('information', 'marketing')
    returning id
  )
  insert into consent (client_id, purpose, state, withdrawn_at, withdraw_reason, superseded_at)
  select p.id, k.purpose::consent_purpose, k.state::consent_state, case k.state when 'withdrawn' then ($2::date - 20) + time '11:30' end,
         case k.state when 'withdrawn' then k.reason end, case k.state when 'superseded' then ($2::date - 40) + time '00:05' end
    from picked p
   cross join lateral (values
     ('information', p.state, $4), ('marketing', case p.place when 1 then 'signed' when 2 then 'withdrawn' when 3 then 'refused' end, $4)) k (purpose, state, reason)
   where p.state not in ('sent', 'viewed') and k.state is not null
   order by p.id, k.purpose`

const withdrawReasons = { ES: 'Lo pide por carta', PT: 'Pediu por carta', MX: 'Lo pide por carta' }

/** Texts of all purposes, and what clients of the demo's manager have answered. */
export const addConsents = async (owner: Client, firm: SeedFirm, signIns: readonly DemoSignIn[]): Promise<void> => {
  const today = toIsoDate(firm.today)
  const { rows } = await owner.query<{ name: string | null }>(
    `select value ->> 'name' as name from setting where key = 'payments.account'`,
  )
  const name = rows[0]?.name ?? 'Atalaya'
  for (const purpose of consentPurposes) {
    const { rows: made } = await owner.query<{ id: string }>(insertVersionSql, [purpose, today])
    for (const language of consentLanguages) {
      const [title, text] = seedConsentTexts[purpose][language]
      const body = text.replaceAll('FIRM', name)
      const sha256 = createHash('sha256').update(`${title}\n\n${body}`, 'utf8').digest()
      await owner.query(
        'insert into consent_text (version_id, language, title, body, sha256) values ($1, $2, $3, $4, $5)',
        [made[0]!.id, language, title, body, sha256],
      )
    }
  }
  const manager = signIns.find(({ role }) => role === 'manager')
  if (!manager) return
  await owner.query(insertConsentsSql, [manager.email, today, clientsPerState, withdrawReasons[firm.code]])
  await owner.query('select refresh_client_list(array(select distinct client_id from consent order by 1))')
}
