import { accountSubjects, type ModuleSubjects, paymentSubjects } from '../core/data-subjects.ts'

/** What the answers of its modules are about. */
export const subjects: ModuleSubjects = {
  bt_Remesas: [...accountSubjects, ...paymentSubjects],
}
