import type { Client } from 'pg'
import { toIsoDate } from '#rules/calendar.ts'
import type { SeedFirm } from './firm.ts'

type FollowUpTexts = { subjects: readonly string[]; finished: string; cancelled: string }
const spanishTexts: FollowUpTexts = {
  subjects: [
    'Enviar la propuesta por correo',
    'Llamar para cerrar la fecha de la reunión',
    'Pedir la documentación que falta',
    'Preguntar por el depósito que vence en otro banco',
    'Confirmar que ha recibido la información',
  ],
  finished: 'Hecho: lo ha recibido.',
  cancelled: 'Ha preferido esperar al año que viene',
}
const textsByCountry: Record<SeedFirm['code'], FollowUpTexts> = {
  ES: spanishTexts,
  PT: {
    subjects: [
      'Enviar a proposta por e-mail',
      'Ligar para marcar a reunião',
      'Pedir a documentação em falta',
      'Perguntar pelo depósito que vence noutro banco',
      'Confirmar que recebeu a informação',
    ],
    finished: 'Feito: já recebeu.',
    cancelled: 'Preferiu esperar pelo próximo ano',
  },
  MX: spanishTexts,
}

/** Of every fifth contact under way and some clients there is something to do: overdue, today, in the next weeks; some is done, some given up. */
const insertFollowUpsSql = `
  with people as (
    select c.employee_id, c.id as contact_id, null::bigint as client_id, c.amount, c.id / 5 as n
      from contact c where c.employee_id is not null and c.client_id is null and c.stage in ('contacted', 'r1', 'r2', 'r3') and c.id % 5 = 0
    union all
    select l.manager_id, null, l.client_id, null, l.client_id / 40 from client_list l join client k on k.id = l.client_id
     where l.manager_id is not null and l.client_id % 40 = 0 and k.restricted_at is null and k.block_kind is null
  ), drawn as (
    select p.*, p.n * 7 % 29 - 6 as days, p.n * 11 % 10 as fate, ($2::text[])[1 + p.n % cardinality($2::text[])] as subject from people p
  )
  insert into follow_up (employee_id, contact_id, client_id, subject, due_on, priority, amount, state, result, closed_at, closed_by, created_by, created_at)
  select d.employee_id, d.contact_id, d.client_id, d.subject, $1::date + d.days::int,
         (case d.n % 6 when 0 then 'high' when 1 then 'low' else 'normal' end)::follow_up_priority, d.amount,
         (case when d.fate = 0 then 'deleted' when d.fate < 3 then 'finished' else 'in_progress' end)::follow_up_state,
         case when d.fate = 0 then $4 when d.fate < 3 then $3 else '' end,
         case when d.fate < 3 then $1::date - 1 + time '12:00' end, case when d.fate < 3 then u.user_id end, u.user_id, $1::date - 14 + time '10:00'
    from drawn d
   cross join lateral (
     select coalesce((select m.user_id from employee e join registry.membership m on m.cvl = e.cvl and m.prefix = current_schema() where e.id = d.employee_id limit 1),
                     (select min(a.id) from registry.app_user a)) as user_id) u
   order by d.n`

/** What the staff of the firm still has to do, and has done. */
export const addFollowUps = async (owner: Client, firm: SeedFirm): Promise<void> => {
  const { subjects, finished, cancelled } = textsByCountry[firm.code]
  await owner.query(insertFollowUpsSql, [toIsoDate(firm.today), subjects, finished, cancelled])
  await owner.query('analyze follow_up')
}
