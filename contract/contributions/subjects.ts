import { accountSubjects, type ModuleSubjects } from '../core/data-subjects.ts'

/** What the answers of its modules are about. */
export const subjects: ModuleSubjects = {
  bt_Ingresos: [...accountSubjects, 'bankEntries', 'contributions', 'openings', 'settings'],
}
