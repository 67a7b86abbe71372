import { fullPrivileges, type TenantRights } from './privileges.ts'

export const rights: TenantRights = {
  tables: {
    product: fullPrivileges,
    product_rate: fullPrivileges,
    bonus_limit: fullPrivileges,
  },
  functions: ['product_rate_on'],
}
