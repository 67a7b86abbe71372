import { accountSubjects, type ModuleSubjects, paymentSubjects } from '../core/data-subjects.ts'

/** What the answers of its modules are about. */
export const subjects: ModuleSubjects = {
  bt_PanelDireccion: [...accountSubjects, ...paymentSubjects, 'cancellations', 'handovers', 'maturities', 'openings'],
}
