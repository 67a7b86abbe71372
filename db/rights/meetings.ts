import { fullPrivileges, type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = {
  tables: { meeting: undeletablePrivileges, meeting_attendee: fullPrivileges },
}
