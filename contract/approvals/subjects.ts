import { accountSubjects, type ModuleSubjects } from '../core/data-subjects.ts'

/** What the answers of its modules are about. */
export const subjects: ModuleSubjects = {
  bt_Aprobaciones: [
    ...accountSubjects,
    'access',
    'approvals',
    'bankAccounts',
    'contributions',
    'payments',
    'reference',
    'settings',
  ],
}
