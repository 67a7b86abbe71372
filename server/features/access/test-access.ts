import { addPersonRule, getPersonRights } from '#contract/access.ts'
import type { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
export type Caller = Awaited<ReturnType<Tenant['as']>>
export type RuleInput = Parameters<typeof addPersonRule.body.parse>[0] & Record<string, unknown>

/** The changes whose second person most of these tests do without. */
export const disabledApprovalTasks = ['permissions.role', 'permissions.person'] as const
export const changeReason = 'Lo ha pedido dirección'
export const denialRuleInput = {
  effect: 'deny',
  module: 'bt_Clientes',
  action: 'view',
  scope: null,
  validTo: null,
  reason: changeReason,
}
export const grantRuleInput = {
  effect: 'grant',
  module: 'bt_Auditoria',
  action: 'view',
  scope: 'all',
  validTo: null,
  reason: changeReason,
}

/** What an attempt came to: 'done', or the refusal. */
export const describeOutcome = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    ({ status, code, fields }) => [status, code, ...(fields ? [fields] : [])],
  )

/** The work of an administrator in a tenant that is there by the time it is used. */
export const createAccessHelpers = (getContext: () => { t: Tenant; admin: Caller }) => ({
  /** Somebody of the staff who signs in. */
  staff: async (role: Parameters<Tenant['as']>[0] = 'manager') => {
    const { t } = getContext()
    const employee = await t.make.employee()
    return { ...(await t.as(role, employee.cvl)), employee }
  },
  add: (userId: string, rule: RuleInput, caller = getContext().admin) =>
    caller.call(addPersonRule, { params: { userId }, body: rule as never }),
  personOf: (userId: string, caller = getContext().admin) => caller.call(getPersonRights, { params: { userId } }),
  auditOf: async (userId: string) => {
    const sql = `select action, before, after from dino.audit_event where entity = 'access' and entity_id = $1 order by id`
    return (await getContext().t.owner.query(sql, [userId])).rows
  },
})
