import type { Client } from 'pg'
import type { Role } from '#contract/permissions.ts'
import { toIsoDate } from '#rules/calendar.ts'
import type { SeedFirm } from './firm.ts'
import type { DemoSignIn } from './sign-ins.ts'

const textsByCountry = {
  ES: {
    holidays: 'Vacaciones',
    export: 'Cierre del trimestre: necesita el listado de sus clientes',
    noNew: 'En formación: las altas las hace su gestor',
  },
  PT: {
    holidays: 'Férias',
    export: 'Fecho do trimestre: precisa da lista dos seus clientes',
    noNew: 'Em formação: as aberturas são feitas pelo seu gestor',
  },
  MX: {
    holidays: 'Vacaciones',
    export: 'Cierre de trimestre: necesita el listado de sus clientes',
    noNew: 'En capacitación: las altas las hace su gestor',
  },
}

/** Two cells of the matrix that the firm has set otherwise than the product. */
const matrixCells: readonly [Role, string, readonly string[], string][] = [
  ['direction', 'bt_Auditoria', ['view', 'export'], 'all'],
  ['investments', 'bt_Aprobaciones', ['view'], 'own'],
]

/** Two members of staff who are married, and two who have a relative of the same name among the clients. */
const insertRelativesSql = `
  insert into declared_relative (employee_id, relative_employee_id, relative_client_id, relation, declared_at)
  (select m.id, b.id, null::bigint, 'spouse', $1::timestamptz from employee m, employee b
    where m.position = 'manager' and b.position = 'banker' order by m.id, b.id limit 1)
  union all
  (select id, null, client_id, 'sibling', $1 from (
     select distinct on (e.id) e.id, c.id as client_id from employee e
       join client c on c.kind = 'person' and split_part(c.surname, ' ', 1) = split_part(e.surname, ' ', 1)
      where e.position in ('manager', 'advisor') order by e.id, c.id) r
    order by id limit 2)`

/** Another supervisor is away and has named the one who signs in, who decides in their place. */
const insertSubstitutionSql = `
  insert into substitution (absent_id, substitute_id, from_on, to_on, reason, created_at, created_by)
  select a.id, s.id, $2, $3, $4, $1, coalesce((select n.user_id from registry.membership n where n.cvl = a.cvl and n.prefix = $6), $5)
    from employee s join registry.membership m on m.cvl = s.cvl and m.prefix = $6 and m.role = 'supervisor'
    join employee a on a.position = 'supervisor' and a.id <> s.id and a.supervisor_id is not null
   order by a.supervisor_id is distinct from s.supervisor_id, a.id limit 1`

const insertPersonRuleSql = `
  insert into person_rule (user_id, effect, module, action, scope, valid_from, valid_to, reason, created_at, created_by)
  select u.id, $2, 'bt_Clientes', $3, $4, $5, $6, $7, $1, $8 from registry.app_user u where u.email = $9`

/** What a firm that has worked for years has written down beside its clients: relatives, an absence, and rights that differ. */
export const addFirmRules = async (owner: Client, firm: SeedFirm, signIns: readonly DemoSignIn[]): Promise<void> => {
  const emailOf = (role: Role): string => signIns.find((one) => one.role === role)!.email
  const text = textsByCountry[firm.code]
  const at = `${toIsoDate(firm.today - 12)} 09:30:00+00`
  const { rows } = await owner.query<{ id: string }>('select id from registry.app_user where email = $1', [
    emailOf('admin'),
  ])
  const admin = rows[0]!.id
  for (const [role, module, actions, scope] of matrixCells)
    await owner.query(
      'insert into role_grant (role, module, actions, scope, changed_at, changed_by) values ($1, $2, $3, $4, $5, $6)',
      [role, module, actions, scope, at, admin],
    )
  const from = toIsoDate(firm.today - 12)
  const rule = (effect: string, action: string, scope: string | null, days: number, reason: string, role: Role) =>
    owner.query(insertPersonRuleSql, [
      at,
      effect,
      action,
      scope,
      from,
      toIsoDate(firm.today + days),
      reason,
      admin,
      emailOf(role),
    ])
  await rule('grant', 'export', 'own', 45, text.export, 'partner')
  await rule('deny', 'create', null, 75, text.noNew, 'advisor')
  await owner.query(insertRelativesSql, [at])
  await owner.query(insertSubstitutionSql, [
    at,
    toIsoDate(firm.today - 3),
    toIsoDate(firm.today + 11),
    text.holidays,
    admin,
    firm.prefix,
  ])
}
