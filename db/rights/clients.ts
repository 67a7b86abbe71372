import { fullPrivileges, readOnlyPrivileges, type TenantRights } from './privileges.ts'

/** The derived rows of the list change through functions and triggers only. */
export const rights: TenantRights = {
  tables: {
    client: fullPrivileges,
    client_staff: fullPrivileges,
    client_list: readOnlyPrivileges,
    client_list_sum: readOnlyPrivileges,
    client_list_due: readOnlyPrivileges,
    client_list_change: readOnlyPrivileges,
    client_search: fullPrivileges,
    client_contribution: readOnlyPrivileges,
    account: fullPrivileges,
    account_terms: readOnlyPrivileges,
    account_holder: fullPrivileges,
  },
  functions: [
    'refresh_client_list',
    'contribution_source',
    'contributions_between',
    'contributions_since',
    'find_client_place',
    'birthday_of',
  ],
}
