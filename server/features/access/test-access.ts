import { addRule, getPerson } from '#contract/access.ts'
import type { testTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof testTenant>>
export type Caller = Awaited<ReturnType<Tenant['as']>>
export type Rule = Parameters<typeof addRule.body.parse>[0] & Record<string, unknown>

/** The changes whose second person most of these tests do without. */
export const off = ['permissions.role', 'permissions.person'] as const
export const reason = 'Lo ha pedido dirección'
export const denial = { effect: 'deny', module: 'bt_Clientes', action: 'view', scope: null, validTo: null, reason }
export const grant = { effect: 'grant', module: 'bt_Auditoria', action: 'view', scope: 'all', validTo: null, reason }

/** What an attempt came to: 'done', or the refusal. */
export const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    ({ status, code, fields }) => [status, code, ...(fields ? [fields] : [])],
  )

/** The work of an administrator in a tenant that is there by the time it is used. */
export const accessTools = (room: () => { t: Tenant; admin: Caller }) => ({
  /** Somebody of the staff who signs in. */
  staff: async (role: Parameters<Tenant['as']>[0] = 'manager') => {
    const { t } = room()
    const employee = await t.make.employee()
    return { ...(await t.as(role, employee.cvl)), employee }
  },
  add: (userId: string, rule: Rule, who = room().admin) =>
    who.call(addRule, { params: { userId }, body: rule as never }),
  personOf: (userId: string, who = room().admin) => who.call(getPerson, { params: { userId } }),
  auditOf: async (userId: string) => {
    const sql = `select action, before, after from dino.audit_event where entity = 'access' and entity_id = $1 order by id`
    return (await room().t.owner.query(sql, [userId])).rows
  },
})
