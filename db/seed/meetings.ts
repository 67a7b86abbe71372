import type { Client } from 'pg'
import { tenantFacts } from '#contract/core/tenants.ts'
import { toIsoDate } from '#rules/calendar.ts'
import type { SeedFirm } from './firm.ts'

type MeetingTexts = {
  /** By stage; the last is of a meeting that is no review. */
  subjects: readonly string[]
  place: string
  held: string
  missed: string
  canceled: string
  team: string
}
const spanishTexts: MeetingTexts = {
  subjects: [
    'Primera reunión',
    'Presentación de la propuesta',
    'Revisión de la inversión',
    'Revisión anual',
    'Reunión de seguimiento',
  ],
  place: 'Oficina',
  held: 'Buena acogida: quiere ver las condiciones por escrito.',
  missed: 'Avisó tarde; se vuelve a llamar.',
  canceled: 'Cambio de planes del cliente',
  team: 'Reunión de equipo',
}
const textsByCountry: Record<SeedFirm['code'], MeetingTexts> = {
  ES: spanishTexts,
  PT: {
    subjects: [
      'Primeira reunião',
      'Apresentação da proposta',
      'Revisão do investimento',
      'Revisão anual',
      'Reunião de acompanhamento',
    ],
    place: 'Escritório',
    held: 'Boa recetividade: quer ver as condições por escrito.',
    missed: 'Avisou tarde; volta-se a ligar.',
    canceled: 'Mudança de planos do cliente',
    team: 'Reunião de equipa',
  },
  MX: spanishTexts,
}

/**
 * Reviews with contacts by their stage and meetings with clients, some weeks back and ahead, on working days between nine and six; of those that were,
 * most were held. Each Monday the staff of a supervisor meets, in one series.
 */
const insertMeetingsSql = `
  with people as (
    select c.employee_id, c.id as contact_id, null::bigint as client_id, c.id as n,
           case c.stage when 'r1' then 1 when 'r2' then 2 when 'r3' then 3 when 'r4' then 4 else 1 end as step
      from contact c where c.employee_id is not null and c.client_id is null and c.deleted_at is null
       and (c.stage in ('contacted', 'r1') or c.stage in ('r2', 'r3', 'r4') and c.lopd_on is not null) and c.id % 3 = 0
    union all
    select l.manager_id, null, l.client_id, l.client_id, case when k.lopd_status = 'signed' then 3 + l.client_id % 2 else 5 end
      from client_list l join client k on k.id = l.client_id
     where l.manager_id is not null and l.client_id % 20 = 3 and k.restricted_at is null and k.block_kind is null
  ), drawn as (
    select p.*, $1::date + (p.n * 13 % 56 - 35)::int as day, 9 + p.n * 7 % 9 as hour, p.n * 11 % 10 as fate,
           ($3::text[])[p.step] as subject
      from people p
  ), placed as (
    select d.*, case extract(isodow from d.day) when 6 then d.day + 2 when 7 then d.day + 1 else d.day end as on_day from drawn d
  ), timed as (
    select p.*, (p.on_day + make_interval(hours => p.hour::int, mins => (p.n % 2 * 30)::int)) at time zone $2 as starts_at from placed p
  ), inserted as (
    insert into meeting (employee_id, contact_id, client_id, stage, subject, place, starts_at, ends_at, next_review_on, state, result, closed_at, closed_by, created_by, created_at)
    select t.employee_id, t.contact_id, t.client_id, case when t.step < 5 then ('r' || t.step)::meeting_stage end, t.subject,
           case when t.n % 3 = 0 then $4 else '' end, t.starts_at, t.starts_at + case when t.n % 4 = 0 then interval '90 minutes' else interval '1 hour' end,
           case when t.on_day < $1::date and t.fate > 2 and t.step < 5 then t.on_day + t.step::int * 7 end,
           (case when t.on_day >= $1::date then case when t.fate = 0 then 'canceled' else 'scheduled' end
                 when t.fate = 0 then 'canceled' when t.fate = 1 then 'no_show' when t.fate = 2 then 'scheduled' else 'held' end)::meeting_state,
           case when t.fate = 0 then $7 when t.on_day >= $1::date then '' when t.fate = 1 then $6 when t.fate = 2 then '' else $5 end,
           case when t.fate = 0 or t.on_day < $1::date and t.fate <> 2 then least(t.starts_at + interval '2 hours', $1::date::timestamptz) end,
           case when t.fate = 0 or t.on_day < $1::date and t.fate <> 2 then u.user_id end, u.user_id, least(t.starts_at, $1::date::timestamptz) - interval '6 days'
      from timed t
     cross join lateral (
       select coalesce((select m.user_id from employee e join registry.membership m on m.cvl = e.cvl and m.prefix = current_schema() where e.id = t.employee_id limit 1),
                       (select min(a.id) from registry.app_user a)) as user_id) u
     order by t.n
    returning id, starts_at, employee_id, contact_id, client_id
  ), owners as (
    insert into meeting_attendee (meeting_id, starts_at, employee_id, answer) select id, starts_at, employee_id, 'accepted' from inserted
  )
  insert into meeting_attendee (meeting_id, starts_at, contact_id, client_id) select id, starts_at, contact_id, client_id from inserted`

const insertTeamMeetingsSql = `
  with supervisors as materialized (
    select s.id, u.user_id, gen_random_uuid() as uid from employee s
      join lateral (select m.user_id from registry.membership m where m.cvl = s.cvl and m.prefix = current_schema() limit 1) u on true
     where s.position = 'supervisor' and exists (select from employee e where e.supervisor_id = s.id and e.terminated_on is null)
  ), mondays as (
    select d.day, (d.day + interval '9 hours') at time zone $2 as starts_at
      from generate_series(-2, 9) k cross join lateral (select date_trunc('week', $1::date)::date + 7 * k as day) d
  ), series as (
    insert into meeting_series (uid, rule, time_zone, starts_at, created_at)
    select s.uid, 'FREQ=WEEKLY;UNTIL=' || to_char(l.day, 'YYYYMMDD'), $2, l.starts_at, l.starts_at - interval '30 days'
      from supervisors s cross join (select max(day) as day, min(starts_at) as starts_at from mondays) l
    returning id, uid
  ), inserted as (
    insert into meeting (employee_id, subject, starts_at, ends_at, series_id, series_at, created_by, created_at)
    select s.id, $3, m.starts_at, m.starts_at + interval '45 minutes', r.id, m.starts_at, s.user_id, f.starts_at - interval '30 days'
      from supervisors s join series r on r.uid = s.uid cross join mondays m cross join (select min(starts_at) as starts_at from mondays) f
    returning id, starts_at, employee_id
  )
  insert into meeting_attendee (meeting_id, starts_at, employee_id, answer)
  select i.id, i.starts_at, i.employee_id, 'accepted'::attendee_answer from inserted i
  union all
  select i.id, i.starts_at, e.id, 'accepted' from inserted i join employee e on e.supervisor_id = i.employee_id and e.terminated_on is null`

/** Whom the staff of the firm has met, and is to meet. */
export const addMeetings = async (owner: Client, firm: SeedFirm): Promise<void> => {
  const { subjects, place, held, missed, canceled, team } = textsByCountry[firm.code]
  const zone = tenantFacts[firm.prefix].timeZone
  const today = toIsoDate(firm.today)
  await owner.query(insertMeetingsSql, [today, zone, subjects, place, held, missed, canceled])
  await owner.query(insertTeamMeetingsSql, [today, zone, team])
  await owner.query('analyze meeting, meeting_attendee')
}
