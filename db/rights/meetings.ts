import { fullPrivileges, type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = {
  tables: {
    meeting: undeletablePrivileges,
    meeting_attendee: fullPrivileges,
    meeting_mail: fullPrivileges,
    // Whoever changes several of its meetings, or its rule, locks it.
    meeting_series: undeletablePrivileges,
    agenda_feed: fullPrivileges,
    reply_mailbox: fullPrivileges,
  },
  // Words of calls and follow-ups are made by it too.
  functions: ['to_search_words'],
}
