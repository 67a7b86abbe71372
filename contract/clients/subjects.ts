import { accountSubjects, type ModuleSubjects } from '../core/data-subjects.ts'

/** What the answers of its modules are about. */
export const subjects: ModuleSubjects = {
  bt_Clientes: [
    ...accountSubjects,
    'bankAccounts',
    'cancellations',
    'contacts',
    'contributions',
    'externalPositions',
    'maturities',
    'openings',
    'payments',
    'reference',
    'withholding',
  ],
}
