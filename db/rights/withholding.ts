import { appendOnlyPrivileges, fullPrivileges, type TenantRights } from './privileges.ts'

export const rights: TenantRights = {
  tables: {
    withholding_rate: fullPrivileges,
    withholding_part: appendOnlyPrivileges,
  },
}
