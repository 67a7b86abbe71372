import { fullPrivileges, type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = {
  tables: {
    stored_file: undeletablePrivileges,
    record_comment: undeletablePrivileges,
    record_comment_version: undeletablePrivileges,
    record_mention: fullPrivileges,
    record_attachment: undeletablePrivileges,
    record_assignment: undeletablePrivileges,
    tag: fullPrivileges,
    record_tag: ['select', 'insert', 'delete'],
  },
}
