import { accountSubjects, type ModuleSubjects } from '../core/data-subjects.ts'

/** What the answers of its modules are about. */
export const subjects: ModuleSubjects = {
  bt_Modelo: [...accountSubjects, 'contacts', 'contributions', 'handovers', 'payments', 'settings'],
}
