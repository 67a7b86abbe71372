import { accountSubjects, type ModuleSubjects } from '../core/data-subjects.ts'

/** What the answers of its modules are about. */
export const subjects: ModuleSubjects = {
  bt_Dashboard3: [...accountSubjects, 'contacts', 'contributions', 'handovers', 'maturities', 'payments', 'settings'],
}
