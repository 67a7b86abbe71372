import { appendOnlyPrivileges, fullPrivileges, type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = {
  tables: {
    meeting: undeletablePrivileges,
    meeting_attendee: fullPrivileges,
    meeting_mail: fullPrivileges,
    meeting_series: appendOnlyPrivileges,
    agenda_feed: fullPrivileges,
  },
}
