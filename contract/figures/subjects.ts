import { accountSubjects, type ModuleSubjects, paymentSubjects } from '../core/data-subjects.ts'

/** What the answers of its modules are about. */
export const subjects: ModuleSubjects = {
  bt_Dashboard1: [
    ...accountSubjects,
    ...paymentSubjects,
    'cancellations',
    'handovers',
    'maturities',
    'openings',
    'withholding',
  ],
  bt_Mes: [...accountSubjects, 'contributions', 'handovers', 'payments'],
  bt_EstudioEquipo: [...accountSubjects, 'contacts', 'contributions', 'handovers', 'payments'],
  bt_InformesGenerales: [...accountSubjects, 'contributions', 'handovers', 'maturities', 'openings', 'payments'],
  bt_ResumenDiario: [
    ...accountSubjects,
    'contacts',
    'contributions',
    'handovers',
    'maturities',
    'openings',
    'payments',
  ],
  bt_ResumenImportes: [...accountSubjects, 'contributions', 'handovers', 'openings'],
}
