import { fullPrivileges, type TenantRights } from './privileges.ts'

export const rights: TenantRights = {
  tables: { goal: fullPrivileges, goal_rule: ['select', 'update'] },
  functions: ['sum_months'],
}
