import { accountSubjects, type ModuleSubjects } from '../core/data-subjects.ts'

/** What the answers of its modules are about. */
export const subjects: ModuleSubjects = {
  bt_Pendientes: [
    ...accountSubjects,
    'bankEntries',
    'contributions',
    'openings',
    'personal',
    'reference',
    'settings',
    'withholding',
  ],
}
