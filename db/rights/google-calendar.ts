import { fullPrivileges, type TenantRights } from './privileges.ts'

export const rights: TenantRights = {
  tables: {
    google_consent: fullPrivileges,
    google_connection: fullPrivileges,
    google_event: fullPrivileges,
  },
}
