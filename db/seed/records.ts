import type { Client } from 'pg'
import { toIsoDate } from '#rules/calendar.ts'
import type { SeedFirm } from './firm.ts'
import { clientsOfSignInSql, type DemoSignIn } from './sign-ins.ts'

type RecordTexts = {
  tags: readonly [name: string, key: string, color: string][]
  first: string
  answer: string
  account: string
  change: string
}

/** `@` stands for the supervisor's name. */
const textsByCountry: Record<'ES' | 'PT' | 'MX', RecordTexts> = {
  ES: {
    tags: [
      ['Preferente', 'preferente', 'blue'],
      ['Sucesión', 'sucesion', 'amber'],
      ['Llamar en noviembre', 'llamar en noviembre', 'grey'],
    ],
    first:
      'He hablado con el cliente. **Quiere renovar a doce meses** si el tipo no baja.\n- Le llamo el jueves\n- Prefiere hablar _por la tarde_',
    answer: '@ ¿puedes confirmar hasta dónde llegamos con el interés extra antes de que le llame?',
    account: 'Pide que el extracto de fin de año le llegue también a su asesor fiscal.',
    change: 'Adjunto no hace falta: el cliente lo confirmó por teléfono desde su número de siempre.',
  },
  PT: {
    tags: [
      ['Preferencial', 'preferencial', 'blue'],
      ['Herança', 'heranca', 'amber'],
      ['Ligar em novembro', 'ligar em novembro', 'grey'],
    ],
    first:
      'Falei com o cliente. **Quer renovar a doze meses** se a taxa não descer.\n- Ligo-lhe na quinta-feira\n- Prefere falar _à tarde_',
    answer: '@ podes confirmar até onde vamos com o juro extra antes de eu lhe ligar?',
    account: 'Pede que o extrato do fim do ano chegue também ao seu contabilista.',
    change: 'Não é preciso anexo: o cliente confirmou por telefone, a partir do número de sempre.',
  },
  MX: {
    tags: [
      ['Preferente', 'preferente', 'blue'],
      ['Sucesión', 'sucesion', 'amber'],
      ['Llamar en noviembre', 'llamar en noviembre', 'grey'],
    ],
    first:
      'Platiqué con el cliente. **Quiere renovar a doce meses** si la tasa no baja.\n- Le llamo el jueves\n- Prefiere hablar _por la tarde_',
    answer: '@ ¿puedes confirmar hasta dónde llegamos con el interés extra antes de que le llame?',
    account: 'Pide que el estado de cuenta de fin de año le llegue también a su contador.',
    change: 'No hace falta anexo: el cliente lo confirmó por teléfono desde su número de siempre.',
  },
}

/** $1 the manager's e-mail, $2 the supervisor's, $3 today, $4 the comments as an array, $5 tags as JSON. */
const insertRecordPanelsSql = `
  with people as (
    select (select u.id from registry.app_user u where u.email = $1) as manager,
           (select u.id from registry.app_user u where u.email = $2) as supervisor,
           (select u.full_name from registry.app_user u where u.email = $2) as supervisor_name),
  theirs as (select c.client_id, row_number() over (order by c.balance desc, c.client_id) as place
               from ${clientsOfSignInSql} where u.email = $1 order by c.balance desc, c.client_id limit 3),
  accounts as (select a.id from account a join theirs on theirs.client_id = a.client_id and theirs.place = 1
                where a.status = 'active' order by a.id limit 1),
  changes as (select a.id from approval a, people where a.made_by = people.manager and a.state = 'pending' order by a.id limit 1),
  tags as (insert into tag (name, key, color, created_by, created_at)
           select t.name, t.key, t.color, people.manager, $3::date - 40 from people,
                  jsonb_to_recordset($5::jsonb) as t(name text, key text, color text)
           on conflict (key) do nothing returning id),
  numbered as (select id, row_number() over (order by id) as n from tags),
  tagged as (insert into record_tag (entity, entity_id, tag_id, added_at, added_by)
             select 'client', theirs.client_id, numbered.id, $3::date - 30, people.manager from people, theirs, numbered
              where (theirs.place = 1 and numbered.n in (1, 3)) or (theirs.place = 2 and numbered.n = 2) or (theirs.place = 3 and numbered.n = 1)),
  charged as (insert into record_assignment (entity, entity_id, user_id, assigned_at, assigned_by)
              select 'client', theirs.client_id, people.manager, $3::date - 30, people.supervisor from people, theirs where theirs.place = 1),
  comments as (insert into record_comment (entity, entity_id, body, user_id, created_at, pinned_at, pinned_by)
    select w.entity, w.entity_id, w.body, w.user_id, w.at, case when w.n = 1 then w.at end, case when w.n = 1 then w.user_id end from (
      select 1 as n, 'client' as entity, theirs.client_id as entity_id, $4::text[] as words, ($4::text[])[1] as body, people.manager as user_id,
             $3::date - 6 + time '11:20' as at from people, theirs where theirs.place = 1
      union all
      select 2, 'client', theirs.client_id, $4, replace(($4::text[])[2], '@', '@' || people.supervisor_name), people.manager, $3::date - 6 + time '11:24'
        from people, theirs where theirs.place = 1
      union all
      select 3, 'account', accounts.id, $4, ($4::text[])[3], people.manager, $3::date - 3 + time '16:05' from people, accounts
      union all
      select 4, 'approval', changes.id, $4, ($4::text[])[4], people.manager, $3::date - 1 + time '09:40' from people, changes) w
     where w.user_id is not null order by w.n
    returning id, body)
  insert into record_mention (comment_id, user_id, name)
  select comments.id, people.supervisor, people.supervisor_name from comments, people
   where people.supervisor is not null and starts_with(comments.body, '@' || people.supervisor_name)`

/** What the demo's manager has noted about their largest client, an account of theirs and a change that waits. */
export const addRecordPanels = async (
  owner: Client,
  { today, code }: SeedFirm,
  signIns: readonly DemoSignIn[],
): Promise<void> => {
  const emailOf = (role: DemoSignIn['role']) => signIns.find((one) => one.role === role)?.email
  const manager = emailOf('manager')
  const supervisor = emailOf('supervisor')
  if (!manager || !supervisor) return
  const { tags, first, answer, account, change } = textsByCountry[code]
  const tagRows = JSON.stringify(tags.map(([name, key, color]) => ({ name, key, color })))
  await owner.query(insertRecordPanelsSql, [
    manager,
    supervisor,
    toIsoDate(today),
    [first, answer, account, change],
    tagRows,
  ])
}
